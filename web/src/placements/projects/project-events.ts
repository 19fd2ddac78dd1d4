import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { showDate, showMoment } from '../../ui/dates.ts';
import { statusWords } from './project-status.ts';
import { contentTitles } from './report-items.ts';

/** An event in a placement, with its date as people read it. */
export interface ProjectEvent {
  /** A moment or a calendar date, to sort by. */
  at: string;
  day: string;
  what: string;
}

/** The events of a placement, earliest first, as far as the placement itself contains them. */
export function projectEvents(project: Project): ProjectEvent[] {
  const { hours, final_summary, final_project, business_evaluations, approvals, sent_back } = project;
  const [first] = hours;
  const moments = [
    { at: project.createdAt, what: t('Placement accepted') },
    ...(final_summary?.updatedAt ? [{ at: final_summary.updatedAt, what: t('Final summary saved') }] : []),
    ...(final_project?.files ?? []).map(({ name, createdAt }) => ({
      at: createdAt,
      what: t('Final Project file added: {name}', { name }),
    })),
    ...(approvals ?? []).map(({ approval_type, approvedAt }) => ({
      at: approvedAt,
      what: t('{contentTitles} approved', { contentTitles: t(contentTitles[approval_type]) }),
    })),
    ...(sent_back ?? []).map(({ approval_type, sentBackAt }) => ({
      at: sentBackAt,
      what: t('{contentTitles} sent back', { contentTitles: t(contentTitles[approval_type]) }),
    })),
    ...(project.ended_at
      ? [{ at: project.ended_at, what: t(statusWords[project.business_status].word) }]
      : []),
  ].map(({ at, what }) => ({ at, day: showMoment(at), what }));
  const days = [
    ...(first ? [{ at: first.start_date, what: t('First hours') }] : []),
    ...(business_evaluations ?? []).map(({ evaluation_date, supervisor }) => ({
      at: evaluation_date,
      what: t('Evaluation by {supervisor}', { supervisor }),
    })),
  ].map(({ at, what }) => ({ at, day: showDate(at), what }));
  return [...moments, ...days].sort((one, other) => one.at.localeCompare(other.at));
}
