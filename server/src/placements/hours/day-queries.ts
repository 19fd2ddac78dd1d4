import type { PlacementDays, Span } from '@waypost/contract/placements/hours/day-rules';
import { DISAPPROVED } from '@waypost/contract/placements/hours/rules';
import type { Authorized } from '../../platform/access/enforce.ts';
import type { Tx } from '../../platform/database/connect.ts';

/** An arbitrary number that all servers share. */
const DAYS_LOCK = 7_269_006;

/**
 * Locks the days of a student until the transaction ends, so that two entries of different placements cannot fill the
 * same day twice. Nothing is locked after it, so it cannot deadlock.
 */
export async function lockDays(
  tx: Tx,
  { studentId }: Authorized<{ studentId: string | null }>,
): Promise<void> {
  await tx.client.query({
    name: 'lock_days',
    text: `select pg_advisory_xact_lock(${DAYS_LOCK}, hashtext($1))`,
    values: [studentId],
  });
}

/** A student's entries from the first day of these spans to the last, in all placements, that were not disapproved. */
export async function listOnDays(
  tx: Tx,
  { clientId, studentId }: Authorized<{ clientId: string; studentId: string | null }>,
  spans: readonly Span[],
): Promise<Span[]> {
  const first = firstOf(spans.map(({ start_date }) => start_date));
  const last = lastOf(spans.map(({ end_date }) => end_date));
  const { rows } = await tx.client.query<Span>({
    name: 'list_hours_on_days',
    text: `select h.start_date, h.end_date, h.total_hours
             from projects p join hour_entries h on h.client_id = p.client_id and h.project_id = p.id
            where p.client_id = $1 and p.student_id = $2 and h.business_approved <> ${DISAPPROVED}
              and h.start_date <= $4 and h.end_date >= $3`,
    values: [clientId, studentId, first, last],
  });
  return rows;
}

/** Of dates as YYYY-MM-DD. */
const firstOf = (days: readonly string[]) => days.toSorted().at(0) ?? '9999-12-31';
const lastOf = (days: readonly string[]) => days.toSorted().at(-1) ?? '0001-01-01';

/** An entry that was not disapproved. */
export interface CountedEntry extends Span {
  id: string;
  project_id: string;
  business_approved: number;
}

export interface DaysOfPlacement extends PlacementDays {
  project_id: string;
}

/** What the pending entries of placements are compared with: what counts in the weeks around them, and the planned days. */
export interface Surroundings {
  counted: CountedEntry[];
  placements: DaysOfPlacement[];
}

/** The surroundings of these entries. Only ids of placements that the caller may read. */
export async function findSurroundings(
  tx: Tx,
  clientId: string,
  entries: readonly { projectId: string; startDate: string; endDate: string }[],
): Promise<Surroundings> {
  const ids = [...new Set(entries.map(({ projectId }) => projectId))];
  const first = firstOf(entries.map(({ startDate }) => startDate));
  const last = lastOf(entries.map(({ endDate }) => endDate));
  const [counted, placements] = await Promise.all([
    tx.client.query<CountedEntry>({
      name: 'list_counted_hours',
      text: `select id, project_id, start_date, end_date, total_hours, business_approved from hour_entries
              where client_id = $1 and project_id = any($2) and business_approved <> ${DISAPPROVED}
                and start_date <= date_trunc('week', $4::date)::date + 6 and end_date >= date_trunc('week', $3::date)::date`,
      values: [clientId, ids, first, last],
    }),
    tx.client.query<DaysOfPlacement>({
      name: 'list_placement_days',
      text: `select p.id as project_id, o.employment_start as first_day, o.employment_stop as last_day,
                    weekly_hours(p.client_id, p.id)
               from projects p join opportunities o on o.client_id = p.client_id and o.id = p.opportunity_id
              where p.client_id = $1 and p.id = any($2)`,
      values: [clientId, ids],
    }),
  ]);
  return { counted: counted.rows, placements: placements.rows };
}

/** The surroundings of the pending entries that a link lists. */
export async function findSurroundingsByLink(tx: Tx): Promise<Surroundings> {
  const [counted, placements] = await Promise.all([
    tx.client.query<CountedEntry>({
      name: 'list_counted_hours_by_link',
      text: `select id, project_id, start_date, end_date, total_hours, business_approved from counted_of_hours_link()`,
    }),
    tx.client.query<DaysOfPlacement>({
      name: 'list_placement_days_by_link',
      text: `select project_id, first_day, last_day, weekly_hours from days_of_hours_link()`,
    }),
  ]);
  return { counted: counted.rows, placements: placements.rows };
}
