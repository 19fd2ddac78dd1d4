import type { Pool } from 'pg';

/** Deletes what has expired in every client: sessions, known devices, mailed codes, keys of creations,
 * removed files, and counts
 * of tries. */
export async function sweep(owner: Pool, now: Date): Promise<void> {
  await owner.query('delete from sessions where expires_at <= $1', [now]);
  await owner.query('delete from known_devices where expires_at <= $1', [now]);
  await owner.query('delete from password_codes where expires_at <= $1', [now]);
  await owner.query(`delete from creation_keys where created_at <= $1::timestamptz - interval '1 day'`, [
    now,
  ]);
  await owner.query(`delete from removed_files where removed_at <= $1::timestamptz - interval '1 day'`, [
    now,
  ]);
  await owner.query('delete from tries where ends_at <= $1', [now]);
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
