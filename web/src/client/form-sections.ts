import type * as z from 'zod';

/** The section of a form that has each field. */
export type SectionOf<Section extends string> = Readonly<Record<string, Section>>;

/** Counts the missing and invalid fields of each section by the form's own rules; `location.zip` is one field. */
export function countMissing<Section extends string>(
  sectionOf: SectionOf<Section>,
  schema: z.ZodType,
  values: unknown,
): Record<Section, number> {
  const read = schema.safeParse(values);
  const issues = read.success ? [] : read.error.issues;
  // The entries of a list are one field.
  const fields = new Set(issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.')));
  const missing = Object.fromEntries(Object.values(sectionOf).map((section) => [section, 0]));
  for (const field of fields) {
    const section = sectionIn(sectionOf, field);
    if (section !== undefined) missing[section] = (missing[section] ?? 0) + 1;
  }
  return missing as Record<Section, number>;
}

/** The section with a field, such as `location.zip`. */
export const sectionIn = <Section extends string>(
  sectionOf: SectionOf<Section>,
  field: string,
): Section | undefined => sectionOf[field.split('.')[0] ?? ''];
