import { AUTO_APPLIED, identifyingStatuses } from '@waypost/contract/placements/applications/rules';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { consents } from '../database/tables/consents.ts';
import { applications, opportunities } from '../database/tables/opportunities.ts';
import { projects } from '../database/tables/projects.ts';

/**
 * Whether businesses may see a student's information: not after a refusal or a withdrawal, the newest decision counts
 * (docs/behavior/consents.md#what-a-refusal-hides). For use within a query of the same client.
 */
export const isReleased = (clientId: SQLWrapper, studentId: SQLWrapper) =>
  sql<boolean>`coalesce((select c.decision = 'given' from ${consents} c
      where c.client_id = ${clientId} and c.student_id = ${studentId}
      order by c.recorded_at desc, c.id desc limit 1), true)`;

/**
 * Whether a student has an application to one of a business's opportunities that shows who they are
 * (`showsApplicant`), or a placement there: only then does the business see their profile, picture and résumé
 * (docs/behavior/access.md#students-data). For use within a query of the same client.
 */
export const knowsStudent = (clientId: SQLWrapper, businessId: SQLWrapper, studentId: SQLWrapper) =>
  // The query builder omits the table's name when it selects from only one table, so it is written out here.
  sql<boolean>`(exists(select from ${applications} a join ${opportunities} o
        on o.client_id = a.client_id and o.id = a.opportunity_id
      where a.client_id = ${clientId} and a.student_id = ${studentId} and o.business_id = ${businessId}
        and a.status in (${sql.join(
          identifyingStatuses.map((status) => sql.raw(`'${status}'`)),
          sql`, `,
        )})
        and not (a.status = 'Offered' and a.cover_letter = ${sql.raw(`'${AUTO_APPLIED}'`)}))
    or exists(select from ${projects} p
      where p.client_id = ${clientId} and p.student_id = ${studentId} and p.business_id = ${businessId}))`;
