import type { Message } from '@waypost/contract/i18n';
import { useEffect, useMemo, useState } from 'react';
import type * as z from 'zod';
import { countMissing, type SectionOf, sectionIn } from '../../client/form-sections.ts';

/** A section of a profile. */
export interface Section<Key extends string = string> {
  key: Key;
  title: Message;
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
  sectionOf: SectionOf<string>;
  schema: z.ZodType;
  values: unknown;
  errors: Record<string, unknown>;
  /** The section to open initially; by default, the first incomplete one. */
  first?: string | undefined;
  /** Whether all sections are open initially. */
  allOpen: boolean;
}

/**
 * Which sections are open, and the number of missing fields in each. A section with an error opens by
 * itself, in the same render as the error, so that the error's field can get the focus.
 */
export function useSections({ sections, sectionOf, schema, values, errors, first, allOpen }: SectionChoices) {
  const missing = useMemo(() => countMissing(sectionOf, schema, values), [sectionOf, schema, values]);
  const isComplete = ({ key }: Section) => !missing[key];
  const [opened, setOpened] = useState<readonly string[]>(() =>
    allOpen
      ? sections.map(({ key }) => key)
      : [first ?? sections.find((section) => !isComplete(section))?.key ?? sections[0]?.key ?? ''],
  );
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const withErrors = new Set(Object.keys(errors).map((field) => sectionIn(sectionOf, field)));
  const wrong = sections
    .map(({ key }) => key)
    .filter((key) => withErrors.has(key) && !dismissed.includes(key));
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
    complete: sections.filter(isComplete).length,
    isOpen,
    toggle: (key: string) => (isOpen(key) ? close(key) : open(key)),
    /** Opens the next section and closes this one. */
    openNext: (from: string, to: string) => {
      close(from);
      open(to);
    },
    /** Call before a submit, to reopen sections with errors. */
    showErrors: () => setDismissed([]),
  };
}
