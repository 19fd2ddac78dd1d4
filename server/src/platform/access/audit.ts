import type { CallName } from '@waypost/contract/all-calls';
import { cutText } from '@waypost/contract/graphemes';
import { exportPart } from '@waypost/contract/list-part';
import type { ActingWay } from '@waypost/contract/messages/links/rules';
import type { AuditAction } from '@waypost/contract/oversight/audit/rules';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../database/connect.ts';
import { masquerades } from '../database/tables/logins.ts';
import { auditEntries } from '../database/tables/platform.ts';
import type { Actor } from './actor.ts';

interface Subject {
  id: string;
  name: string;
}

/** An action to record: what was done, and to whom. */
export interface AuditEvent {
  action: AuditAction;
  subject?: Subject;
  details?: Record<string, string | number | boolean>;
}

/** The actor. For a failed login, at most the name is known. */
export type AuditActor = Pick<Actor, 'clientId' | 'name' | 'admin' | 'masqueradeId'> & { id: string | null };

/** Who acted, as it is stored with what they did. */
export type ActedBy = { name: string; via: ActingWay };

/** Someone who acts for themselves, without a session. */
export const doneBy = (who: { clientId: string; id: string | null; name: string }): AuditActor => ({
  ...who,
  admin: null,
  masqueradeId: null,
});

/** Records an action in its own transaction: who did it, to whom, and who was masquerading. */
export async function record(tx: Tx, actor: AuditActor, event: AuditEvent, at: Date): Promise<void> {
  await recordAll(tx, actor, [event], at);
}

/** Well below the maximum number of parameters of a PostgreSQL statement. */
const EVENTS_PER_STATEMENT = 1000;

/** Records many actions at once. */
export async function recordAll(
  tx: Tx,
  actor: AuditActor,
  events: readonly AuditEvent[],
  at: Date,
): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_PER_STATEMENT)
    await tx.db
      .insert(auditEntries)
      .values(events.slice(from, from + EVENTS_PER_STATEMENT).map((event) => toEntry(actor, event, at)));
}

const toEntry = (actor: AuditActor, event: AuditEvent, at: Date) => ({
  clientId: actor.clientId,
  at,
  action: event.action,
  actorId: actor.id,
  actorName: actor.name,
  adminId: actor.admin?.id ?? null,
  adminName: actor.masqueradeId ? nameOfAdmin(actor.masqueradeId) : null,
  subjectId: event.subject?.id ?? null,
  subjectName: event.subject?.name ?? null,
  details: event.details ?? null,
});

const VIEW_MS = 15 * 60_000;

/**
 * Records that someone views a record. An open screen reloads every few seconds, so views of one record by one person
 * within 15 minutes count once. Returns whether this is a new view.
 */
export async function recordView(
  tx: Tx,
  actor: Actor,
  event: AuditEvent & { subject: Subject },
  at: Date,
): Promise<boolean> {
  const [known] = await tx.db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.clientId, actor.clientId),
        eq(auditEntries.subjectId, event.subject.id),
        gt(auditEntries.at, new Date(at.getTime() - VIEW_MS)),
        eq(auditEntries.action, event.action),
        eq(auditEntries.actorId, actor.id),
        sql`${auditEntries.adminId} is not distinct from ${actor.admin?.id ?? null}`,
        sql`${auditEntries.details} is not distinct from ${event.details ? JSON.stringify(event.details) : null}::jsonb`,
      ),
    )
    .limit(1);
  if (!known) await record(tx, actor, event, at);
  return !known;
}

/**
 * Records a change made during a masquerade, with its call, the ids it names, and both people
 * (docs/behavior/masquerade.md#while-it-lasts).
 */
export async function recordMasqueraded(
  tx: Tx,
  actor: Actor | null,
  { call, input }: { call: CallName; input: unknown },
  at: Date,
): Promise<void> {
  if (!actor?.admin || separatelyRecorded.includes(call)) return;
  await record(tx, actor, { action: 'act in masquerade', details: { call, ...idsOf(input) } }, at);
}

/** Records an export of a list: its call, number of rows and filters. */
export async function recordExport(
  tx: Tx,
  actor: Actor,
  { call, input, rows }: { call: CallName; input: unknown; rows: number },
  at: Date,
): Promise<void> {
  await record(tx, actor, { action: 'export list', details: { call, rows, ...filtersOf(input) } }, at);
}

/** Enough to recognize a filter, without storing two hundred school names. */
const FILTER_LENGTH = 500;

function filtersOf(input: unknown): Record<string, string | number> {
  const filters = Object.entries(Object(input)).filter(
    ([name, value]) => !(name in exportPart) && narrows(value),
  );
  return Object.fromEntries(
    filters.map(([name, value]) => [
      name,
      typeof value === 'number' ? value : cutText([value].flat().join('; '), FILTER_LENGTH),
    ]),
  );
}

// An empty list of names does not filter.
const narrows = (value: unknown) => value !== undefined && value !== null && `${value}` !== '';

/** Starting and ending a masquerade are recorded separately. */
const separatelyRecorded: readonly CallName[] = ['masquerade', 'setMasquerade', 'endMasquerade'];

const AN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Only ids; texts are already stored where they were written.
function idsOf(input: unknown): Record<string, string> {
  const named = Object.entries(Object(input)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && AN_ID.test(pair[1]),
  );
  return Object.fromEntries(named);
}

/** The person masquerading may belong to another client, which this transaction cannot see. */
const nameOfAdmin = (masqueradeId: string) =>
  sql`(select m.admin_name from ${masquerades} m where m.id = ${masqueradeId})`;
