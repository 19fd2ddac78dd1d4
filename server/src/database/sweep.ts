import type { Pool } from 'pg';

/** Removes what has run out, in every client: sessions, known devices, mailed codes, and counts of tries. */
export async function sweep(owner: Pool, now: Date): Promise<void> {
  await owner.query('delete from sessions where expires_at <= $1', [now]);
  await owner.query('delete from known_devices where expires_at <= $1', [now]);
  await owner.query('delete from password_codes where expires_at <= $1', [now]);
  await owner.query('delete from tries where ends_at <= $1', [now]);
}
