import { NOTICE_DAYS } from '@waypost/contract/messages/bell/rules';
import type { Pool } from 'pg';

/** Deletes the old notices of every school system, as the database's owner, to whom no policy applies. */
export async function removeOldNotices(owner: Pool, now: Date): Promise<void> {
  await owner.query(`delete from notices where at < $1::timestamptz - interval '${NOTICE_DAYS} days'`, [now]);
}
