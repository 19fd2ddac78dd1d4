import { clipText } from '@waypost/contract/graphemes';
import { t } from '@waypost/contract/i18n';

/** What the form shows after someone else saved the record that it edits. */
export interface Merged<Values> {
  values: Values;
  /** A sentence for each field that differs, by its path. */
  notes: Record<string, string>;
}

/**
 * Brings someone else's changes into a form. `base` is what the form was opened with, `own` what it contains now, `theirs`
 * what is stored now. A field that only they changed becomes theirs. One that both changed keeps the person's own value.
 * Each note has the other version.
 */
export function mergeChanges<Values extends object>(
  base: Values,
  own: Values,
  theirs: Values,
): Merged<Values> {
  const notes: Record<string, string> = {};
  const merge = (path: string, from: unknown, mine: unknown, stored: unknown): unknown => {
    if (isGroup(from) && isGroup(mine) && isGroup(stored))
      return Object.fromEntries(
        Object.keys(mine).map((key) => [key, merge(`${path}.${key}`, from[key], mine[key], stored[key])]),
      );
    if (isEqual(mine, stored) || isEqual(from, stored)) return mine;
    const isUntouched = isEqual(mine, from);
    notes[path.slice(1)] = isUntouched ? takenOver(mine) : keptDespite(stored);
    return isUntouched ? stored : mine;
  };
  return { values: merge('', base, own, theirs) as Values, notes };
}

const takenOver = (before: unknown) => {
  const text = shown(before);
  return text
    ? t('Someone else changed this meanwhile. It was “{text}”.', { text })
    : t('Someone else changed this meanwhile.');
};

const keptDespite = (stored: unknown) => {
  const text = shown(stored);
  return text
    ? t('Someone else saved “{text}” here meanwhile. If you save, yours replaces it.', { text })
    : t('Someone else changed this meanwhile. If you save, yours replaces it.');
};

const SHOWN_CHARACTERS = 80;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A value in a sentence; empty if it has no short text, such as an id. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || ID.test(value)) return '';
  const text = new DOMParser().parseFromString(value, 'text/html').body.textContent?.trim() ?? '';
  return clipText(text, SHOWN_CHARACTERS);
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
