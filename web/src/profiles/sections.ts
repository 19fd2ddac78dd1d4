import type { Message } from '@waypost/contract/i18n';
import { useEffect, useMemo, useState } from 'react';
import type * as z from 'zod';

/** A section of a profile: its name, and the fields in it. */
export interface Section<Key extends string = string> {
  key: Key;
  title: Message;
  fields: readonly string[];
}

/** The paths of invalid fields, such as `location.zip`. */
function missingFields(schema: z.ZodType, values: unknown): Set<string> {
  const read = schema.safeParse(values);
  const paths = read.success ? [] : read.error.issues.map(({ path }) => path.map(String).join('.'));
  return new Set(paths);
}

const isOf = (section: Section, path: string) => section.fields.includes(path.split('.')[0] ?? '');

/** The number of missing or invalid fields in each section. */
export function countMissing(
  sections: readonly Section[],
  schema: z.ZodType,
  values: unknown,
): Record<string, number> {
  const missing = [...missingFields(schema, values)];
  return Object.fromEntries(
    sections.map((section) => [section.key, missing.filter((path) => isOf(section, path)).length]),
  );
}

/** The same sections, with the one from the URL first. */
export function withFirst<Key extends string>(
  sections: readonly Section<Key>[],
  first: Key | undefined,
): readonly Section<Key>[] {
  if (first === undefined) return sections;
  return [...sections].sort((one, other) => Number(other.key === first) - Number(one.key === first));
}

interface SectionChoices {
  sections: readonly Section[];
  schema: z.ZodType;
  values: unknown;
  errors: Record<string, unknown>;
  /** The section to open initially; by default, the first incomplete one. */
  first?: string | undefined;
}

/**
 * Which sections are open, and the number of missing fields in each. A section with an error opens by
 * itself, in the same render as the error, so that the error's field can get the focus.
 */
export function useSections({ sections, schema, values, errors, first }: SectionChoices) {
  const missing = useMemo(() => countMissing(sections, schema, values), [sections, schema, values]);
  const [opened, setOpened] = useState<readonly string[]>(() => [
    first ?? sections.find(({ key }) => missing[key] !== 0)?.key ?? sections[0]?.key ?? '',
  ]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const wrong = sections
    .filter((section) => Object.keys(errors).some((path) => isOf(section, path)))
    .map(({ key }) => key)
    .filter((key) => !dismissed.includes(key));
  const isOpen = (key: string) => opened.includes(key) || wrong.includes(key);

  // A section opened by an error stays open while it is corrected.
  const toKeepOpen = wrong.join(' ');
  useEffect(() => {
    if (toKeepOpen) setOpened((now) => [...new Set([...now, ...toKeepOpen.split(' ')])]);
  }, [toKeepOpen]);

  const close = (key: string) => {
    setOpened((now) => now.filter((other) => other !== key));
    setDismissed((now) => [...now, key]);
  };
  const open = (key: string) => setOpened((now) => [...now.filter((other) => other !== key), key]);

  return {
    missing,
    complete: sections.filter(({ key }) => missing[key] === 0).length,
    isOpen,
    toggle: (key: string) => (isOpen(key) ? close(key) : open(key)),
    /** Opens the next section and closes this one. */
    goOn: (from: string, to: string) => {
      close(from);
      open(to);
    },
    /** Call before a submit, to reopen sections with errors. */
    showErrors: () => setDismissed([]),
  };
}
