import type { ReportedOpportunity, StudentApplications } from '@waypost/contract/oversight/reports/calls';
import { toOwner } from '../../opportunities/opportunities/present.ts';
import { toSchedule } from '../../opportunities/opportunities/terms.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import type { StudentApplicationsRecord } from './application-queries.ts';
import type { ReportedOpportunityRecord } from './opportunity-queries.ts';

export const toReportedOpportunity = (row: ReportedOpportunityRecord): ReportedOpportunity => ({
  _id: row.id,
  opportunity_title: row.title,
  business_id_fk: toOwner(row),
  time_frame: row.timeFrame as ReportedOpportunity['time_frame'],
  paidUnpaid: row.compensation as ReportedOpportunity['paidUnpaid'],
  ...toSchedule(row),
  audience: row.audience as ReportedOpportunity['audience'],
  available_slots: row.availableSlots,
  schools: row.schools,
  programs: row.programs,
  application_open: row.applicationOpen,
  application_close: row.applicationClose,
  employment_stop: row.employmentStop,
  accepted_count: row.acceptedCount,
  business_approved: row.businessApproved,
});

export const toStudentApplications = (row: StudentApplicationsRecord): StudentApplications => ({
  _id: row.id,
  first_name: row.firstName,
  last_name: row.lastName,
  profile_pic_id_fk: toFileRef(row.picture),
  graduation_year: row.graduationYear,
  school_attending: row.school ?? '',
  affiliated_program: row.program ?? '',
  applications: row.applied.map((at) => ({ createdAt: at.toISOString() })),
});
