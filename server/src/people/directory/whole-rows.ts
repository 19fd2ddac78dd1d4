import type { Tx } from '../../platform/database/connect.ts';
import { toUser } from '../profiles/present.ts';
import { findWholeUsers } from '../profiles/queries.ts';
import { findListed, type PeopleCounts } from './list-queries.ts';
import { toReportedUser } from './present.ts';

/** These accounts as rows of a whole list, with their counts if given. */
export async function findWholeRows(
  tx: Tx,
  clientId: string,
  ids: string[],
  counts: PeopleCounts | null = null,
) {
  const [listed, accounts] = await Promise.all([
    findListed(tx, clientId, ids, counts).execute(),
    findWholeUsers(tx, { clientId, ids }),
  ]);
  const users = new Map(accounts.map((row) => [row.user.id, toUser(row)]));
  return listed.flatMap((row) => {
    const user = users.get(row.id);
    return user ? [{ ...user, ...toReportedUser(row) }] : [];
  });
}
