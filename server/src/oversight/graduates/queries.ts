import { and, count, eq, lt } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { students, users } from '../../platform/database/tables/people.ts';

/** The number of approved students of an earlier class. */
export const countGraduates = prepared<{ clientId: string; before: number }>()(
  'countGraduates',
  (db, { clientId, before }) =>
    db
      .select({ count: count() })
      .from(users)
      .innerJoin(students, and(eq(students.clientId, users.clientId), eq(students.userId, users.id)))
      .where(
        and(
          eq(users.clientId, clientId),
          eq(users.role, 'Student'),
          eq(users.approved, true),
          lt(students.graduationYear, before),
        ),
      ),
);

/** Revokes their approval and ends their sessions in one statement; returns their ids. */
export async function deactivateGraduates(
  tx: Tx,
  { clientId, before, now }: { clientId: string; before: number; now: Date },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.client.query<{ id: string; name: string }>(
    `with gone as (
       update users u set approved = false, deactivated_at = $3
         from students s
        where s.client_id = u.client_id and s.user_id = u.id and u.client_id = $1 and u.role = 'Student'
          and u.approved and s.graduation_year < $2
        returning u.id, trim(u.first_name || ' ' || u.last_name) as name),
     ended as (
       delete from sessions where client_id = $1 and user_id in (select id from gone))
     select id, name from gone`,
    [clientId, before, now],
  );
  return rows;
}
