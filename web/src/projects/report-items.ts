import { MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import type { Project, ReportData } from '@waypost/contract/projects/calls';
import { submissionsWord } from '@waypost/contract/projects/report';
import {
  type ApprovalType,
  EVALUATIONS_REQUIRED,
  hasEnded,
  INCOMPLETE,
  ITEM_APPROVED,
  type ItemStatus,
} from '@waypost/contract/projects/rules';
import { showHours } from './project-status.ts';

/** One of the six blocks of a placement's report (docs/behavior/projects.md#report). */
export interface ReportItem {
  item: ApprovalType;
  title: string;
  status: (report: ReportData) => ItemStatus;
  /** How far it is, in a few words. */
  line: (project: Project) => string;
}

// Staff are told all of it; a null stands only in what a business gets.
const told = (status: ItemStatus | null): ItemStatus => status ?? INCOMPLETE;

export const reportItems: readonly ReportItem[] = [
  {
    item: 'hours',
    title: 'Activity Log',
    status: (report) => report.activity_log_status,
    line: ({ reportData: report, opportunity_id_fk: { internship_type } }) => {
      const waiting = report.pending_hours > 0 ? `, ${showHours(report.pending_hours)} waiting` : '';
      return `${showHours(report.accepted_hours)} of ${MINIMUM_HOURS[internship_type]} hours approved${waiting}`;
    },
  },
  {
    item: 'reflection',
    title: 'Reflections',
    status: (report) => told(report.reflection_status),
    line: ({ reportData: report }) =>
      report.reflection_total
        ? `${report.reflection_count ?? 0} of ${report.reflection_total} answered`
        : 'No questions were asked',
  },
  {
    item: 'summary',
    title: 'Final Summary',
    status: (report) => told(report.final_summary_status),
    line: ({ final_summary }) => (final_summary?.text ? 'Written' : 'Not written yet'),
  },
  {
    item: 'project',
    title: 'Final Project',
    status: (report) => told(report.final_project_status),
    line: ({ final_project }) => {
      const count = final_project?.files.length ?? 0;
      return count === 1 ? '1 file' : `${count === 0 ? 'No' : count} files`;
    },
  },
  {
    item: 'msde',
    title: 'MSDE',
    status: (report) => told(report.msde_status),
    line: () => 'State Department of Education',
  },
  {
    item: 'evals',
    title: 'Business Evaluations',
    status: (report) => report.evaluation_status,
    line: ({ evaluation_count: count }) =>
      `${submissionsWord(count)}${count > 0 ? `, ${count} of ${EVALUATIONS_REQUIRED}` : ''}`,
  },
];

/** What the panel beside the blocks can show; it begins with the application. */
export const contentTypes = ['application', 'status', ...reportItems.map(({ item }) => item)] as const;
export type ContentType = 'application' | 'status' | ApprovalType;

export const contentTitles: Record<ContentType, string> = {
  application: 'Student Application',
  status: 'Internship Status',
  hours: 'Activity Log',
  reflection: 'Reflections',
  summary: 'Final Summary',
  project: 'Final Project',
  msde: 'MSDE',
  evals: 'Business Evaluations',
};

export function contentOf(asked: string | undefined): ContentType {
  return contentTypes.find((one) => one === asked) ?? 'application';
}

/** What has to be in before a project goes to the state, and whether it is (decision 9). */
export function stateNeeds(project: Project): { need: string; isIn: boolean }[] {
  const { reportData: report, opportunity_id_fk: opportunity } = project;
  const minimum = MINIMUM_HOURS[opportunity.internship_type];
  const rest = reportItems.filter(({ item }) => item !== 'msde' && item !== 'hours');
  const ended = hasEnded(project);
  const isBelow = report.accepted_hours < minimum;
  return [
    ended && isBelow
      ? { need: 'All hours decided by the business', isIn: report.pending_count === 0 }
      : { need: `${minimum} hours approved by the business`, isIn: !isBelow },
    ...rest
      // After the end a business can no longer evaluate, so nobody waits for it.
      .filter(({ item, status }) => !(ended && item === 'evals' && status(report) === INCOMPLETE))
      .map(({ title, status }) => ({ need: title, isIn: status(report) !== INCOMPLETE })),
  ];
}

export const itemWords: Record<ItemStatus, string> = {
  [INCOMPLETE]: 'Incomplete',
  1: 'Awaiting approval',
  [ITEM_APPROVED]: 'Approved',
};
