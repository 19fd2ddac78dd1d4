import { shortName } from '@waypost/contract/messages/links/rules';
import type { Tx } from '../../platform/database/connect.ts';
import type { Capacity } from './capacity.ts';

/** Someone without an account acts for a student as their guardian, and for a business as one of its people. */
export async function findCapacity(
  tx: Tx,
  { clientId, accountId }: { clientId: string; accountId: string },
): Promise<Capacity> {
  const { rows } = await tx.client.query<{ role: string; first: string; last: string; business: string }>({
    name: 'find_capacity',
    text: `select role, first_name as first, last_name as last, business_name as business
             from users where client_id = $1 and id = $2`,
    values: [clientId, accountId],
  });
  const [account] = rows;
  return account?.role === 'Student'
    ? { guardianOf: shortName(account.first, account.last) }
    : { business: account?.business ?? '' };
}
