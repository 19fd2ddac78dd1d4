import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { applications, opportunities } from '../database/tables/opportunities.ts';
import { projects } from '../database/tables/projects.ts';

/**
 * Whether a student has applied to one of a business's opportunities, or has a project at it: only then does
 * the business see anything of them (rulings, "Students' data"). For use within a query of the same client.
 */
export const knowsStudent = (clientId: SQLWrapper, businessId: SQLWrapper, studentId: SQLWrapper) =>
  sql<boolean>`(exists(select from ${applications} join ${opportunities}
        on ${opportunities.clientId} = ${applications.clientId} and ${opportunities.id} = ${applications.opportunityId}
      where ${applications.clientId} = ${clientId} and ${applications.studentId} = ${studentId}
        and ${opportunities.businessId} = ${businessId})
    or exists(select from ${projects}
      where ${projects.clientId} = ${clientId} and ${projects.studentId} = ${studentId}
        and ${projects.businessId} = ${businessId}))` as SQL<boolean>;
