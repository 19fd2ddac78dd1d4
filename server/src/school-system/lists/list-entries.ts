import { t } from '@waypost/contract/i18n';
import { LIST_MAX } from '@waypost/contract/list-order';
import { refuse } from '@waypost/contract/refusal';
import {
  isTaken,
  LIST_CHANGED,
  LIST_FILLED,
  type ListName,
  listFull,
  NO_DEFAULTS,
  newOrder,
  nextOrdinal,
  type UsePlace,
} from '@waypost/contract/school-system/lists/rules';
import { type Actor, PLATFORM } from '../../platform/access/actor.ts';
import { record } from '../../platform/access/audit.ts';
import { authorize } from '../../platform/access/enforce.ts';
import { mayEditLists } from '../../platform/access/ownership.ts';
import { requireRevision } from '../../platform/access/revisions.ts';
import { enterTenant } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import {
  countUses,
  type EntryFields,
  insertEntries,
  lockList,
  removeEntry,
  renumber,
  updateEntry,
} from './entry-queries.ts';
import { findEntries, inDatabase, type RowOf } from './queries.ts';

/**
 * Maintains any of the five lists: an Admin those of the school system, a SuperAdmin the platform's defaults
 * (docs/behavior/lists.md). Each change is recorded.
 */

/** Who changes a list, and when. */
interface Change {
  actor: Actor;
  now: Date;
}

/** Each list's name in the audit trail. */
const words: Record<ListName, string> = {
  schools: 'schools',
  focusAreas: 'focus areas',
  programs: 'programs',
  evaluationQuestions: 'evaluation questions',
  reflectionQuestions: 'reflection questions',
};

/** An entry's name or question. */
const wordsOf = (list: ListName, fields: EntryFields) => String(fields[inDatabase[list].columns[0]] ?? '');

export async function findDefaults<List extends ListName>(tx: Tx, list: List): Promise<RowOf<List>[]> {
  await enterTenant(tx, PLATFORM);
  return findEntries(tx, list, PLATFORM);
}

/** Copies the platform's defaults. Refuses with 409 if the list has entries or there are no defaults. */
export async function loadDefaults<List extends ListName>(
  tx: Tx,
  list: List,
  { actor, now }: Change,
): Promise<RowOf<List>[]> {
  const { clientId } = actor;
  const defaults = await findDefaults(tx, list);
  await enterTenant(tx, clientId);
  if (defaults.length === 0) refuse('conflict', t(NO_DEFAULTS));
  if ((await lockList(tx, list, clientId)).length > 0) refuse('conflict', t(LIST_FILLED));
  await insertEntries(tx, list, { clientId, ordinal: 1 }, defaults);
  const details = { list: words[list], count: defaults.length };
  await record(tx, actor, { action: 'load defaults', details }, now);
  return findEntries(tx, list, clientId);
}

/** Adds an entry at the list's end; `taken` if another has its name. */
export async function createEntry(
  tx: Tx,
  list: ListName,
  fields: EntryFields,
  { actor, now }: Change,
): Promise<'success' | 'taken'> {
  const { clientId } = actor;
  const entries = await lockList(tx, list, clientId);
  const name = wordsOf(list, fields);
  if (isTaken(list, entries, name)) return 'taken';
  if (entries.length >= LIST_MAX) refuse('conflict', listFull());
  await insertEntries(tx, list, { clientId, ordinal: nextOrdinal(entries) }, [fields]);
  await record(tx, actor, { action: 'add to list', details: { list: words[list], name } }, now);
  return 'success';
}

/** Changes an entry; `taken` if another has its name. */
export async function editEntry(
  tx: Tx,
  list: ListName,
  { _id: id, revision }: { _id: string; revision?: number | undefined },
  fields: EntryFields,
  { actor, now }: Change,
): Promise<'success' | 'taken'> {
  const entries = await lockList(tx, list, actor.clientId);
  const entry = authorize(
    actor,
    entries.find((one) => one.id === id),
    mayEditLists,
  );
  requireRevision(entry, revision);
  const name = wordsOf(list, fields);
  if (isTaken(list, entries, name, id)) return 'taken';
  await updateEntry(tx, list, entry, fields);
  const details = { list: words[list], name };
  await record(tx, actor, { action: 'edit list entry', subject: { id, name: entry.words }, details }, now);
  return 'success';
}

/** Deletes an entry and numbers the rest from 1, or returns where it is used and keeps it. */
export async function deleteEntry(
  tx: Tx,
  list: ListName,
  id: string,
  { actor, now }: Change,
): Promise<{ where: UsePlace; count: number }[]> {
  const entries = await lockList(tx, list, actor.clientId);
  const entry = authorize(
    actor,
    entries.find((one) => one.id === id),
    mayEditLists,
  );
  const uses = await countUses(tx, list, entry);
  if (uses.length > 0) return uses;
  await removeEntry(tx, list, entry);
  const rest = entries.map((one) => one.id).filter((one) => one !== id);
  await renumber(tx, list, actor.clientId, rest);
  const subject = { id, name: entry.words };
  await record(tx, actor, { action: 'delete from list', subject, details: { list: words[list] } }, now);
  return [];
}

/** Numbers the list from 1. Refuses an order with 409 if it does not contain exactly the current entries. */
export async function reorderList(
  tx: Tx,
  list: ListName,
  wanted: readonly { _id: string; ordinal: number }[],
  { actor, now }: Change,
): Promise<void> {
  const entries = await lockList(tx, list, actor.clientId);
  const existing = entries.map((entry) => entry.id);
  const ids = newOrder(existing, wanted) ?? refuse('conflict', t(LIST_CHANGED));
  await renumber(tx, list, actor.clientId, ids);
  await record(tx, actor, { action: 'reorder list', details: { list: words[list] } }, now);
}
