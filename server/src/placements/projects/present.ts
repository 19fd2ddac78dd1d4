import { displayName } from '@waypost/contract/people/profiles/rules';
import { withNotes } from '@waypost/contract/placements/hours/day-rules';
import type {
  HoursEntry,
  ItemApproval,
  Project,
  ProjectReflection,
  ProjectRow,
  ReportData,
} from '@waypost/contract/placements/projects/calls';
import { type ProjectFacts, reportOf } from '@waypost/contract/placements/projects/report';
import { hasEnded, MISSING_BUSINESS } from '@waypost/contract/placements/projects/rules';
import { isStaff } from '@waypost/contract/roles';
import type { Actor } from '../../platform/access/actor.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import { toEvaluation } from '../evaluations/present.ts';
import type { FoundProject } from './queries.ts';
import type { WholeProject } from './whole-queries.ts';

/** A row of My Jobs and of Manage Interns, with the fields that this person may see. */
export function toProjectRow(row: FoundProject, actor: Actor): ProjectRow {
  const isShown = seesStudent(row, actor);
  const report = reportOf({ ...toFacts(row), ...(!isShown && { school: null }) });
  return {
    _id: row.id,
    student_id_fk: row.student && {
      _id: row.student.id,
      first_name: row.student.firstName,
      last_name: row.student.lastName,
      profile_pic_id_fk: isShown ? toFileRef(row.picture) : null,
      graduation_year: isShown ? row.graduationYear : null,
      school_attending: isShown ? (row.school ?? '') : null,
      affiliated_program: isShown ? (row.program ?? '') : null,
    },
    is_released: row.isReleased,
    opportunity_id_fk: {
      _id: row.opportunity.id,
      opportunity_title: row.opportunity.title,
      employment_start: row.opportunity.employmentStart,
      employment_stop: row.opportunity.employmentStop,
      internship_type: row.opportunity.internshipType,
    },
    business_id_fk: toBusiness(row.business),
    supervisor_id_fk: row.supervisor && {
      _id: row.supervisor.id,
      name: row.supervisor.name,
      email: row.supervisor.email,
      phone: row.supervisor.phone,
      confirmed_at: row.supervisor.confirmedAt && new Date(row.supervisor.confirmedAt).toISOString(),
    },
    business_status: row.businessStatus as ProjectRow['business_status'],
    ended_at: row.endedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    last_entry: row.lastEntry,
    waiting_since: row.waitingSince?.toISOString() ?? null,
    evaluation_count: row.evaluationCount,
    reportData: seesSchoolwork(actor) ? report : withoutSchoolwork(report),
  };
}

/** The business of a placement or an opportunity, `Missing` if it was deleted. */
export const toBusiness = (business: { id: string; name: string } | null) => ({
  _id: business?.id ?? '',
  business_name: business?.name ?? MISSING_BUSINESS,
});

/** The facts for a placement's report. */
export function toFacts(row: FoundProject): ProjectFacts {
  return {
    internshipType: row.opportunity.internshipType,
    acceptedHours: row.totals.accepted,
    pendingHours: row.totals.pending,
    totalHours: row.totals.total,
    pendingCount: row.totals.pendingCount,
    hasEnded: hasEnded({ business_status: row.businessStatus }),
    questions: row.questions,
    answers: row.answers,
    hasSummary: row.hasSummary,
    finalFiles: row.finalFileCount,
    evaluations: row.evaluationCount,
    approved: row.approved,
    sentBack: row.sentBack,
    hoursLastUpdated: row.hoursUpdatedAt?.toISOString() ?? null,
    reflectionLastUpdated: row.reflectionUpdatedAt?.toISOString() ?? null,
    school: row.school ?? '',
  };
}

/** Whether this person sees more of the student than the name (docs/behavior/consents.md#what-a-refusal-hides). */
const seesStudent = (row: Pick<FoundProject, 'isReleased'>, actor: Actor) =>
  actor.role !== 'Business' || row.isReleased;

/**
 * Reflections and final work are between the student and the school: a business gets neither, nor their status
 * (docs/behavior/final-work.md#after-the-end).
 */
const seesSchoolwork = (actor: Actor) => actor.role !== 'Business';

/**
 * A business's evaluations are for the business and staff, not for the student
 * (docs/behavior/evaluations.md#who-reads-them).
 */
const seesEvaluations = (actor: Actor) => actor.role !== 'Student';

const withoutSchoolwork = (report: ReportData): ReportData => ({
  ...report,
  reflection_status: null,
  final_project_status: null,
  final_summary_status: null,
  msde_status: null,
  reflection_count: null,
  reflection_total: null,
  reflection_last_updated: null,
  print_reflection: null,
  print_final_project: null,
  print_project_summary: null,
  print_msde: null,
});

/** The subject of an audit entry about a placement; null once the student was deleted. */
export function toSubject({ student }: Pick<FoundProject, 'student'>) {
  if (!student) return {};
  const { id, firstName: first_name, lastName: last_name } = student;
  return {
    subject: { id, name: displayName({ role: 'Student', business_name: '', first_name, last_name }) },
  };
}

/** The whole placement with the fields that this person may see. */
export function toProject(project: WholeProject, actor: Actor): Project {
  const { texts } = project;
  const seesAll = seesSchoolwork(actor);
  return {
    ...toProjectRow(project, actor),
    application_id_fk: {
      _id: texts.applicationId,
      cover_letter: seesStudent(project, actor) ? texts.coverLetter : null,
    },
    hours: toHours(project),
    reflections: seesAll ? project.reflections.map(toReflection) : null,
    approvals: isStaff(actor.role) ? project.approvals.map(toApproval) : null,
    sent_back: seesAll
      ? texts.sentBack.map(({ item, reason, at }) => ({
          approval_type: item,
          reason,
          sentBackAt: new Date(at).toISOString(),
        }))
      : null,
    business_evaluations: seesEvaluations(actor) ? project.businessEvaluations.map(toEvaluation) : null,
    final_summary: seesAll
      ? {
          text: texts.finalSummary,
          approved: project.approved.includes('summary'),
          updatedAt: texts.finalSummaryUpdatedAt?.toISOString() ?? null,
        }
      : null,
    final_project: seesAll
      ? {
          files: project.finalFiles.flatMap(toFinalFile),
          updatedAt: texts.finalProjectUpdatedAt?.toISOString() ?? null,
        }
      : null,
  };
}

const toHours = ({ hours, opportunity, texts }: WholeProject): HoursEntry[] =>
  withNotes(hours.map(toHoursEntry), {
    first_day: opportunity.employmentStart,
    last_day: opportunity.employmentStop,
    weekly_hours: texts.weeklyHours,
  });

const toHoursEntry = (row: WholeProject['hours'][number]): Omit<HoursEntry, 'notes'> => ({
  _id: row.id,
  start_date: row.startDate,
  end_date: row.endDate,
  total_hours: row.totalHours,
  text_log: row.textLog,
  business_approved: row.businessApproved as HoursEntry['business_approved'],
  reason: row.disapprovalReason,
  decided_by: row.decidedBy,
  decided_via: row.decidedVia as HoursEntry['decided_via'],
});

const toApproval = (row: WholeProject['approvals'][number]): ItemApproval => ({
  approval_type: row.item as ItemApproval['approval_type'],
  approvedAt: row.approvedAt.toISOString(),
  reason: row.reason,
  accepted_hours: row.acceptedHours,
});

const toReflection = (row: WholeProject['reflections'][number]): ProjectReflection => ({
  _id: row.id,
  ordinal: row.ordinal,
  question_text: row.questionText,
  question_text_es: row.questionTextEs,
  answer_text: row.answerText,
  status: row.status as ProjectReflection['status'],
});

function toFinalFile(row: WholeProject['finalFiles'][number]) {
  const file = toFileRef(row);
  return file ? [{ ...file, createdAt: row.createdAt.toISOString() }] : [];
}
