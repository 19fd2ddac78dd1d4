import { useQueryClient } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import type { Location } from '@waypost/contract/location';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { states } from '@waypost/contract/states';
import { useEffect, useRef, useState } from 'react';
import { callQuery } from '../../client/queries.ts';

/** The fields that a ZIP code fills in. */
const filledFields = ['city', 'state'] as const;
type FilledField = (typeof filledFields)[number];
export type Filled = Partial<Record<FilledField, string>>;

/**
 * Fills in the city and the state of a typed ZIP code, unless the person has typed them. A failure is silent,
 * because they can still be typed.
 */
export function useZipPlace(value: Location, onFill: (fields: Filled) => void) {
  const queries = useQueryClient();
  /** Fields whose text is a suggestion, such as the state that a new form starts with. */
  const suggested = useRef(new Set<FilledField>(isBlank(value) && value.state !== '' ? ['state'] : []));
  const shown = useRef({ value, onFill });
  useEffect(() => {
    shown.current = { value, onFill };
  });
  const [words, setWords] = useState('');
  const typed = useRef('');

  async function look(zip: string): Promise<void> {
    const place = await queries
      .fetchQuery(callQuery(profileCalls.getZipPlace, { zip }, { quiet: true, staleTime: Infinity }))
      .catch(() => undefined);
    // Another ZIP code was typed meanwhile.
    if (!place || typed.current !== zip) return;
    const current = shown.current.value;
    const fields: Filled = {};
    for (const field of filledFields) {
      if (current[field].trim() !== '' && !suggested.current.has(field)) continue;
      suggested.current.add(field);
      // An unknown town clears the one of an earlier ZIP code.
      if (current[field] !== place[field] && (field === 'city' || place.state !== ''))
        fields[field] = place[field];
    }
    const names = [fields.city, states[fields.state as keyof typeof states]].filter(Boolean);
    if (Object.keys(fields).length > 0) shown.current.onFill(fields);
    setWords(names.length > 0 ? t('Filled in: {names}', { names: names.join(', ') }) : '');
  }

  return {
    /** What was filled in, for a status message. */
    words,
    /** To be called with each change by the person. */
    noteChange: (field: string, text: string) => {
      if (field === 'city' || field === 'state') suggested.current.delete(field);
      if (field !== 'zip') return;
      typed.current = text;
      if (/^\d{5}$/.test(text)) void look(text);
    },
  };
}

const isBlank = ({ street, city, zip }: Location) => `${street}${city}${zip}`.trim() === '';
