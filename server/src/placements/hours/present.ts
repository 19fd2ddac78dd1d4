import type { HoursToApprove } from '@waypost/contract/placements/hours/calls';
import type { listPendingOfBusiness } from './queries.ts';

type ListedEntry = Awaited<ReturnType<typeof listPendingOfBusiness>>[number];

export const toHoursToApprove = (row: ListedEntry): HoursToApprove => ({
  _id: row.id,
  project_id: row.projectId,
  intern: `${row.firstName} ${row.lastName}`.trim(),
  opportunity_title: row.title,
  start_date: row.startDate,
  end_date: row.endDate,
  total_hours: row.totalHours,
  text_log: row.textLog,
});
