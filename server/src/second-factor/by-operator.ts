import type { Pool } from 'pg';
import { CannotDo } from '../database/cannot-do.ts';

/** How many accounts have a secret that another key encrypted. Their codes are wrong until that key is restored. */
export async function countSealedOtherwise(owner: Pool, mark: Buffer): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from second_factors where substring(secret from 1 for $2) <> $1',
    [mark, mark.length],
  );
  return rows[0]?.count ?? 0;
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
