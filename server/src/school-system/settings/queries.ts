import {
  DEFAULT_OFFER_DAYS,
  DEFAULT_ZONE,
  type TimeZone,
} from '@waypost/contract/school-system/settings/rules';
import { and, eq } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { files } from '../../platform/database/tables/files.ts';
import { settings } from '../../platform/database/tables/lists.ts';

export const findSettings = prepared<{ clientId: string }>()('findSettings', (db, { clientId }) =>
  db
    .select({ settings, logo: { id: files.id, name: files.name } })
    .from(settings)
    .leftJoin(files, and(eq(files.clientId, settings.clientId), eq(files.id, settings.logoFileId)))
    .where(eq(settings.clientId, clientId)),
);

export type FoundSettings = Awaited<ReturnType<typeof findSettings>>[number];

/** The hash of the default password; null if none is set. */
export async function findDefaultPasswordHash(tx: Tx, clientId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ hash: settings.defaultPasswordHash })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  return row?.hash ?? null;
}

/** A school system's name. */
export async function findSchoolSystem(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.client.query<{ name: string }>({
    name: 'find_school_system',
    text: `select coalesce(nullif(s.full_name, ''), c.full_name) as name
             from clients c left join settings s on s.client_id = c.id where c.id = $1`,
    values: [clientId],
  });
  return rows[0]?.name ?? '';
}

/** A school system's time zone, and how many days its students have to reply to an offer. */
export async function findDays(tx: Tx, clientId: string): Promise<{ timeZone: TimeZone; offerDays: number }> {
  const [row] = await tx.db
    .select({ timeZone: settings.timeZone, offerDays: settings.offerDays })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  return row ?? { timeZone: DEFAULT_ZONE, offerDays: DEFAULT_OFFER_DAYS };
}

type Columns = Omit<typeof settings.$inferInsert, 'clientId' | 'isComplete'>;

/** Locks the settings until the transaction ends, and creates them if there are none. */
export async function lockSettings(tx: Tx, clientId: string): Promise<typeof settings.$inferSelect> {
  await tx.db.insert(settings).values({ clientId }).onConflictDoNothing();
  const [held] = await tx.db
    .select()
    .from(settings)
    .where(eq(settings.clientId, clientId))
    .for('no key update');
  if (!held) throw new Error('no settings were made');
  return held;
}

export async function updateSettings(tx: Tx, clientId: string, columns: Columns): Promise<void> {
  await tx.db.update(settings).set(columns).where(eq(settings.clientId, clientId));
}

/** Returns whether they were incomplete before. */
export async function completeSettings(tx: Tx, clientId: string): Promise<boolean> {
  const completed = await tx.db
    .update(settings)
    .set({ isComplete: true })
    .where(and(eq(settings.clientId, clientId), eq(settings.isComplete, false)))
    .returning({ clientId: settings.clientId });
  return completed.length > 0;
}
