import type { Message } from '@waypost/contract/i18n';
import { useEffect, useMemo, useState } from 'react';
import type * as z from 'zod';

/** A section of a profile: its name, and the fields in it. */
export interface Section<Key extends string = string> {
  key: Key;
  title: Message;
  fields: readonly string[];
}

/** Fields that the schema does not take as they stand, by their first name: `location` for `location.zip`. */
function missingFields(schema: z.ZodType, values: unknown): Set<string> {
  const read = schema.safeParse(values);
  const paths = read.success ? [] : read.error.issues.map(({ path }) => path.map(String).join('.'));
  return new Set(paths);
}

const isOf = (section: Section, path: string) => section.fields.includes(path.split('.')[0] ?? '');

/** How many fields of each section are still to be filled in, or to be put right. */
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

/** The same sections, with the one that the address asks for at their head. */
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
  /** The section to open at first; else the first one with something to complete. */
  first?: string | undefined;
}

/**
 * Which sections stand open, and how much is missing in each. A section with an error opens by itself, in the
 * same drawing as the error, so that the focus finds it.
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

  // What an error has opened stays open while it is put right.
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
    /** On to the next section, closing this one. */
    goOn: (from: string, to: string) => {
      close(from);
      open(to);
    },
    /** Before a submit: whatever has an error is to be seen again. */
    showErrors: () => setDismissed([]),
  };
}
