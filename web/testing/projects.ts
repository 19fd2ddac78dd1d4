import { type HoursEntry, type Project, ProjectRow } from '@waypost/contract/placements/projects/calls';
import { type ProjectFacts, reportOf } from '@waypost/contract/placements/projects/report';
import { type ApprovalType, hasEnded } from '@waypost/contract/placements/projects/rules';

export const PROJECT_ID = '00000000-0000-4000-8000-0000000000a1';

export const anEntry = (overrides: Partial<HoursEntry> = {}): HoursEntry => ({
  _id: '00000000-0000-4000-8000-0000000000e1',
  start_date: '2026-03-02',
  end_date: '2026-03-02',
  total_hours: 4,
  text_log: 'Sanded the hull.',
  business_approved: 0,
  reason: '',
  decided_by: '',
  decided_via: null,
  notes: { outside: null, long_day: null, long_week: null },
  ...overrides,
});

/** A current placement; its report is derived from its contents and from `approved`. */
export function aProject(overrides: Partial<Project> & { approved?: ApprovalType[] } = {}): Project {
  const { approved = [], ...fields } = overrides;
  const project = { ...bare, ...fields };
  return { ...project, reportData: overrides.reportData ?? reportOf(factsOf(project, approved)) };
}

/** The same while it runs today, whenever that is. */
export const aRunningProject: typeof aProject = (overrides) =>
  aProject({ opportunity_id_fk: { ...bare.opportunity_id_fk, employment_stop: '2099-08-31' }, ...overrides });

/** The same placement as in lists. */
export const aProjectRow = (overrides: Parameters<typeof aProject>[0] = {}): ProjectRow =>
  ProjectRow.parse(aProject(overrides));

function factsOf(project: Omit<Project, 'reportData'>, approved: ApprovalType[]): ProjectFacts {
  const sum = (entries: HoursEntry[]) => entries.reduce((all, one) => all + one.total_hours, 0);
  const pending = project.hours.filter((one) => one.business_approved === 0);
  return {
    internshipType: project.opportunity_id_fk.internship_type,
    acceptedHours: sum(project.hours.filter((one) => one.business_approved === 1)),
    pendingHours: sum(pending),
    totalHours: sum(project.hours.filter((one) => one.business_approved !== -1)),
    pendingCount: pending.length,
    hasEnded: hasEnded(project),
    questions: project.reflections?.length ?? 0,
    answers: project.reflections?.filter((one) => one.status === 'complete').length ?? 0,
    hasSummary: Boolean(project.final_summary?.text),
    finalFiles: project.final_project?.files.length ?? 0,
    evaluations: project.evaluation_count,
    approved,
    sentBack: project.sent_back?.map((one) => one.approval_type) ?? [],
    hoursLastUpdated: project.hours.length > 0 ? project.updatedAt : null,
    reflectionLastUpdated: null,
    school: project.student_id_fk?.school_attending ?? '',
  };
}

const bare: Omit<Project, 'reportData'> = {
  _id: PROJECT_ID,
  student_id_fk: {
    _id: 's',
    first_name: 'Maya',
    last_name: 'Torres',
    profile_pic_id_fk: null,
    graduation_year: 2027,
    school_attending: 'Bay High',
    affiliated_program: 'Boats',
  },
  is_released: true,
  opportunity_id_fk: {
    _id: 'o',
    opportunity_title: 'Boatyard Intern',
    employment_start: '2026-02-16',
    employment_stop: '2026-08-31',
    internship_type: 'Internship',
  },
  business_id_fk: { _id: 'b', business_name: 'Bayside Marine' },
  supervisor_id_fk: null,
  business_status: 'open',
  ended_at: null,
  createdAt: '2026-02-10T12:00:00.000Z',
  updatedAt: '2026-03-02T12:00:00.000Z',
  last_entry: null,
  waiting_since: null,
  evaluation_count: 0,
  application_id_fk: { _id: 'a', cover_letter: '' },
  hours: [],
  reflections: [],
  approvals: [],
  sent_back: [],
  business_evaluations: [],
  final_summary: { text: '', approved: false, updatedAt: null },
  final_project: { files: [], updatedAt: null },
};
