import type { BrowseFilter } from '@waypost/contract/opportunities/opportunities/calls';
import {
  EARTH_RADIUS_METRES,
  firstDayAt,
  lastDayAt,
  METRES_PER_MILE,
  type SortOption,
} from '@waypost/contract/opportunities/opportunities/rules';
import type { Role } from '@waypost/contract/roles';
import type { Tx } from '../../platform/database/connect.ts';
import { type IdCursor, openIds } from '../../platform/database/cursor.ts';
import { fromApprovedBusiness, isOpenToday } from '../opportunities/open-queries.ts';
import type { OpportunityRowRecord } from '../opportunities/present.ts';
import { scheduleSql } from '../opportunities/queries.ts';

export interface Browsing {
  clientId: string;
  /** A Student sees what they could apply for today and what selects them, a Business its own, staff the client's. */
  caller: { id: string; role: Role };
  /** The results of `firstDayAt` and `lastDayAt`, YYYY-MM-DD. */
  days: { first: string; last: string };
  /** Any of these, by name; empty matches all. */
  focusAreas: readonly string[];
  compensation: 'Paid' | 'Unpaid' | null;
  /** Miles from the student's home; null matches any distance. Ignored without a home address. */
  radius: number | null;
  /** Stems, each with its place in the search: for each place, one must start a word. Null without a search. */
  terms: { words: readonly string[]; places: readonly number[] } | null;
  internshipType: string | null;
  timeFrame: string | null;
  opportunityType: string | null;
  /** Only opportunities that name the caller's school. */
  ownSchool: boolean;
  /** Only opportunities that the student saved. */
  saved: boolean;
  /** Newest first if null. */
  sort: SortOption | null;
  /** Only what became available since: posted after the moment or open after the day, and not applied to. */
  since: { moment: Date; day: string } | null;
}

export interface BrowsedPage {
  limit: number;
  offset: number;
}

/** An opportunity in a list, with its distance in miles if it is known. */
export type BrowsedRecord = OpportunityRowRecord & { distance: number | null };

/** One page of what the caller may see, in order, and the number of all rows, in one query. */
export async function findOpportunities(
  tx: Tx,
  browsing: Browsing,
  page: BrowsedPage,
): Promise<{ rows: BrowsedRecord[]; total: number }> {
  const { scope, order, values } = askedBy(browsing, page);
  const found = await tx.client.query<BrowsedRecord & { id: string | null; total: number }>({
    name: `findOpportunities ${scope} ${order}`,
    text: statement(scope, order),
    values,
  });
  // A page beyond the last one still returns the number of rows, in a row that is not an opportunity.
  const rows = found.rows.filter((row) => row.id !== null);
  return { rows, total: found.rows[0]?.total ?? 0 };
}

/** The first matches of a search that a student could not have applied for before, and their number. */
export function findNewMatches(
  tx: Tx,
  asked: {
    clientId: string;
    studentId: string;
    filter: BrowseFilter;
    terms: Browsing['terms'];
    since: Date;
    now: Date;
    limit: number;
  },
): Promise<{ rows: BrowsedRecord[]; total: number }> {
  const { clientId, studentId, filter, terms, since, now, limit } = asked;
  const browsing = {
    ...filteredBy(filter, terms),
    clientId,
    caller: { id: studentId, role: 'Student' as const },
    days: { first: firstDayAt(now), last: lastDayAt(now) },
    sort: 'interests' as const,
    since: { moment: since, day: firstDayAt(since) },
  };
  return findOpportunities(tx, browsing, { limit, offset: 0 });
}

/** A filter as parameters of the statement. */
export function filteredBy(filter: BrowseFilter, terms: Browsing['terms']) {
  const { focusAreas = [], compensation = 'Either', radius = null } = filter;
  return {
    focusAreas,
    compensation: compensation === 'Either' ? null : compensation,
    radius,
    terms,
    internshipType: filter.internship_type ?? null,
    timeFrame: filter.time_frame ?? null,
    opportunityType: filter.opportunity_type ?? null,
    ownSchool: filter.own_school ?? false,
    saved: filter.saved ?? false,
  };
}

/** Everything that the caller may see, in order. */
export function openOpportunities(tx: Tx, browsing: Browsing, offset: number): Promise<IdCursor> {
  // For PostgreSQL, a limit of null means no limit.
  const { scope, order, values } = askedBy(browsing, { limit: null, offset: 0 });
  const ids = `${pageStatement(scope, order)} select id from page order by ${keyOf(order, 'page')}`;
  return openIds(tx, { sql: ids, params: values }, offset);
}

function askedBy(browsing: Browsing, page: { limit: number | null; offset: number }) {
  const scope = scopeOf(browsing);
  const values = [
    browsing.clientId,
    browsing.caller.id,
    browsing.focusAreas.length > 0 ? browsing.focusAreas : null,
    browsing.compensation,
    browsing.radius,
    page.limit,
    page.offset,
    browsing.terms?.words ?? null,
    browsing.terms?.places ?? null,
    browsing.internshipType,
    browsing.timeFrame,
    browsing.opportunityType,
    browsing.ownSchool,
  ];
  return {
    scope,
    order: orderOf(browsing.sort, scope),
    values:
      scope === 'student'
        ? [
            ...values,
            browsing.days.first,
            browsing.days.last,
            browsing.since?.moment ?? null,
            browsing.since?.day ?? null,
          ]
        : values,
  };
}

type Scope = 'student' | 'saved' | 'business' | 'client';
type Order = 'interests' | 'distance' | 'title' | 'business' | 'close' | 'newest';

function scopeOf({ caller: { role }, saved }: Browsing): Scope {
  if (role === 'Student') return saved ? 'saved' : 'student';
  return role === 'Business' ? 'business' : 'client';
}

const orders: Record<SortOption, Order> = {
  interests: 'interests',
  distance: 'distance',
  opportunity_title: 'title',
  'business.business_name': 'business',
  application_close: 'close',
};

function orderOf(sort: SortOption | null, scope: Scope): Order {
  // Only a student has interests, and a home to measure from.
  const isForAll = scope === 'student' || scope === 'saved' || (sort !== 'distance' && sort !== 'interests');
  if (sort === null || !isForAll) return 'newest';
  return orders[sort];
}

const selectsCaller = `o.id in (
      select s.opportunity_id from opportunity_students s where s.client_id = $1 and s.student_id = $2)`;

/** What a caller may see (agreed-calls.csv); `$2` is the caller, `$14` and `$15` the days, `$16` and `$17` are `since`. */
const visible: Record<Scope, string> = {
  student: `o.application_close >= $15::date and o.employment_stop >= $15::date and (
    ${isOpenToday('o', { clientId: '$1', first: '$14', last: '$15' })}
    or (${fromApprovedBusiness('o', '$1')} and ${selectsCaller}))
    and ($16::timestamptz is null or ((o.created_at > $16 or o.application_open > $17::date)
      and not exists(select from applications x
        where x.client_id = $1 and x.opportunity_id = o.id and x.student_id = $2)))`,
  // Including closed and full ones, so that nothing disappears from a list that someone made.
  saved: `o.id in (select v.opportunity_id from saved_opportunities v where v.client_id = $1 and v.student_id = $2)
    and ${fromApprovedBusiness('o', '$1')} and (o.audience = 'Open' or ${selectsCaller})`,
  business: 'o.business_id = $2',
  client: 'true',
};

// A range, because PostgreSQL does not use an index for a prefix in a join.
const startsWith = (word: string, prefix: string) =>
  `${word} >= ${prefix} and ${word} < ${prefix} || chr(1114111)`;

const isPlaced = '(o.lat <> 0 or o.lon <> 0)';

/**
 * Rounds a coordinate to steps of a few nanometers: PostgreSQL fails on arithmetic whose result is below the smallest
 * double.
 */
const stepped = (coordinate: string) => `(${coordinate} + 360 - 360)`;
const [north, east] = [`(${stepped('o.lat')} - home.lat)`, `(${stepped('o.lon')} - home.lon)`];
const cosLat = `cos(radians(${stepped('o.lat')}))`;

/** The same as `distanceInMiles` of the contract: great-circle miles, two decimals. */
const miles = `floor((2 * ${EARTH_RADIUS_METRES} * asin(least(1, sqrt(
      power(sin(radians(${north}) / 2), 2) + home.cos_lat * ${cosLat} * power(sin(radians(${east}) / 2), 2)
    ))) / ${METRES_PER_MILE}) * 100 + 0.5) / 100`;

// Grows with the distance at a fifth of its cost: all rows are sorted by it, and the distance is computed only for a
// page.
const nearness = `1 - cos(radians(${north})) + home.cos_lat * ${cosLat} * (1 - cos(radians(${east})))`;

interface Ordering {
  /** Sorts before the key. */
  group?: string;
  key: string;
  descending?: true;
  /** The join that the sort key needs. */
  join?: string;
}

// An ICU collation sorts names as people do; the database's own sorts by code points.
const orderings: Record<Order, Ordering> = {
  // `browseGroupOf` of the contract is the same rule. Within each group, Virtual opportunities have no distance to sort
  // by.
  interests: {
    group: `case when o.id in (
        select f.opportunity_id from opportunity_focus_areas f
        where f.client_id = $1 and f.focus_area_id = any(array(
          select m.focus_area_id from user_focus_areas m where m.client_id = $1 and m.user_id = $2)))
      then (case when o.opportunity_type = 'Virtual' then 1 else 0 end)
      when o.opportunity_type = 'Virtual' then 3 else 2 end`,
    key: `case when home.lat is null or o.opportunity_type = 'Virtual'
        then (o.application_close - date '2000-01-01')::float8
      when ${isPlaced} then ${nearness} end`,
  },
  distance: {
    key: `case when home.lat is null then null when o.opportunity_type = 'Virtual' then -1
      when ${isPlaced} then ${nearness} end`,
  },
  title: { key: 'o.title collate "en-x-icu"' },
  business: {
    key: 'named.ordinal',
    // Sorts the names once, so that thousands of rows are compared by number.
    join: `left join (
        select u.id, row_number() over (order by u.business_name collate "en-x-icu", u.id) as ordinal
        from users u where u.client_id = $1 and u.role = 'Business'
      ) named on named.id = o.business_id`,
  },
  close: { key: 'o.application_close' },
  newest: { key: 'o.created_at', descending: true },
};

/** A degree of latitude has the same length everywhere; one of longitude shrinks toward the poles. */
const reach = `($5::float8 + 0.01) * ${METRES_PER_MILE} / ${EARTH_RADIUS_METRES}`;

/**
 * The statement for each scope and order: at most two dozen texts, each prepared once per connection. A filter that is
 * not set is null and costs nothing, so one plan serves all. It has three steps: which rows match, from
 * `opportunities_to_browse` alone; which of them are on the page; and only for those, the fields of a row.
 */
function statement(scope: Scope, order: Order): string {
  return `${pageStatement(scope, order)}
select counted.total, o.id, o.title, o.audience, o.available_slots as "availableSlots",
  o.accepted_count as "acceptedCount", o.opportunity_type as "opportunityType",
  o.internship_type as "internshipType", o.time_frame as "timeFrame", o.compensation,
  ${scheduleSql},
  o.application_open as "applicationOpen", o.application_close as "applicationClose",
  o.employment_start as "employmentStart", o.employment_stop as "employmentStop",
  o.city, o.state, o.lat, o.lon, o.business_id as "businessId", b.business_name as "businessName",
  pic.id as "profilePicId", pic.name as "profilePicName",
  case when home.lat is null then null when o.opportunity_type = 'Virtual' then 0
    when ${isPlaced} then ${miles} end as distance,
  (select count(*)::int from applications x where x.client_id = $1 and x.opportunity_id = o.id)
    as "applicantCount",
  array(
    select a.name from opportunity_focus_areas f join focus_areas a on a.client_id = $1 and a.id = f.focus_area_id
    where f.client_id = $1 and f.opportunity_id = o.id order by a.ordinal) as "focusAreas",
  (select json_build_object('id', x.id, 'status', x.status, 'appliedAt', x.applied_at,
      'createdAt', x.created_at, 'updatedAt', x.updated_at, 'businessStatus', (
        select p.business_status from projects p where p.client_id = $1 and p.application_id = x.id))
    from applications x where x.client_id = $1 and x.opportunity_id = o.id and x.student_id = $2) as application,
  exists(select from saved_opportunities v
    where v.client_id = $1 and v.student_id = $2 and v.opportunity_id = o.id) as saved
from (select count(*)::int as total from matching) counted
  cross join home
  left join page p on true
  left join opportunities o on o.client_id = $1 and o.id = p.id
  left join users b on b.client_id = $1 and b.id = o.business_id
  left join files pic on pic.client_id = $1 and pic.id = b.profile_pic_id
order by ${keyOf(order, 'p')}`;
}

// Ascending; rows without a key come last.
const keyOf = (order: Order, page: string) =>
  `${orderings[order].group ? `${page}.grp, ` : ''}${page}.key ${orderings[order].descending ? 'desc' : 'asc'}, ${page}.id`;

/** The first two steps: `matching` and `page`. */
function pageStatement(scope: Scope, order: Order): string {
  const { group, key, join = '' } = orderings[order];
  const sorted = group ? 'id, grp, key' : 'id, key';
  return `
with home as materialized (
  -- Always one row: an aggregate of nothing is null, as is the home of all but placed students.
  select lat, lon, cos(radians(lat)) as cos_lat, degrees(${reach}) as reach_lat,
    case when abs(lat) + degrees(${reach}) < 90
      then degrees(asin(sin(${reach}) / cos(radians(lat)))) else 180 end as reach_lon
  from (
    select ${stepped('max(u.lat)')} as lat, ${stepped('max(u.lon)')} as lon from users u
    where u.client_id = $1 and u.id = $2 and u.role = 'Student'
      and u.lat is not null and u.lon is not null and (u.lat <> 0 or u.lon <> 0)
  ) point
), matching as materialized (
  select o.id, ${group ? `${group} as grp, ` : ''}${key} as key
  from opportunities o cross join home ${join}
  where o.client_id = $1 and ${visible[scope]}
    and ($3::text[] is null or o.id in (
      select f.opportunity_id from opportunity_focus_areas f
      where f.client_id = $1 and f.focus_area_id = any(array(
        select a.id from focus_areas a where a.client_id = $1 and a.name = any($3)))))
    and ($4::text is null or o.compensation = $4)
    and ($8::text[] is null or o.id in (
      select w.opportunity_id
      from unnest($8::text[], $9::int[]) term(word, place) cross join lateral (
        -- With offset 0 the planner reads one range of the index for each word, instead of every word.
        select w.opportunity_id from opportunity_words w
        where w.client_id = $1 and ${startsWith('w.word', 'term.word')} offset 0) w
      group by w.opportunity_id
      having count(distinct term.place) = (select count(distinct place) from unnest($9::int[]) place)))
    and ($10::text is null or o.internship_type = $10)
    and ($11::text is null or o.time_frame = $11)
    and ($12::text is null or o.opportunity_type = $12)
    and (not $13::boolean or o.id in (
      select x.opportunity_id from opportunity_schools x join students s on s.client_id = $1 and s.school_id = x.school_id
      where x.client_id = $1 and s.user_id = $2))
    and ($5::float8 is null or home.lat is null or o.opportunity_type = 'Virtual' or (
      ${isPlaced}
      and o.lat between home.lat - home.reach_lat and home.lat + home.reach_lat
      and least(abs(o.lon - home.lon), 360 - abs(o.lon - home.lon)) <= home.reach_lon
      and ${miles} <= $5))
), page as materialized (
  select ${sorted} from matching order by ${keyOf(order, 'matching')} limit $6 offset $7
)`;
}
