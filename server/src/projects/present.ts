import type { HoursEntry, Project, ProjectReflection, ProjectRow } from '@waypost/contract/projects/calls';
import type { Actor } from '../access/actor.ts';
import { toFileRef } from '../files/present.ts';
import type { FoundProject, WholeProject } from './queries.ts';

/** A row of My Jobs and of Manage Interns. Hours in hours. */
export function toProjectRow(row: FoundProject): ProjectRow {
  return {
    _id: row.id,
    student_id_fk: row.student && {
      _id: row.student.id,
      first_name: row.student.firstName,
      last_name: row.student.lastName,
      profile_pic_id_fk: toFileRef(row.picture),
      graduation_year: row.graduationYear,
      school_attending: row.school ?? '',
      affiliated_program: row.program ?? '',
    },
    opportunity_id_fk: {
      _id: row.opportunity.id,
      opportunity_title: row.opportunity.title,
      employment_stop: row.opportunity.employmentStop,
      internship_type: row.opportunity.internshipType as ProjectRow['opportunity_id_fk']['internship_type'],
    },
    business_id_fk: row.business && { _id: row.business.id, business_name: row.business.name },
    business_status: row.businessStatus as ProjectRow['business_status'],
    updatedAt: row.updatedAt.toISOString(),
    evaluation_count: row.evaluationCount,
    reportData: {
      accepted_hours: row.totals.accepted,
      pending_hours: row.totals.pending,
      total_hours: row.totals.total,
      pending_count: row.totals.pendingCount,
    },
  };
}

/**
 * The whole project as this person may see it. Reflections and final work are between the student and their
 * school: a business gets none of them (rulings, "Students' data").
 */
export function toProject(project: WholeProject, actor: Actor): Project {
  const { texts } = project;
  const seesSchoolwork = actor.role !== 'Business';
  return {
    ...toProjectRow(project),
    application_id_fk: { _id: texts.applicationId, cover_letter: texts.coverLetter },
    hours: project.hours.map(toHoursEntry),
    reflections: seesSchoolwork ? project.reflections.map(toReflection) : [],
    final_summary: {
      text: seesSchoolwork ? texts.finalSummary : '',
      approved: texts.summaryApproved,
      updatedAt: texts.finalSummaryUpdatedAt?.toISOString() ?? null,
    },
    final_project: {
      files: seesSchoolwork ? project.finalFiles.flatMap(toFinalFile) : [],
      updatedAt: texts.finalProjectUpdatedAt?.toISOString() ?? null,
    },
  };
}

const toHoursEntry = (row: WholeProject['hours'][number]): HoursEntry => ({
  _id: row.id,
  start_date: row.startDate,
  end_date: row.endDate,
  total_hours: row.totalHours,
  text_log: row.textLog,
  business_approved: row.businessApproved as HoursEntry['business_approved'],
});

const toReflection = (row: WholeProject['reflections'][number]): ProjectReflection => ({
  _id: row.id,
  ordinal: row.ordinal,
  question_text: row.questionText,
  answer_text: row.answerText,
  status: row.status as ProjectReflection['status'],
});

function toFinalFile(row: WholeProject['finalFiles'][number]) {
  const file = toFileRef(row);
  return file ? [{ ...file, createdAt: row.createdAt.toISOString() }] : [];
}
