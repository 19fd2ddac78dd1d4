import { Text, VisuallyHidden } from '@mantine/core';
import { utcDay } from '@waypost/contract/dates';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { paceOfProject } from '@waypost/contract/placements/pace/rules';
import type { ProjectRow, ReportData } from '@waypost/contract/placements/projects/calls';
import { type ItemStatus, shownBusiness } from '@waypost/contract/placements/projects/rules';
import { wireName } from '@waypost/contract/wire-names';
import type { ReactNode } from 'react';
import { fileAddress } from '../../client/call.ts';
import { NotSharedBadge } from '../../people/consents/NotShared.tsx';
import { explainPace, figuresOf, paceWords } from '../../placements/pace/pace-words.ts';
import { nameOfIntern } from '../../placements/projects/intern-name.ts';
import { itemSigns } from '../../placements/projects/item-signs.ts';
import { showHours, statusWords, whenEnded } from '../../placements/projects/project-status.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/columns.ts';
import type { CsvColumn } from '../../ui/csv.ts';
import { dateOf, showDate, showMoment } from '../../ui/dates.ts';
import { TextLink } from '../../ui/links.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './StatusReport.module.css';

/** An item of a placement's report: its status, and its word in the CSV. */
interface Item {
  header: Message;
  status: (report: ReportData) => ItemStatus | null;
  word: (report: ReportData) => string | null;
}

/**
 * In the order of the report (docs/behavior/reports.md#work-based-learning-status). The hours have their
 * own column.
 */
const items: readonly Item[] = [
  {
    header: msg('Reflections'),
    status: (report) => report.reflection_status,
    word: (report) => report.print_reflection,
  },
  {
    header: msg('Project'),
    status: (report) => report.final_project_status,
    word: (report) => report.print_final_project,
  },
  {
    header: msg('Summary'),
    status: (report) => report.final_summary_status,
    word: (report) => report.print_project_summary,
  },
  { header: msg('MSDE'), status: (report) => report.msde_status, word: (report) => report.print_msde },
  {
    header: msg('Evals'),
    status: (report) => report.evaluation_status,
    word: (report) => report.print_evaluation_status,
  },
];

const businessOf = ({ business_id_fk }: ProjectRow) => shownBusiness(business_id_fk);

/** A placement as a row or a card (docs/behavior/reports.md#work-based-learning-status). */
export const statusColumns: readonly Column<ProjectRow>[] = [
  {
    key: 'avatar',
    header: () => <VisuallyHidden>{t('Picture')}</VisuallyHidden>,
    name: msg('Picture'),
    cell: (row) => <Picture row={row} />,
    only: 'table',
  },
  {
    key: 'name',
    header: msg('Student'),
    cell: (row) => <Student row={row} />,
    sorts: true,
    card: 'title',
  },
  { key: 'business', header: msg('Business'), cell: businessOf, sorts: true },
  {
    key: 'status',
    header: msg('Status'),
    cell: (row) => <Status row={row} />,
    sorts: true,
  },
  {
    key: 'pace',
    header: msg('Pace'),
    cell: (row) => <PaceOf row={row} />,
    sorts: true,
  },
  {
    key: 'hours',
    header: msg('Hours Log'),
    cell: ({ reportData }) => <Hours report={reportData} />,
    sorts: true,
  },
  ...items.map(
    ({ header, status, word }): Column<ProjectRow> => ({
      key: t(header),
      header,
      cell: ({ reportData }) => <Sign status={status(reportData)}>{wireName(word(reportData) ?? '')}</Sign>,
    }),
  ),
  {
    key: 'entry',
    header: msg('Last entry'),
    cell: ({ last_entry }) => last_entry && showDate(last_entry),
    sorts: true,
    oneLine: true,
  },
  {
    key: 'ends',
    header: msg('Ends'),
    cell: ({ opportunity_id_fk: { employment_stop } }) => showDate(employment_stop),
    sorts: true,
    oneLine: true,
  },
  {
    key: 'updated',
    header: msg('Last Updated'),
    cell: ({ updatedAt }) => showDate(dateOf(new Date(updatedAt))),
    sorts: true,
    oneLine: true,
  },
];

function Picture({ row }: { row: ProjectRow }) {
  const file = row.student_id_fk?.profile_pic_id_fk;
  return (
    <span className={classes.picture}>
      <Avatar name={nameOfIntern(row)} size={30} src={file ? fileAddress(file) : undefined} />
    </span>
  );
}

function Student({ row }: { row: ProjectRow }) {
  return (
    <TextLink to="/admin/project/$id" params={{ id: row._id }} fw={600} className={classes.name}>
      {nameOfIntern(row)}
    </TextLink>
  );
}

/** The status, and when the placement ended. */
function Status({ row }: { row: ProjectRow }) {
  const { tone, word } = statusWords[row.business_status];
  return (
    <div>
      <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      {row.ended_at && (
        <Text size="xs" c="dimmed" className={classes.ended}>
          {whenEnded(row)}
        </Text>
      )}
      <NotSharedBadge isReleased={row.is_released} />
    </div>
  );
}

/** Whether a current placement is on pace, and why. */
function PaceOf({ row }: { row: ProjectRow }) {
  const pace = paceOfProject(row, utcDay(new Date()));
  if (!pace) return '–';
  const { tone, word } = paceWords[pace.pace];
  const why = explainPace(figuresOf(row, pace));
  return (
    <div>
      <StatusBadge tone={tone}>{t(word)}</StatusBadge>
      {why && (
        <Text size="xs" c="dimmed" miw="5.5rem" className={classes.why}>
          {why}
        </Text>
      )}
    </div>
  );
}

function paceInWords(row: ProjectRow): [pace: string, why: string] {
  const pace = paceOfProject(row, utcDay(new Date()));
  return pace ? [t(paceWords[pace.pace].word), explainPace(figuresOf(row, pace))] : ['', ''];
}

/** Approved hours, and pending ones in parentheses. */
function Hours({ report }: { report: ReportData }) {
  const [approved, waiting] = [showHours(report.accepted_hours), showHours(report.pending_hours)];
  return (
    <Sign status={report.activity_log_status}>
      <span aria-hidden className={classes.hours}>
        {approved} / <span className={classes.waiting}>({waiting})</span>
      </span>
      <VisuallyHidden>
        {t('{approved} approved, {waiting} waiting, {printActivityLog}', {
          approved,
          waiting,
          printActivityLog: wireName(report.print_activity_log),
        })}
      </VisuallyHidden>
    </Sign>
  );
}

/** An item's status as an icon, followed by the word. */
function Sign({ status, children }: { status: ItemStatus | null; children: ReactNode }) {
  const { tone, icon: Icon } = itemSigns[status ?? 0];
  return (
    <span className={classes.sign} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <Text span size="sm" inherit>
        {children}
      </Text>
    </span>
  );
}

/** The same for a spreadsheet, with the report's words. */
export const statusCsv: readonly CsvColumn<ProjectRow>[] = [
  [msg('Student'), (row) => nameOfIntern(row)],
  [msg('School'), ({ reportData }) => reportData.school ?? ''],
  [msg('Program'), ({ student_id_fk: student }) => student?.affiliated_program ?? ''],
  [msg('Graduation Year'), ({ student_id_fk: student }) => student?.graduation_year ?? ''],
  [msg('Business'), businessOf],
  [msg('Opportunity'), (row) => row.opportunity_id_fk.opportunity_title],
  [msg('Internship Type'), (row) => wireName(row.opportunity_id_fk.internship_type)],
  [msg('Status'), (row) => t(statusWords[row.business_status].word)],
  [msg('Pace'), (row) => paceInWords(row)[0]],
  [msg('Reason'), (row) => paceInWords(row)[1]],
  [msg('Approved hours'), ({ reportData }) => showHours(reportData.accepted_hours)],
  [msg('Waiting hours'), ({ reportData }) => showHours(reportData.pending_hours)],
  [msg('Activity Log'), ({ reportData }) => wireName(reportData.print_activity_log)],
  ...items.map(
    ({ header, word }): CsvColumn<ProjectRow> => [
      header,
      ({ reportData }) => wireName(word(reportData) ?? ''),
    ],
  ),
  [msg('Last entry'), ({ last_entry }) => (last_entry ? showDate(last_entry) : '')],
  [msg('Ends'), ({ opportunity_id_fk: { employment_stop } }) => showDate(employment_stop)],
  [msg('Last Updated'), ({ updatedAt }) => showMoment(updatedAt)],
  [msg('Ended on'), ({ ended_at }) => (ended_at ? showMoment(ended_at) : '')],
  [msg('Shared with businesses'), (row) => (row.is_released ? t('Yes') : t('No'))],
];
