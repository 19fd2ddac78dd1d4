import type { Pool } from 'pg';
import { CannotDo } from '../../platform/database/cannot-do.ts';
import type { Vault } from '../../platform/outside/vault.ts';
import { ownerOf } from './verification.ts';

/** How many accounts have a secret that another key encrypted. Their codes are wrong until that key is restored. */
export async function countSealedOtherwise(owner: Pool, mark: Buffer): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from second_factors where substring(secret from 1 for $2) <> $1',
    [mark, mark.length],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Encrypts the secrets that one key encrypted with another. Returns how many. Running it again, or on two servers at
 * once, does no harm.
 */
export async function reencryptSecrets(
  owner: Pool,
  { from, to }: { from: Vault; to: Vault },
): Promise<number> {
  const { rows } = await owner.query<{ client_id: string; user_id: string; secret: Buffer }>(
    'select client_id, user_id, secret from second_factors where substring(secret from 1 for $2) = $1',
    [from.mark, from.mark.length],
  );
  let count = 0;
  for (const { client_id, user_id, secret } of rows) {
    const whose = ownerOf({ clientId: client_id, userId: user_id });
    const opened = from.open(secret, whose);
    if (!opened) continue;
    const { rowCount } = await owner.query(
      'update second_factors set secret = $4 where client_id = $1 and user_id = $2 and secret = $3',
      [client_id, user_id, secret, to.seal(opened, whose)],
    );
    count += rowCount ?? 0;
  }
  return count;
}

/**
 * Turns off two-step login for a person whom nobody else can help, such as the only SuperAdmin, ends their sessions,
 * and records it. Throws `CannotDo` if it is not on.
 */
export async function turnOffByOperator(owner: Pool, email: string, now: Date): Promise<void> {
  const { rowCount } = await owner.query(
    `with gone as (
       delete from second_factors f using users u
        where u.client_id = f.client_id and u.id = f.user_id and u.email_lower = lower($1) and f.secret is not null
        returning u.client_id, u.id, u.email),
     ended as (delete from sessions s using gone where s.client_id = gone.client_id and s.user_id = gone.id)
     insert into audit_entries (client_id, at, action, actor_name, subject_id, subject_name)
       select client_id, $2, 'reset second factor', 'Operator', id, email from gone`,
    [email, now],
  );
  if (!rowCount) throw new CannotDo(`No account with the email ${email} has two-step login.`);
}
