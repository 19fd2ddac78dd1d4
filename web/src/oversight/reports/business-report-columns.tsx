import { Group, Text } from '@mantine/core';
import { msg, t } from '@waypost/contract/i18n';
import { yearsActive } from '@waypost/contract/people/accounts/rules';
import type { BusinessReport, ReportedUser } from '@waypost/contract/people/directory/calls';
import { accountName } from '@waypost/contract/people/profiles/rules';
import type { ReactNode } from 'react';
import { fileAddress } from '../../client/call.ts';
import { OwnNames } from '../../client/OwnText.tsx';
import { person } from '../../people/directory/people-columns.tsx';
import { StandingBadge, standingLabel } from '../../people/directory/StandingBadge.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { showNumber } from '../../ui/numbers.ts';

type ListColumn = Column<ReportedUser>;

/** A count of a business; a dash for rows that came without counts. */
const counted = (cell: (report: BusinessReport) => ReactNode) => (row: ReportedUser) =>
  row.business_report ? cell(row.business_report) : '–';

export const businessColumns: readonly ListColumn[] = [
  { ...person(msg('Business')), cell: (row) => <Business row={row} /> },
  { key: 'approved', header: msg('Status'), cell: (row) => <StandingBadge row={row} />, sorts: true },
  {
    key: 'createdAt',
    header: msg('On Waypost since'),
    cell: (row) => (
      <Two first={showMoment(row.createdAt)} second={years(yearsActive(row.createdAt, new Date()))} />
    ),
    sorts: true,
    oneLine: true,
  },
  {
    key: 'open_opportunities',
    header: msg('Opportunities'),
    cell: counted(({ open_opportunities, opportunities }) => (
      <Two
        first={t('{openOpportunities} open', { openOpportunities: showNumber(open_opportunities) })}
        second={t('of {opportunities}', { opportunities: showNumber(opportunities) })}
      />
    )),
    sorts: true,
    end: true,
  },
  {
    key: 'pending_applicants',
    header: msg('Applicants'),
    cell: counted(({ pending_applicants, accepted_applicants }) => (
      <Two
        first={t('{pendingApplicants} pending', { pendingApplicants: showNumber(pending_applicants) })}
        second={t('{acceptedApplicants} accepted', { acceptedApplicants: showNumber(accepted_applicants) })}
      />
    )),
    sorts: true,
    end: true,
  },
  {
    key: 'interns',
    header: msg('Placed'),
    cell: counted(({ interns }) => showNumber(interns)),
    sorts: true,
    end: true,
  },
  {
    key: 'completed',
    header: msg('Ended'),
    cell: counted(({ completed, terminated }) => (
      <Two
        first={t('{completed} completed', { completed: showNumber(completed) })}
        second={t('{terminated} terminated', { terminated: showNumber(terminated) })}
      />
    )),
    sorts: true,
    oneLine: true,
    end: true,
  },
];

/** A partner's name with its focus areas, which a report has room for instead of the email. */
function Business({ row }: { row: ReportedUser }) {
  const name = accountName(row);
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} src={row.profile_pic_id_fk ? fileAddress(row.profile_pic_id_fk) : undefined} />
      <div>
        <TextLink to="/profile/view/$id" params={{ id: row._id }} fw={600}>
          {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          <OwnNames names={row.focus_areas} />
        </Text>
      </div>
    </Group>
  );
}

const years = (active: number) => t('{active} {active, plural, one {year} other {years}} active', { active });

function Two({ first, second }: { first: string; second: string }) {
  return (
    <div>
      <Text size="sm">{first}</Text>
      <Text size="sm" c="dimmed">
        {second}
      </Text>
    </div>
  );
}

const cell = (key: keyof BusinessReport) => (row: ReportedUser) => row.business_report?.[key] ?? '';

export const businessCsv: readonly CsvColumn<ReportedUser>[] = [
  [msg('Business'), (row) => row.business_name],
  [msg('Email'), (row) => row.email],
  [msg('Status'), standingLabel],
  [msg('Focus areas'), (row) => row.focus_areas.join('; ')],
  [msg('Preferred schools'), (row) => row.schools.join('; ')],
  [msg('On Waypost since'), (row) => showMoment(row.createdAt)],
  [msg('Years active'), (row) => yearsActive(row.createdAt, new Date())],
  [msg('Opportunities'), cell('opportunities')],
  [msg('Open now'), cell('open_opportunities')],
  [msg('Applicants pending'), cell('pending_applicants')],
  [msg('Applicants accepted'), cell('accepted_applicants')],
  [msg('Placed'), cell('interns')],
  [msg('Completed'), cell('completed')],
  [msg('Terminated'), cell('terminated')],
];
