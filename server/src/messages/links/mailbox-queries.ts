import { t } from '@waypost/contract/i18n';
import { type Holder, whyNotMailbox } from '@waypost/contract/mailbox';
import type { Tx } from '../../platform/database/connect.ts';

/** A student or a business. */
interface Account {
  clientId: string;
  accountId: string;
}

/** Everyone who acts in the open placements of an account, and those on file for the account itself. */
async function findHolders(tx: Tx, { clientId, accountId }: Account): Promise<Holder[]> {
  const { rows } = await tx.client.query<Holder>({
    name: 'find_mailbox_holders',
    text: `
      with placed as (
        select student_id, business_id from projects
         where client_id = $1 and (student_id = $2 or business_id = $2) and business_status = 'open'),
      involved as (
        select $2::uuid as id union select student_id from placed union select business_id from placed)
      select case u.role when 'Student' then 'student' else 'business' end as party, u.email, true as signs
        from involved i join users u on u.client_id = $1 and u.id = i.id and u.role in ('Student', 'Business')
      union all
      select 'guardian', g.email, g.confirmed and g.may_sign
        from involved i join guardians g on g.client_id = $1 and g.student_id = i.id where g.email <> ''
      union all
      select 'business', c.email, 'signatory' = any(c.roles)
        from involved i join business_contacts c on c.client_id = $1 and c.business_id = i.id where c.email <> ''`,
    values: [clientId, accountId],
  });
  return rows;
}

/**
 * Why someone cannot act for an account from their mailbox, in words; null if they can. A guardian's, contact's or
 * supervisor's is never the student's, and a mailbox signs for one party only.
 */
export async function whyNotAct(tx: Tx, account: Account, one: Holder): Promise<string | null> {
  if (one.email === '') return null;
  const why = whyNotMailbox(one, await findHolders(tx, account));
  return why && t(why);
}
