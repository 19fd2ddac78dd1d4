import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/**
 * The SQL for "a student could apply to it today": within the application dates, before the work ends, from an approved
 * business, with spots left (docs/behavior/opportunities.md#open-positions; `openPositions` of the contract is the same rule). Every count
 * of open positions and every list of open opportunities uses it. `table` is the opportunities' name or alias in the
 * statement; the others are the statement's expressions for the client and for the results of `firstDayAt` and
 * `lastDayAt`.
 */
export const isOpenToday = (
  table: string,
  { clientId, first, last }: Record<'clientId' | 'first' | 'last', string>,
) => `(${table}.audience = 'Open'
    and ${table}.application_open <= ${first}::date and ${table}.application_close >= ${last}::date
    and ${table}.employment_stop >= ${last}::date
    and ${table}.available_slots > ${table}.accepted_count
    and ${fromApprovedBusiness(table, clientId)})`;

/** Whether the business that posted it is approved; false if it was deleted. */
export const fromApprovedBusiness = (table: string, clientId: string) =>
  `${table}.business_id in (select owner.id from users owner
      where owner.client_id = ${clientId} and owner.role = 'Business' and owner.approved)`;

type Value = Placeholder | SQL | string;

const MARK = '\u0000';

/** The same condition for the query builder, in a query on `opportunities`. */
export function openToday(clientId: Value, first: Value, last: Value): SQL<boolean> {
  const marked = isOpenToday('"opportunities"', {
    clientId: `${MARK}c`,
    first: `${MARK}f`,
    last: `${MARK}l`,
  });
  const values: Record<string, Value> = { c: clientId, f: first, l: last };
  const [before = '', ...rest] = marked.split(MARK);
  const chunks = rest.map((part) => sql`${values[part.charAt(0)]}${sql.raw(part.slice(1))}`);
  return sql<boolean>`${sql.raw(before)}${sql.join(chunks, sql.raw(''))}`;
}
