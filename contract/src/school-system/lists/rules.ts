import { foldText } from '../../fold.ts';
import { type Message, msg, t } from '../../i18n.ts';
import { LIST_MAX } from '../../list-order.ts';

export const schoolTypes = ['High', 'Middle', 'Elementary'] as const;

/**
 * The lists that a school system sets up first, and for which the platform has defaults
 * (docs/behavior/lists.md#defaults).
 */
export const listNames = [
  'schools',
  'focusAreas',
  'programs',
  'evaluationQuestions',
  'reflectionQuestions',
] as const;
export type ListName = (typeof listNames)[number];

/** The lists for which the platform has defaults. A school has a location, so it cannot be a default. */
export type DefaultedList = Exclude<ListName, 'schools'>;

/** Questions may repeat; names must be unique. */
const namesAreUnique: Record<ListName, boolean> = {
  schools: true,
  focusAreas: true,
  programs: true,
  evaluationQuestions: false,
  reflectionQuestions: false,
};

interface Entry {
  id: string;
  /** Its name, or the text of the question. */
  words: string;
}

/** Whether another entry of the list already has this name (`foldText`). */
export function isTaken(list: ListName, entries: readonly Entry[], words: string, ownId?: string): boolean {
  if (!namesAreUnique[list]) return false;
  const wanted = foldText(words);
  return entries.some((entry) => entry.id !== ownId && foldText(entry.words) === wanted);
}

/** A new entry goes last. Ordinals start at 1 (docs/behavior/lists.md#order). */
export function nextOrdinal(entries: readonly { ordinal: number }[]): number {
  return Math.max(0, ...entries.map((entry) => entry.ordinal)) + 1;
}

/** The ids in their new order, or null if they are not exactly the ids on the list. */
export function newOrder(
  existing: readonly string[],
  wanted: readonly { _id: string; ordinal: number }[],
): string[] | null {
  const ids = wanted.toSorted((one, other) => one.ordinal - other.ordinal).map(({ _id }) => _id);
  const known = new Set(existing);
  const matches = ids.length === known.size && new Set(ids).size === known.size;
  return matches && ids.every((id) => known.has(id)) ? ids : null;
}

/** The refusal of an order that no longer matches its list. */
export const LIST_CHANGED = msg('Someone else changed this list. Review it, then reorder it again.');
/** The refusal of loading defaults into a list that has entries. */
export const LIST_FILLED = msg('This list is no longer empty, so the defaults were not added.');
/** The refusal of loading defaults if there are none. */
export const NO_DEFAULTS = msg('There are no defaults for this list yet. Add your own.');
export const listFull = () => t('A list can hold at most {max} entries.', { max: LIST_MAX });

/** Where an entry of a list can be used. */
export const usePlaces = ['opportunities', 'students', 'businesses', 'teachers', 'placements'] as const;
export type UsePlace = (typeof usePlaces)[number];

const placeWords: Record<UsePlace, Message> = {
  opportunities: msg('{count, plural, one {# opportunity} other {# opportunities}}'),
  students: msg('{count, plural, one {# student} other {# students}}'),
  businesses: msg('{count, plural, one {# business} other {# businesses}}'),
  teachers: msg('{count, plural, one {# teacher} other {# teachers}}'),
  placements: msg('{count, plural, one {# placement} other {# placements}}'),
};

/** "3 opportunities, 1 student and 2 teachers". */
export function describeUses(uses: readonly { where: UsePlace; count: number }[]): string {
  const parts = uses.map(({ where, count }) => t(placeWords[where], { count }));
  const last = parts.pop() ?? '';
  return parts.length > 0 ? t('{list} and {last}', { list: parts.join(', '), last }) : last;
}
