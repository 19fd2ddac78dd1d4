import type {
  ExportedBusiness,
  FoundStudent,
  ListedUser,
  ReportedUser,
  StudentReport,
} from '@waypost/contract/people/directory/calls';
import { MISSING_BUSINESS } from '@waypost/contract/placements/projects/rules';
import { toFileRef } from '../../school-system/files/present.ts';
import { toLocation } from '../../school-system/lists/present.ts';
import type { CountsOfStudent, ListedPerson } from './list-queries.ts';
import type { FoundBusiness } from './queries.ts';

/** A student in a business's search: name and email only. */
export const toFoundStudent = (row: {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}): FoundStudent => ({
  _id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
});

/** A person in a list for staff. Fields that their role does not have are empty. */
export const toListedUser = (row: ListedPerson): ListedUser => ({
  ...toFoundStudent(row),
  role: row.role,
  business_name: row.businessName,
  approved: row.approved,
  unconfirmed: !row.confirmed,
  deactivated: row.deactivatedAt !== null,
  second_factor: row.hasSecondFactor,
  __v: row.saves,
  createdAt: row.createdAt.toISOString(),
  graduation_year: row.graduationYear,
  school_attending: row.school ?? '',
  affiliated_program: row.program ?? '',
  focus_areas: row.focusAreas,
  schools: row.schools,
  programs: row.programs,
  profile_pic_id_fk: toFileRef(row.picture),
  agreement_file_id_fk: toFileRef(row.agreement),
});

/** The same with the reports' counts, if they were requested. */
export const toReportedUser = (row: ListedPerson): ReportedUser => ({
  ...toListedUser(row),
  ...(row.countsOfStudent && { student_report: toStudentReport(row.countsOfStudent) }),
  ...(row.countsOfBusiness && { business_report: row.countsOfBusiness }),
});

const toStudentReport = (counted: CountsOfStudent): StudentReport => ({
  applications: counted.applications,
  current: counted.current.map(({ id, business }) => ({
    _id: id,
    business_name: business ?? MISSING_BUSINESS,
  })),
  completed: counted.completed,
  terminated: counted.terminated,
  approved_hours: counted.approvedHours,
  last_activity: counted.lastActivity && new Date(counted.lastActivity).toISOString(),
});

/** A business in the export. */
export const toExportedBusiness = (row: FoundBusiness): ExportedBusiness => ({
  _id: row.id,
  email: row.email,
  business_name: row.businessName,
  approved: row.approved,
  createdAt: row.createdAt.toISOString(),
  location: toLocation(row),
  focus_areas: row.focusAreas,
  schools: row.schools,
  contact_name: row.contactName ?? '',
  contact_email: row.contactEmail ?? '',
  contact_phone: row.contactPhone ?? '',
  admin_name: row.adminName ?? '',
  admin_email: row.adminEmail ?? '',
  admin_phone: row.adminPhone ?? '',
});
