import type { Shared } from '@waypost/contract/oversight/duplicates/rules';
import type { Role } from '@waypost/contract/roles';
import type { Tx } from '../../platform/database/connect.ts';

/** $1 is the client, $2 the roles. Each part uses an index that covers it. */
export const FIND_SHARED = `
with named as (
  select id, role, plain_name, count(*) over (partition by role, plain_name) as accounts
    from users where client_id = $1 and role = any($2) and plain_name <> ''),
called as (
  select business_id as user_id, phone, 'Business' as role, count(*) over (partition by phone) as accounts
    from business_contacts where client_id = $1 and ordinal = 1 and phone <> '' and 'Business' = any($2)
  union all
  select user_id, cell_phone, 'Student', count(*) over (partition by cell_phone)
    from students where client_id = $1 and cell_phone <> '' and 'Student' = any($2)),
enrolled as (
  select user_id, student_id, count(*) over (partition by student_id) as accounts
    from students where client_id = $1 and student_id <> '' and 'Student' = any($2))
select id as user_id, role, 'name' as same, plain_name as value from named where accounts > 1
union all select user_id, role, 'phone', phone from called where accounts > 1
union all select user_id, 'Student', 'student id', student_id from enrolled where accounts > 1
order by same, value, user_id`;

/** The accounts of a client that share a name, a phone or a student id with another of their role, sorted by name. */
export async function findShared(tx: Tx, clientId: string, roles: readonly Role[]): Promise<Shared[]> {
  const { rows } = await tx.client.query<{
    user_id: string;
    role: Role;
    same: Shared['same'];
    value: string;
  }>({ name: 'find_shared', text: FIND_SHARED, values: [clientId, roles] });
  return rows.map(({ user_id, role, same, value }) => ({ userId: user_id, role, same, value }));
}
