import type { HoursToApprove } from '@waypost/contract/placements/hours/calls';
import { type HoursNotes, withNotes } from '@waypost/contract/placements/hours/day-rules';
import type { Surroundings } from './day-queries.ts';
import type { listPendingOfBusiness } from './queries.ts';

type ListedEntry = Awaited<ReturnType<typeof listPendingOfBusiness>>[number];

const NO_NOTES: HoursNotes = { outside: null, long_day: null, long_week: null };

/** Gives the notes on a pending entry, by its id. */
export function notesFrom({ counted, placements }: Surroundings): (entryId: string) => HoursNotes {
  const notes = new Map<string, HoursNotes>();
  for (const placement of placements) {
    const own = counted.filter(({ project_id }) => project_id === placement.project_id);
    for (const entry of withNotes(own, placement)) notes.set(entry.id, entry.notes);
  }
  return (entryId) => notes.get(entryId) ?? NO_NOTES;
}

export const toHoursToApprove = (
  row: ListedEntry,
  notesOn: ReturnType<typeof notesFrom>,
): HoursToApprove => ({
  _id: row.id,
  project_id: row.projectId,
  intern: `${row.firstName} ${row.lastName}`.trim(),
  opportunity_title: row.title,
  start_date: row.startDate,
  end_date: row.endDate,
  total_hours: row.totalHours,
  text_log: row.textLog,
  notes: notesOn(row.id),
});
