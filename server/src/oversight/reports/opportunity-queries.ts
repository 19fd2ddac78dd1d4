import type { Availability, OpportunityReportSort } from '@waypost/contract/oversight/reports/rules';
import { isOpenToday } from '../../opportunities/opportunities/open-queries.ts';
import { scheduleSql } from '../../opportunities/opportunities/queries.ts';
import type { ScheduleRecord } from '../../opportunities/opportunities/terms.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';

/** Filters for a client's opportunities. Missing schools or programs match everything. */
export interface OpportunitiesWanted {
  clientId: string;
  availability: Availability;
  /** The results of `firstDayAt` and `lastDayAt`, YYYY-MM-DD. */
  days: { first: string; last: string };
  schools: readonly string[];
  programs: readonly string[];
}

/** The sort order, and the part of the list. */
export interface OpportunitiesOrder {
  sort: OpportunityReportSort;
  descending: boolean;
}

export interface OpportunitiesPart extends OpportunitiesOrder {
  limit: number;
  offset: number;
}

export interface ReportedOpportunityRecord extends ScheduleRecord {
  compensation: string;
  id: string;
  title: string;
  businessId: string | null;
  businessName: string | null;
  timeFrame: string;
  audience: string;
  availableSlots: number;
  schools: string[];
  programs: string[];
  applicationOpen: string;
  applicationClose: string;
  employmentStop: string;
  acceptedCount: number;
  businessApproved: boolean;
}

/** A part of the report, in order, and the number of all rows, in one query. */
export async function findReportedOpportunities(
  tx: Tx,
  wanted: OpportunitiesWanted,
  part: OpportunitiesPart,
): Promise<{ rows: ReportedOpportunityRecord[]; total: number }> {
  const found = await tx.client.query<ReportedOpportunityRecord & { id: string | null; total: number }>({
    name: `findReportedOpportunities ${wanted.availability} ${part.sort} ${part.descending}`,
    text: statement(wanted, part),
    values: valuesOf(wanted, part),
  });
  // A part beyond the last one still returns the number, in a row that is not an opportunity.
  return { rows: found.rows.filter(({ id }) => id !== null), total: found.rows[0]?.total ?? 0 };
}

/** The whole report, in order. */
export function openReportedOpportunities(
  tx: Tx,
  wanted: OpportunitiesWanted,
  order: OpportunitiesOrder,
  offset: number,
): Promise<IdCursor> {
  const ids = `${partStatement(wanted, order)} select id from part order by ${keyOf(order, 'part')}`;
  // For PostgreSQL, a limit of null means no limit.
  return openIds(tx, { sql: ids, params: valuesOf(wanted, { limit: null, offset: 0 }) }, offset);
}

/** These rows of the report, in no order. */
export async function findReportedByIds(
  tx: Tx,
  clientId: string,
  ids: string[],
): Promise<ReportedOpportunityRecord[]> {
  const { rows } = await tx.client.query<ReportedOpportunityRecord>({
    name: 'findReportedByIds',
    text: `select ${shown} from opportunities o left join users b on b.client_id = $1 and b.id = o.business_id
      where o.client_id = $1 and o.id = any($2)`,
    values: [clientId, ids],
  });
  return rows;
}

const valuesOf = (
  { clientId, availability, days, schools, programs }: OpportunitiesWanted,
  { limit, offset }: { limit: number | null; offset: number },
) => [clientId, limit, offset, orAny(schools), orAny(programs), ...windows[availability].days(days)];

const orAny = (names: readonly string[]) => (names.length > 0 ? names : null);

interface Window {
  is: string;
  days: (days: OpportunitiesWanted['days']) => string[];
}

const isOpen = isOpenToday('o', { clientId: '$1', first: '$6', last: '$7' });

/** Open: a student could apply today. Closed: everything else, such as what is full, so that both together are All. */
const windows: Record<Availability, Window> = {
  All: { is: 'true', days: () => [] },
  Open: {
    is: isOpen,
    days: ({ first, last }) => [first, last],
  },
  Closed: { is: `(${isOpen}) is not true`, days: ({ first, last }) => [first, last] },
};

// An ICU collation sorts names as people do; the database's own sorts by code points.
const orderings: Record<OpportunityReportSort, { key: string; join?: string }> = {
  opportunity_title: { key: 'o.title collate "en-x-icu"' },
  'business.business_name': {
    key: 'named.ordinal',
    // Sorts the names once, so that thousands of rows are compared by number.
    join: `left join (
        select u.id, row_number() over (order by u.business_name collate "en-x-icu", u.id) as ordinal
        from users u where u.client_id = $1 and u.role = 'Business'
      ) named on named.id = o.business_id`,
  },
  application_close: { key: 'o.application_close' },
};

/** For a school or a program: opportunities that name it, or none at all. */
const isFor = (table: string, list: string, of: string, names: string) => `(${names}::text[] is null
    or o.id in (
      select x.opportunity_id from ${table} x where x.client_id = $1 and x.${of} = any(array(
        select l.id from ${list} l where l.client_id = $1 and l.name = any(${names}))))
    or o.id not in (select x.opportunity_id from ${table} x where x.client_id = $1))`;

const namesOf = (table: string, list: string, of: string) => `array(
    select l.name from ${table} x join ${list} l on l.client_id = $1 and l.id = x.${of}
    where x.client_id = $1 and x.opportunity_id = o.id order by l.ordinal)`;

const shown = `o.id, o.title, o.business_id as "businessId", b.business_name as "businessName",
  o.time_frame as "timeFrame", o.compensation, ${scheduleSql}, o.audience, o.available_slots as "availableSlots",
  o.application_open as "applicationOpen", o.application_close as "applicationClose",
  o.employment_stop as "employmentStop", o.accepted_count as "acceptedCount",
  coalesce(b.approved, false) as "businessApproved",
  ${namesOf('opportunity_schools', 'schools', 'school_id')} as schools,
  ${namesOf('opportunity_programs', 'programs', 'program_id')} as programs`;

/**
 * Three steps: which rows match, from `opportunities_to_browse` alone; which of them are in the part; and only for
 * those, the fields of a row.
 */
const statement = (wanted: OpportunitiesWanted, order: OpportunitiesOrder) => `${partStatement(wanted, order)}
select counted.total, ${shown}
from (select count(*)::int as total from matching) counted
  left join part p on true
  left join opportunities o on o.client_id = $1 and o.id = p.id
  left join users b on b.client_id = $1 and b.id = o.business_id
order by ${keyOf(order, 'p')}`;

const keyOf = ({ descending }: OpportunitiesOrder, part: string) =>
  `${part}.key ${descending ? 'desc' : 'asc'}, ${part}.title, ${part}.id`;

function partStatement({ availability }: OpportunitiesWanted, order: OpportunitiesOrder): string {
  const { key, join = '' } = orderings[order.sort];
  return `
with matching as materialized (
  select o.id, o.title collate "en-x-icu" as title, ${key} as key from opportunities o ${join}
  where o.client_id = $1 and ${windows[availability].is}
    and ${isFor('opportunity_schools', 'schools', 'school_id', '$4')}
    and ${isFor('opportunity_programs', 'programs', 'program_id', '$5')}
), part as materialized (
  select id, title, key from matching order by ${keyOf(order, 'matching')} limit $2 offset $3
)`;
}
