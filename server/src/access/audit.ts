import { sql } from 'drizzle-orm';
import type { Tx } from '../database/connect.ts';
import { masquerades } from '../database/tables/people.ts';
import { auditEntries } from '../database/tables/platform.ts';
import type { Actor } from './actor.ts';

/** Something that is recorded: in which words, and to whom it was done. */
export interface Deed {
  action: string;
  subject?: { id: string; name: string };
  details?: Record<string, string | number | boolean>;
}

/** Writes down who did what to whom, and who was behind a masquerade, in the transaction of the deed itself. */
export async function record(tx: Tx, actor: Actor, deed: Deed, at: Date): Promise<void> {
  await tx.db.insert(auditEntries).values({
    clientId: actor.clientId,
    at,
    action: deed.action,
    actorId: actor.id,
    actorName: actor.name,
    adminId: actor.admin?.id ?? null,
    adminName: actor.masqueradeId ? nameOfAdmin(actor.masqueradeId) : null,
    subjectId: deed.subject?.id ?? null,
    subjectName: deed.subject?.name ?? null,
    details: deed.details ?? null,
  });
}

/** Whoever began the masquerade may belong to another client, which this transaction does not see. */
const nameOfAdmin = (masqueradeId: string) =>
  sql`(select m.admin_name from ${masquerades} m where m.id = ${masqueradeId})`;
