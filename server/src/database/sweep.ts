import type { Pool } from 'pg';
import type { FileStore } from '../outside/file-store.ts';

/** Removes what has run out, in every client: sessions, known devices, mailed codes, and counts of tries. */
export async function sweep(owner: Pool, now: Date): Promise<void> {
  await owner.query('delete from sessions where expires_at <= $1', [now]);
  await owner.query('delete from known_devices where expires_at <= $1', [now]);
  await owner.query('delete from password_codes where expires_at <= $1', [now]);
  await owner.query('delete from tries where ends_at <= $1', [now]);
}

/** Keys that are looked up in one statement. */
const AT_ONCE = 1000;
/** Longer than any call between the writing of bytes and of their row, and than it takes to notice a wrong restore. */
const STRAY_DAYS = 7;

/** Removes uploads that no row names, as a server leaves behind that is killed between the two. Answers with how many. */
export async function sweepFiles(owner: Pool, files: FileStore, now: Date): Promise<number> {
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
