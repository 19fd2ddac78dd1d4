import { Button, Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { FormSection } from '../../ui/FormSection.tsx';
import type { Section, useSections } from './sections.ts';

interface SectionsProps<Key extends string> {
  sections: readonly Section<Key>[];
  state: ReturnType<typeof useSections>;
  /** The content of each section. */
  parts: Record<Key, ReactNode>;
  /** Replaces the number of missing fields, for sections that are not about fields. */
  badges?: Partial<Record<Key, ReactNode>>;
}

/** A profile in sections, each with the number of fields left to complete. */
export function Sections<Key extends string>({ sections, state, parts, badges }: SectionsProps<Key>) {
  const headings = useRef(new Map<Key, HTMLButtonElement | null>());
  const openNext = (from: Key, to: Key) => {
    flushSync(() => state.openNext(from, to));
    headings.current.get(to)?.focus();
  };
  return sections.map((section, index) => {
    const next = sections[index + 1];
    return (
      <FormSection
        key={section.key}
        title={t(section.title)}
        status={badges?.[section.key] ?? state.missing[section.key] ?? 0}
        fold={{
          open: state.isOpen(section.key),
          onToggle: () => state.toggle(section.key),
          heading: (button) => {
            headings.current.set(section.key, button);
          },
        }}
      >
        {parts[section.key]}
        {next && !state.isOpen(next.key) && (
          <Group>
            <Button variant="light" onClick={() => openNext(section.key, next.key)}>
              {t('Next: {title}', { title: t(next.title) })}
            </Button>
          </Group>
        )}
      </FormSection>
    );
  });
}

/** The progress of the whole form. */
export function progressLine(complete: number, all: number): string {
  return complete === all
    ? t('All required fields are complete.')
    : t('{complete} of {all} sections complete', { complete, all });
}
