import type {
  Applicant,
  ApplicantRow,
  Application,
  MyApplication,
} from '@waypost/contract/applications/calls';
import { toFileRef } from '../files/present.ts';
import type { FoundApplication, findApplicationTo, listApplicants, listApplicationsBy } from './queries.ts';

type Row<Query extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

/** The student's own application as they find it on an opportunity's page. */
export const toApplicationBase = (row: Row<typeof findApplicationTo>) => ({
  _id: row.id,
  status: row.status as Application['status'],
  opportunity_title: row.title,
  date_application: row.appliedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** A row of the applicants' tables. A student who is gone is null. */
export const toApplicantRow = (row: Row<typeof listApplicants>): ApplicantRow => ({
  ...toApplicationBase(row),
  student_id_fk: row.student && {
    _id: row.student.id,
    first_name: row.student.firstName,
    last_name: row.student.lastName,
    profile_pic_id_fk: toFileRef(row.picture),
  },
});

/** A row of a student's own list. */
export const toMyApplication = (row: Row<typeof listApplicationsBy>): MyApplication => ({
  ...toApplicationBase(row),
  opportunity_id_fk: {
    _id: row.opportunityId,
    opportunity_title: row.title,
    business_id_fk: toBusiness(row.business),
  },
  project_id: row.projectId,
});

export function toApplication(row: FoundApplication): Application {
  const { opportunity } = row;
  return {
    ...toApplicationBase(row),
    cover_letter: row.coverLetter,
    student_id_fk: toApplicant(row),
    opportunity_id_fk: {
      _id: opportunity.id,
      opportunity_title: opportunity.title,
      opportunity_type: opportunity.opportunityType as Application['opportunity_id_fk']['opportunity_type'],
      internship_type: opportunity.internshipType as Application['opportunity_id_fk']['internship_type'],
      paidUnpaid: opportunity.compensation as Application['opportunity_id_fk']['paidUnpaid'],
      employment_start: opportunity.employmentStart,
      employment_stop: opportunity.employmentStop,
      city: opportunity.city,
      state: opportunity.state,
      business_id_fk: toBusiness(row.business),
    },
    project_id: row.projectId,
  };
}

/** What those see of a student to whom they applied, and not a word more (rulings, "Students' data"). */
function toApplicant(row: FoundApplication): Applicant | null {
  return (
    row.student && {
      _id: row.student.id,
      first_name: row.student.firstName,
      last_name: row.student.lastName,
      school_attending: row.school ?? '',
      affiliated_program: row.program ?? '',
      graduation_year: row.graduationYear,
      focus_areas: row.focusAreas,
      profile_pic_id_fk: toFileRef(row.picture),
      resume_file_id_fk: toFileRef(row.resume),
    }
  );
}

const toBusiness = (business: { id: string; name: string } | null) =>
  business && { _id: business.id, business_name: business.name };
