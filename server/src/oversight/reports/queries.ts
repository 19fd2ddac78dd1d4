import { DAY_ENDS_UTC } from '@waypost/contract/oversight/reports/rules';
import { and, count, countDistinct, eq, isNotNull } from 'drizzle-orm';
import { prepared, type Tx } from '../../platform/database/connect.ts';
import { applications } from '../../platform/database/tables/opportunities.ts';
import { projects } from '../../platform/database/tables/projects.ts';

/** Applications of existing students: the sum of the Application Count report. */
export const countApplications = prepared<{ clientId: string }>()('countApplications', (db, { clientId }) =>
  db
    .select({ count: count() })
    .from(applications)
    .where(and(eq(applications.clientId, clientId), isNotNull(applications.studentId))),
);

/** Students with a running placement, each counted once. */
export const countEmployed = prepared<{ clientId: string }>()('countEmployed', (db, { clientId }) =>
  db
    .select({ count: countDistinct(projects.studentId) })
    .from(projects)
    .where(and(eq(projects.clientId, clientId), eq(projects.businessStatus, 'open'))),
);

/**
 * How many people of the client used Waypost on each day since `from`, from their sessions and audit entries; days
 * without users are left out. Actions in a masquerade do not count for the other person, and SuperAdmins do not belong
 * to the client.
 */
export async function countActive(
  tx: Tx,
  clientId: string,
  from: Date,
): Promise<{ date: string; count: number }[]> {
  const day = (moment: string) =>
    `((${moment} at time zone 'UTC') - interval '${DAY_ENDS_UTC} hours')::date::text`;
  const { rows } = await tx.client.query<{ date: string; count: number }>({
    name: 'countActive',
    text: `
      select date, count(distinct person)::int as count from (
        select ${day('at')} as date, actor_id as person from audit_entries
         where client_id = $1 and at >= $2 and admin_id is null and actor_id is not null
           and action <> 'failed sign in'
        union
        select ${day('last_seen_at')}, user_id from sessions
         where client_id = $1 and last_seen_at >= $2 and admin_id is null
        union
        select ${day('created_at')}, user_id from sessions
         where client_id = $1 and created_at >= $2 and admin_id is null
      ) as seen
      join users u on u.client_id = $1 and u.id = seen.person
      group by date`,
    values: [clientId, from],
  });
  return rows;
}
