import * as z from 'zod';

/** Texts in the formats that fields require; a field gets the first one that it accepts. */
const textsFor = (field: string) => [
  `Some ${field.replaceAll('_', ' ')}`,
  `<p>Some ${field.replaceAll('_', ' ')}</p>`,
  `${field.replaceAll('_', '-')}@waypost.test`,
  '(410)555-0109',
  '2026-03-02',
  '09:30',
  '21401',
];

/** A value that a field accepts and that is not its default; undefined for ids and whatever else has no obvious one. */
export function valueFor(field: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return valueFor(field, schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return filledIn(schema);
  if (schema instanceof z.ZodArray) return [valueFor(field, schema.element as z.ZodType)];
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => valueFor(field, option as z.ZodType))
      .find((value) => value !== undefined && value !== '');
  const choices =
    schema instanceof z.ZodEnum
      ? schema.options.toReversed()
      : schema instanceof z.ZodLiteral
        ? [...schema.values].toReversed()
        : [];
  const all = [...choices, ...textsFor(field), true, 3, 2027];
  // Parsed, because a field may read a text as something else, such as 09:30 as 9.5 hours.
  return all
    .filter((value) => value !== '')
    .map((value) => schema.safeParse(value))
    .find(({ success }) => success)?.data;
}

/** A form with every field filled in, so that a new field is part of every test that saves or shows the whole form. */
export const filledIn = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, valueFor(field, schema as z.ZodType)]),
  ) as z.infer<z.ZodObject<Shape>>;
