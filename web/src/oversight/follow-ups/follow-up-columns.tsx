import { Button, Group } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import type { FollowUp } from '@waypost/contract/oversight/follow-ups/calls';
import { canRemind, type FollowUpParty, followUpWords } from '@waypost/contract/oversight/follow-ups/rules';
import { OwnNames } from '../../client/OwnText.tsx';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showDate, showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';

interface Actions {
  remind: (row: FollowUp) => void;
  snooze: (row: FollowUp) => void;
  /** Shows a row again that was put off. */
  wake: (row: FollowUp) => void;
}

/** What has to be done. The school has to ask for consent before a guardian can decide. */
const wordsOf = ({ kind, waits_on }: FollowUp): string =>
  kind === 'consent' && waits_on.includes('school') ? t('Ask for consent') : t(followUpWords[kind]);

/** What has to be done, and by or about which student. */
export const describeFollowUp = (row: FollowUp): string =>
  t('{what}: {student}', { what: wordsOf(row), student: row.student || t('A former student') });

const partyWords: Record<FollowUpParty, (row: FollowUp) => string> = {
  student: ({ student }) => student || t('A former student'),
  business: ({ business }) => business || t('The business'),
  guardian: () => t('A guardian'),
  school: () => t('The school'),
};
const waitsOn = (row: FollowUp) => row.waits_on.map((party) => partyWords[party](row)).join(', ');

/** In the table, where the first column already names the student. */
const waitsOnInTable = (row: FollowUp) =>
  row.waits_on.map((party) => (party === 'student' ? t('The student') : partyWords[party](row))).join(', ');

export function followUpColumns({ remind, snooze, wake }: Actions): readonly Column<FollowUp>[] {
  return [
    { key: 'what', header: msg('What'), cell: (row) => <What row={row} />, card: 'title' },
    { key: 'waits', header: msg('Waiting for'), cell: waitsOnInTable },
    { key: 'title', header: msg('Opportunity'), cell: ({ title }) => title },
    { key: 'school', header: msg('School'), cell: ({ school }) => school },
    { key: 'program', header: msg('Program'), cell: ({ program }) => <OwnNames names={[program]} /> },
    { key: 'since', header: msg('Since'), cell: ({ since }) => showDate(since), oneLine: true },
    {
      key: 'reminded',
      header: msg('Last reminder'),
      cell: ({ reminded_at }) => reminded_at && showMoment(reminded_at),
      oneLine: true,
    },
    {
      key: 'actions',
      header: msg('Actions'),
      cell: (row) => <RowActions row={row} remind={remind} snooze={snooze} wake={wake} />,
      card: 'actions',
    },
  ];
}

function RowActions({ row, remind, snooze, wake }: Actions & { row: FollowUp }) {
  const what = describeFollowUp(row);
  const day = row.snoozed_until && showDate(row.snoozed_until);
  const shared = { variant: 'default', px: 'sm' } as const;
  return (
    <Group gap="xs" wrap="nowrap">
      {canRemind(row) && (
        <Button {...shared} aria-label={t('Remind: {what}', { what })} onClick={() => remind(row)}>
          {t('Remind')}
        </Button>
      )}
      {day ? (
        <Button
          {...shared}
          aria-label={t('Put off until {day}. Show again: {what}', { day, what })}
          onClick={() => wake(row)}
        >
          {t('Put off until {day}', { day })}
        </Button>
      ) : (
        <Button {...shared} aria-label={t('Put off: {what}', { what })} onClick={() => snooze(row)}>
          {t('Put off')}
        </Button>
      )}
    </Group>
  );
}

function What({ row }: { row: FollowUp }) {
  const { kind, subject_id: id } = row;
  if (kind === 'offer')
    return (
      <TextLink to="/application/view/$id" params={{ id }}>
        {describeFollowUp(row)}
      </TextLink>
    );
  if (kind === 'draft')
    return (
      <TextLink to="/project/$id/agreement" params={{ id }}>
        {describeFollowUp(row)}
      </TextLink>
    );
  return kind === 'consent' || kind === 'guardian' ? (
    <TextLink to="/profile/view/$id" params={{ id }}>
      {describeFollowUp(row)}
    </TextLink>
  ) : (
    <TextLink to="/admin/project/$id" params={{ id }}>
      {describeFollowUp(row)}
    </TextLink>
  );
}

export const followUpCsv: readonly CsvColumn<FollowUp>[] = [
  [msg('What'), wordsOf],
  [msg('Student'), ({ student }) => student],
  [msg('School'), ({ school }) => school],
  [msg('Program'), ({ program }) => program],
  [msg('Business'), ({ business }) => business],
  [msg('Opportunity'), ({ title }) => title],
  [msg('Waiting for'), waitsOn],
  [msg('Since'), ({ since }) => showDate(since)],
  [msg('Last reminder'), ({ reminded_at }) => (reminded_at ? showMoment(reminded_at) : '')],
];
