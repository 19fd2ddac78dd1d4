import {
  IconBuildingBank,
  IconClockHour4,
  IconFileText,
  IconMessage2,
  IconPresentation,
  IconStar,
} from '@tabler/icons-react';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { EVALUATIONS_REQUIRED } from '@waypost/contract/placements/evaluations/rules';
import type { Project, ReportData } from '@waypost/contract/placements/projects/calls';
import { submissionsWord } from '@waypost/contract/placements/projects/report';
import {
  type ApprovalType,
  hasEnded,
  INCOMPLETE,
  ITEM_APPROVED,
  type ItemStatus,
} from '@waypost/contract/placements/projects/rules';
import { wireName } from '@waypost/contract/wire-names';
import { showHours } from './project-status.ts';

/** One of the six blocks of a placement's report (docs/behavior/projects.md#report). */
export interface ReportItem {
  item: ApprovalType;
  title: Message;
  icon: typeof IconClockHour4;
  status: (report: ReportData) => ItemStatus;
  /** Its progress, in a few words. */
  line: (project: Project) => string;
}

// Staff see every status; only a business gets null.
const staffStatus = (status: ItemStatus | null): ItemStatus => status ?? INCOMPLETE;

export const reportItems: readonly ReportItem[] = [
  {
    item: 'hours',
    title: msg('Activity Log'),
    icon: IconClockHour4,
    status: (report) => report.activity_log_status,
    line: ({ reportData: report, opportunity_id_fk: { internship_type } }) => {
      const hours = {
        accepted: showHours(report.accepted_hours),
        minimum: MINIMUM_HOURS[internship_type],
        waiting: showHours(report.pending_hours),
      };
      return report.pending_hours > 0
        ? t('{accepted} of {minimum} hours approved, {waiting} waiting', hours)
        : t('{accepted} of {minimum} hours approved', hours);
    },
  },
  {
    item: 'reflection',
    title: msg('Reflections'),
    icon: IconMessage2,
    status: (report) => staffStatus(report.reflection_status),
    line: ({ reportData: report }) =>
      report.reflection_total
        ? t('{reflectionCount} of {reflectionTotal} answered', {
            reflectionCount: report.reflection_count ?? 0,
            reflectionTotal: report.reflection_total,
          })
        : t('No questions were asked'),
  },
  {
    item: 'summary',
    title: msg('Final Summary'),
    icon: IconFileText,
    status: (report) => staffStatus(report.final_summary_status),
    line: ({ final_summary }) => (final_summary?.text ? t('Written') : t('Not written yet')),
  },
  {
    item: 'project',
    title: msg('Final Project'),
    icon: IconPresentation,
    status: (report) => staffStatus(report.final_project_status),
    line: ({ final_project }) => {
      const count = final_project?.files.length ?? 0;
      return t('{count, plural, =0 {No files} one {1 file} other {{count} files}}', { count });
    },
  },
  {
    item: 'msde',
    title: msg('MSDE'),
    icon: IconBuildingBank,
    status: (report) => staffStatus(report.msde_status),
    line: (project) => {
      const missing = stateNeeds(project).filter(({ isIn }) => !isIn);
      const isWaitedFor = staffStatus(project.reportData.msde_status) === INCOMPLETE && missing.length > 0;
      return isWaitedFor
        ? t('Still missing: {needs}', { needs: missing.map(({ need }) => need).join(', ') })
        : t('State Department of Education');
    },
  },
  {
    item: 'evals',
    title: msg('Business Evaluations'),
    icon: IconStar,
    status: (report) => report.evaluation_status,
    line: ({ evaluation_count: count }) =>
      `${wireName(submissionsWord(count))}${count > 0 ? t(', {count} of {evaluationsRequired}', { count, evaluationsRequired: EVALUATIONS_REQUIRED }) : ''}`,
  },
];

/** The views with their own tab; the others are opened by their block. */
export const tabTypes = ['application', 'status', 'timeline'] as const;
type TabType = (typeof tabTypes)[number];

/** The views of the panel next to the blocks; it starts with the application. */
export const contentTypes = [...tabTypes, ...reportItems.map(({ item }) => item)] as const;
export type ContentType = TabType | ApprovalType;

/** Whether this view belongs to one of the six blocks. */
export const isItem = (shown: ContentType): shown is ApprovalType =>
  reportItems.some(({ item }) => item === shown);

/** The id of a block's View, which takes the focus when its sheet closes. */
export const viewId = (item: ApprovalType) => `view-${item}`;

export const contentTitles: Record<ContentType, Message> = {
  application: msg('Student Application'),
  status: msg('Internship Status'),
  timeline: msg('Timeline'),
  hours: msg('Activity Log'),
  reflection: msg('Reflections'),
  summary: msg('Final Summary'),
  project: msg('Final Project'),
  msde: msg('MSDE'),
  evals: msg('Business Evaluations'),
};

export function contentOf(asked: string | undefined): ContentType {
  return contentTypes.find((one) => one === asked) ?? 'application';
}

/** The requirements for sending a project to the state, and whether each is met (decision 9). */
export function stateNeeds(project: Project): { need: string; isIn: boolean }[] {
  const { reportData: report, opportunity_id_fk: opportunity } = project;
  const minimum = MINIMUM_HOURS[opportunity.internship_type];
  const rest = reportItems.filter(({ item }) => item !== 'msde' && item !== 'hours');
  const ended = hasEnded(project);
  const isBelow = report.accepted_hours < minimum;
  return [
    ended && isBelow
      ? { need: t('All hours decided by the business'), isIn: report.pending_count === 0 }
      : { need: t('{minimum} hours approved by the business', { minimum }), isIn: !isBelow },
    ...rest
      // After the end, a business can no longer evaluate, so do not wait for it.
      .filter(({ item, status }) => !(ended && item === 'evals' && status(report) === INCOMPLETE))
      .map(({ title, status }) => ({ need: t(title), isIn: status(report) !== INCOMPLETE })),
  ];
}

export const itemWords: Record<ItemStatus, Message> = {
  [INCOMPLETE]: msg('Incomplete'),
  1: msg('Awaiting approval'),
  [ITEM_APPROVED]: msg('Approved'),
};
