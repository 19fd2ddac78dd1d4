import { Stack, Text } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { tallyHours } from '@waypost/contract/placements/hours/rules';
import type { HoursEntry } from '@waypost/contract/placements/projects/calls';
import type { Column } from '../../ui/columns.ts';
import { showDay } from '../../ui/dates.ts';
import { StatusBadge, type StatusTone } from '../../ui/StatusBadge.tsx';
import { byWhom } from '../projects/by-whom.ts';
import { showHours } from '../projects/project-status.ts';
import { NotesOnHours } from './NotesOnHours.tsx';

/** The word and color of each decision. */
const decisions: Record<HoursEntry['business_approved'], { word: Message; tone: StatusTone }> = {
  0: { word: msg('Pending'), tone: 'waiting' },
  1: { word: msg('Approved'), tone: 'good' },
  [-1]: { word: msg('Disapproved'), tone: 'bad' },
};

/** An entry's dates: one day, or first to last. */
export function showSpan({ start_date, end_date }: Pick<HoursEntry, 'start_date' | 'end_date'>): string {
  return start_date === end_date
    ? showDay(start_date)
    : t('{date} to {date2}', { date: showDay(start_date), date2: showDay(end_date) });
}

/** "15 entries, 60.00 hours · 2 disapproved, 8.00 hours": each count with the sum of the same entries. */
export function countHours(entries: readonly HoursEntry[]): string {
  const { counted, disapproved } = tallyHours(entries);
  const all = t('{count, plural, one {1 entry} other {{count} entries}}, {hours} hours', {
    count: counted.count,
    hours: showHours(counted.hours),
  });
  if (disapproved.count === 0) return all;
  return t('{all} · {count} disapproved, {hours} hours', {
    all,
    count: disapproved.count,
    hours: showHours(disapproved.hours),
  });
}

/** The columns that both sides see; each adds its own actions. */
export const hoursColumns: readonly Column<HoursEntry>[] = [
  {
    key: 'day',
    header: msg('Day'),
    card: 'title',
    oneLine: true,
    cell: showSpan,
    compare: (one, other) => one.start_date.localeCompare(other.start_date),
  },
  {
    key: 'hours',
    header: msg('Hours'),
    end: true,
    cell: (entry) => showHours(entry.total_hours),
    compare: (one, other) => one.total_hours - other.total_hours,
  },
  {
    key: 'log',
    header: msg('Activity'),
    card: 'text',
    cell: ({ text_log, reason, notes }) => (
      <>
        {text_log}
        <NotesOnHours notes={notes} />
        {reason && (
          <Text size="sm" mt={4}>
            <strong>{t('Reason it was disapproved:')}</strong> {reason}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'status',
    header: msg('Status'),
    cell: ({ business_approved, decided_by, decided_via }) => (
      <Stack gap={4} align="flex-start">
        <StatusBadge tone={decisions[business_approved].tone}>
          {t(decisions[business_approved].word)}
        </StatusBadge>
        {decided_via && (
          <Text size="xs" c="dimmed">
            {byWhom(decided_by, decided_via)}
          </Text>
        )}
      </Stack>
    ),
    compare: (one, other) => one.business_approved - other.business_approved,
  },
];
