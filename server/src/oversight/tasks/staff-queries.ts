import { TASKS_PER_KIND } from '@waypost/contract/oversight/tasks/rules';
import { AGE_OF_MAJORITY } from '@waypost/contract/people/guardians/rules';
import { type Pace, paces } from '@waypost/contract/placements/pace/rules';
import type { BusinessStatus } from '@waypost/contract/statuses';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { hasConcern, paceStanding } from '../../placements/pace/queries.ts';
import { selectProjects } from '../../placements/projects/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projects } from '../../platform/database/tables/projects.ts';

export interface WaitingRow {
  role: 'Student' | 'Business';
  firstName: string;
  lastName: string;
  businessName: string;
  email: string;
  total: number;
}

/** How many of the accounts that are waiting for approval are named. */
const NAMED = 3;

/** Complete accounts that are waiting for staff: the first few of each role, and their total. */
export async function listWaitingAccounts(tx: Tx, clientId: string): Promise<WaitingRow[]> {
  const { rows } = await tx.client.query<WaitingRow>({
    name: 'listWaitingAccounts',
    text: `
      select * from (
        select role, first_name as "firstName", last_name as "lastName", business_name as "businessName", email,
               count(*) over (partition by role) as total,
               row_number() over (partition by role order by listed_name, id) as place
          from users
         where client_id = $1 and role in ('Student', 'Business') and not approved and confirmed
           and deactivated_at is null and saves > 0 and (role <> 'Student' or agreement_file_id is not null)
      ) as waiting
       where place <= ${NAMED}
       order by role, place`,
    values: [clientId],
  });
  return rows;
}

export interface GuardianRow {
  studentId: string;
  student: string;
  guardian: string;
  since: string;
  total: number;
}

/** Guardians named by the student who could consent and sign once staff confirm them; the longest waiting first. */
export async function listGuardiansToConfirm(
  tx: Tx,
  clientId: string,
  today: string,
): Promise<GuardianRow[]> {
  const { rows } = await tx.client.query<GuardianRow>({
    name: 'listGuardiansToConfirm',
    text: `
      select u.id as "studentId", u.first_name || ' ' || u.last_name as student, g.name as guardian,
             (g.created_at at time zone 'utc')::date::text as since, count(*) over ()::int as total
        from guardians g
        join users u on u.client_id = g.client_id and u.id = g.student_id and u.approved and u.deactivated_at is null
        left join students s on s.client_id = u.client_id and s.user_id = u.id
       where g.client_id = $1 and not g.confirmed and g.may_sign and g.email <> ''
         and (s.birth_date is null or s.birth_date + interval '${AGE_OF_MAJORITY} years' > $2)
       order by g.created_at, g.id
       limit ${TASKS_PER_KIND}`,
    values: [clientId, today],
  });
  return rows;
}

export interface ReturnedMailRow {
  userId: string;
  name: string;
  since: string;
  total: number;
}

/** People whose address a mail server refused, with the account whose page has it; the longest ago first. */
export async function listReturnedMail(tx: Tx, clientId: string): Promise<ReturnedMailRow[]> {
  const { rows } = await tx.client.query<ReturnedMailRow>({
    name: 'listReturnedMail',
    text: `
      select "userId", name, (since at time zone 'utc')::date::text as since, count(*) over ()::int as total
        from (
          select u.id as "userId", coalesce(nullif(u.business_name, ''), u.first_name || ' ' || u.last_name) as name,
                 u.mail_returned_at as since
            from users u where u.client_id = $1 and u.mail_returned_at is not null
          union all
          select g.student_id, g.name, g.mail_returned_at
            from guardians g where g.client_id = $1 and g.mail_returned_at is not null
          union all
          select c.business_id, c.name, c.mail_returned_at
            from business_contacts c where c.client_id = $1 and c.mail_returned_at is not null) as returned
       order by returned.since, "userId", name
       limit ${TASKS_PER_KIND}`,
    values: [clientId],
  });
  return rows;
}

/** Placements with work that is waiting for an Admin, and those that end soon, with the earliest last day. */
export async function countPlacementWork(tx: Tx, clientId: string, today: string) {
  const endsSoon = hasConcern('ending soon', today);
  const [counted] = await tx.db
    .select({
      awaiting: sql<number>`count(*) filter (where ${hasConcern('awaiting approval', today)})`,
      ending: sql<number>`count(*) filter (where ${endsSoon})`,
      firstEnd: sql<string | null>`min(${opportunities.employmentStop}) filter (where ${endsSoon})`,
    })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .where(eq(projects.clientId, clientId))
    .execute();
  return counted ?? { awaiting: 0, ending: 0, firstEnd: null };
}

const ofOpportunity = and(
  eq(opportunities.clientId, projects.clientId),
  eq(opportunities.id, projects.opportunityId),
);
const open: BusinessStatus = 'open';
const rankOf = (pace: Pace) => sql.raw(String(paces.indexOf(pace)));

/** Running placements that are behind or at risk: the furthest behind first, and the total of each pace. */
export async function listStudentsInNeed(tx: Tx, clientId: string, today: string) {
  const countOf = (pace: Pace) => sql<number>`count(*) filter (where rank = ${rankOf(pace)}) over ()`;
  const ranked = await tx.db
    .select({ id: projects.id, behind: countOf('behind'), atRisk: countOf('at risk') })
    .from(projects)
    .innerJoin(opportunities, ofOpportunity)
    .innerJoin(users, and(eq(users.clientId, projects.clientId), eq(users.id, projects.studentId)))
    .crossJoinLateral(sql`${paceStanding(today)} as pace`)
    .where(
      and(
        eq(projects.clientId, clientId),
        eq(projects.businessStatus, open),
        sql`rank >= ${rankOf('at risk')}`,
      ),
    )
    .orderBy(desc(sql`rank`), desc(sql`short`), asc(projects.id))
    .limit(TASKS_PER_KIND)
    .execute();
  const [first] = ranked;
  if (!first) return { placements: [], behind: 0, atRisk: 0 };
  const ids = ranked.map(({ id }) => id);
  const found = await selectProjects(tx.db)
    .where(and(eq(projects.clientId, clientId), sql`${projects.id} = any(${sql.param(ids)})`))
    .execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  const placements = found.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
  return { placements, behind: first.behind, atRisk: first.atRisk };
}

export interface EmptyClientRow {
  id: string;
  name: string;
  createdOn: string;
  total: number;
}

/** School systems without accounts, the oldest first. The transaction must be the platform's. */
export async function listEmptyClients(tx: Tx): Promise<EmptyClientRow[]> {
  const { rows } = await tx.client.query<EmptyClientRow>({
    name: 'listEmptyClients',
    text: `
      select c.id, c.full_name as name, (c.created_at at time zone 'utc')::date as "createdOn",
             count(*) over () as total
        from clients c
        left join users_of_clients() counted on counted.client_id = c.id
       where not c.is_platform and coalesce(counted.users, 0) = 0
       order by c.created_at, c.id
       limit ${TASKS_PER_KIND}`,
  });
  return rows;
}
