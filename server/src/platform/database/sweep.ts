import type { Pool } from 'pg';

/** Which rows expire, by table; $1 is now. */
const EXPIRED = {
  sessions: 'expires_at <= $1',
  known_devices: 'expires_at <= $1',
  password_codes: 'expires_at <= $1',
  creation_keys: `created_at <= $1::timestamptz - interval '1 day'`,
  removed_files: `removed_at <= $1::timestamptz - interval '1 day'`,
  tries: 'ends_at <= $1',
};

/** Deletes what has expired in every client. */
export async function sweep(owner: Pool, now: Date): Promise<void> {
  for (const [table, isExpired] of Object.entries(EXPIRED))
    await owner.query(`delete from ${table} where ${isExpired}`, [now]);
}

/** Where the files' bytes are. */
interface StoredFiles {
  keys(): AsyncIterable<string>;
  writtenAt(key: string): Promise<Date>;
  remove(key: string): Promise<void>;
}

/** Keys per statement. */
const AT_ONCE = 1000;
/** Longer than any call takes between writing bytes and their row, and long enough to notice a wrong restore. */
const STRAY_DAYS = 7;

/**
 * Deletes uploads without a row, which a server leaves behind if it is killed between writing the two. Returns their
 * number.
 */
export async function sweepFiles(owner: Pool, files: StoredFiles, now: Date): Promise<number> {
  const before = new Date(now.getTime() - STRAY_DAYS * 86_400_000);
  let removed = 0;
  let some: string[] = [];
  const removeStray = async () => {
    const { rows } = await owner.query<{ key: string }>(
      `select key from unnest($1::text[]) key where not exists (select from files f where f.storage_key = key)`,
      [some],
    );
    some = [];
    for (const { key } of rows) {
      if ((await files.writtenAt(key)) >= before) continue;
      await files.remove(key);
      removed += 1;
    }
  };
  for await (const key of files.keys()) if (some.push(key) === AT_ONCE) await removeStray();
  await removeStray();
  return removed;
}
