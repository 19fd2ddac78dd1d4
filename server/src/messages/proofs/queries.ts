import type { Proof } from '@waypost/contract/messages/proofs/rules';
import type { Role } from '@waypost/contract/roles';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { settings } from '../../platform/database/tables/lists.ts';

/** Whose code it is: a person with links of this account, at this address. */
export interface Recipient {
  clientId: string;
  accountId: string;
  email: string;
}

/** What a link's page needs to know about the second proof of its recipient. */
export interface ProofState {
  required: boolean;
  /** Another address of theirs; empty without one. */
  codeEmail: string;
  /** The newest code. */
  sent: { salt: Buffer; proof: Proof; proofTo: string; expiresAt: Date; tries: number } | null;
}

export async function findProof(tx: Tx, { clientId, accountId, email }: Recipient): Promise<ProofState> {
  const { rows } = await tx.client.query<{
    required: boolean;
    codeEmail: string;
    salt: Buffer | null;
    proof: Proof;
    proofTo: string;
    expiresAt: Date;
    tries: number;
  }>({
    name: 'find_proof',
    text: `
      select coalesce((select second_proof from settings where client_id = $1), false) as required,
             coalesce((
               select p.code_email
                 from (select student_id as account_id, email, code_email, ordinal, client_id from guardians
                       union all
                       select business_id, email, code_email, ordinal, client_id from business_contacts) p
                where p.client_id = $1 and p.account_id = $2 and lower(p.email) = $3 and p.code_email <> ''
                order by p.ordinal limit 1), '') as "codeEmail",
             c.salt, c.proof, c.proof_to as "proofTo", c.expires_at as "expiresAt", c.tries
        from (select 1) as one
        left join link_codes c on c.client_id = $1 and c.account_id = $2 and c.email = $3`,
    values: [clientId, accountId, email.toLowerCase()],
  });
  const [row] = rows;
  if (!row) throw new Error('one row, always');
  const { required, codeEmail, salt, proof, proofTo, expiresAt, tries } = row;
  return { required, codeEmail, sent: salt && { salt, proof, proofTo, expiresAt, tries } };
}

interface NewCode {
  salt: Buffer;
  codeHash: Buffer;
  proof: Proof;
  proofTo: string;
  expiresAt: Date;
}

/** Replaces a person's code. */
export async function storeCode(
  tx: Tx,
  { clientId, accountId, email }: Recipient,
  { salt, codeHash, proof, proofTo, expiresAt }: NewCode,
): Promise<void> {
  await tx.client.query({
    name: 'store_link_code',
    text: `
      insert into link_codes (client_id, account_id, email, salt, code_hash, proof, proof_to, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (client_id, account_id, email) do update set
        salt = excluded.salt, code_hash = excluded.code_hash, proof = excluded.proof, proof_to = excluded.proof_to,
        expires_at = excluded.expires_at, tries = 0, verified_at = null`,
    values: [clientId, accountId, email.toLowerCase(), salt, codeHash, proof, proofTo, expiresAt],
  });
}

/**
 * Tries a code, in one statement, so that concurrent tries are all counted. Returns how many tries are left, and
 * whether it was right; undefined if there is no code that can be tried.
 */
export async function tryCode(
  tx: Tx,
  { clientId, accountId, email }: Recipient,
  { salt, codeHash, mostTries, now }: { salt: Buffer; codeHash: Buffer; mostTries: number; now: Date },
): Promise<{ isRight: boolean; left: number } | undefined> {
  const { rows } = await tx.client.query<{ isRight: boolean; left: number }>({
    name: 'try_link_code',
    text: `
      update link_codes
         set tries = case when code_hash = $5 then tries else tries + 1 end,
             verified_at = case when code_hash = $5 then $7::timestamptz end
       where client_id = $1 and account_id = $2 and email = $3 and salt = $4 and tries < $6 and expires_at > $7
      returning verified_at is not null as "isRight", $6 - tries as left`,
    values: [clientId, accountId, email.toLowerCase(), salt, codeHash, mostTries, now],
  });
  return rows[0];
}

/** Uses up a verified code; false if someone else used it first. */
export async function spendCode(
  tx: Tx,
  { clientId, accountId, email }: Recipient,
  salt: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'spend_link_code',
    text: `delete from link_codes
            where client_id = $1 and account_id = $2 and email = $3 and salt = $4 and verified_at is not null`,
    values: [clientId, accountId, email.toLowerCase(), salt],
  });
  return rowCount === 1;
}

/** A student's guardian or a business's contact. */
export interface ProvenPerson {
  id: string;
  name: string;
  email: string;
  phone: string;
  codeEmail: string;
}

const tables = {
  Student: { table: 'guardians', owner: 'student_id' },
  Business: { table: 'business_contacts', owner: 'business_id' },
} as const;
type Account = Authorized<{ clientId: string; id: string; role: Role }>;
const tableOf = ({ role }: Account) => (role === 'Student' ? tables.Student : tables.Business);

export async function listProvenPeople(tx: Tx, account: Account): Promise<ProvenPerson[]> {
  const { table, owner } = tableOf(account);
  const { rows } = await tx.client.query<ProvenPerson>({
    name: `list_proven_${table}`,
    text: `select id, name, email, phone, code_email as "codeEmail" from ${table}
            where client_id = $1 and ${owner} = $2 order by ordinal`,
    values: [account.clientId, account.id],
  });
  return rows;
}

export async function saveCodeEmail(tx: Tx, account: Account, id: string, email: string): Promise<void> {
  const { table, owner } = tableOf(account);
  await tx.client.query({
    name: `save_code_email_of_${table}`,
    text: `update ${table} set code_email = $4 where client_id = $1 and ${owner} = $2 and id = $3`,
    values: [account.clientId, account.id, id, email],
  });
}

/** Whether signing and consenting by link takes a code as well. */
export async function requiresSecondProof(tx: Tx, clientId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ required: settings.secondProof })
    .from(settings)
    .where(eq(settings.clientId, clientId));
  return row?.required ?? false;
}
