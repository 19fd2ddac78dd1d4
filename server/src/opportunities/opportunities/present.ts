import type {
  ApplicationBase,
  Opportunity,
  OpportunityRow,
  SelectedStudent,
} from '@waypost/contract/opportunities/opportunities/calls';
import type { OpportunityInput } from '@waypost/contract/opportunities/opportunities/forms';
import { distanceFrom, type statisticsLabels } from '@waypost/contract/opportunities/opportunities/rules';
import { MISSING_BUSINESS } from '@waypost/contract/placements/projects/rules';
import type { ApplicationStatus, BusinessStatus } from '@waypost/contract/statuses';
import { toFoundStudent } from '../../people/directory/present.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import { toLocation } from '../../school-system/lists/present.ts';
import {
  fromNotes,
  fromSchedule,
  type NotesRecord,
  type ScheduleRecord,
  toNotes,
  toSchedule,
} from './terms.ts';

/** The columns of `rowColumns`, for any list of opportunities. */
export interface OpportunityRowRecord extends ScheduleRecord {
  id: string;
  title: string;
  audience: OpportunityInput['audience'];
  availableSlots: number;
  acceptedCount: number;
  opportunityType: OpportunityInput['opportunity_type'];
  internshipType: OpportunityInput['internship_type'];
  timeFrame: OpportunityInput['time_frame'];
  compensation: OpportunityInput['paidUnpaid'];
  applicationOpen: string;
  applicationClose: string;
  employmentStart: string;
  employmentStop: string;
  city: string;
  state: string;
  lat: number | null;
  lon: number | null;
  businessId: string | null;
  businessName: string | null;
  /** The business's logo. */
  profilePicId: string | null;
  profilePicName: string | null;
  applicantCount: number;
  focusAreas: string[];
  /** Whether the caller saved it. */
  saved: boolean;
  /** The caller's own application, if they are a student. */
  application: {
    id: string;
    status: ApplicationStatus;
    appliedAt: Date | string;
    createdAt: Date | string;
    updatedAt: Date | string;
    businessStatus: BusinessStatus | null;
  } | null;
}

/** The columns of `findOpportunity`. */
export interface OpportunityRecord extends OpportunityRowRecord, NotesRecord {
  shortDescription: string;
  skillsRequired: string;
  fullDescription: string;
  street: string;
  zip: string;
  userOverwroteLocation: boolean;
  schools: string[];
  programs: string[];
  businessApproved: boolean | null;
  contactEmail: string | null;
  contactPhone: string | null;
  homeLat: number | null;
  homeLon: number | null;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
}

/** The opportunity's business, as lists name it. */
export const toOwner = (row: { businessId: string | null; businessName: string | null }) => ({
  _id: row.businessId ?? '',
  business_name: row.businessName ?? MISSING_BUSINESS,
});

/** An opportunity in a list; `distance` in miles, null if it is unknown. */
export function toOpportunityRow(row: OpportunityRowRecord, distance: number | null): OpportunityRow {
  return {
    _id: row.id,
    opportunity_title: row.title,
    audience: row.audience,
    available_slots: row.availableSlots,
    opportunity_type: row.opportunityType,
    internship_type: row.internshipType,
    time_frame: row.timeFrame,
    paidUnpaid: row.compensation,
    ...toSchedule(row),
    application_open: row.applicationOpen,
    application_close: row.applicationClose,
    employment_start: row.employmentStart,
    employment_stop: row.employmentStop,
    city: row.city,
    state: row.state,
    lat: row.lat,
    lon: row.lon,
    focus_areas: row.focusAreas,
    business_id_fk: {
      ...toOwner(row),
      profile_pic_id_fk: toFileRef({ id: row.profilePicId, name: row.profilePicName }),
    },
    reportData: { accepted_count: row.acceptedCount, applicant_count: row.applicantCount },
    distance,
    application: toOwnApplication(row),
    saved: row.saved,
  };
}

/** As text if the database assembles the row as JSON. */
function toOwnApplication({ application, title }: OpportunityRowRecord): OpportunityRow['application'] {
  if (!application) return null;
  const { appliedAt, createdAt, updatedAt, ...rest } = application;
  const dates = {
    appliedAt: new Date(appliedAt),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
  return toApplicationBase({ ...rest, ...dates, title });
}

export const toSelectedStudent = ({
  status,
  ...student
}: Parameters<typeof toFoundStudent>[0] & { status: ApplicationStatus | null }): SelectedStudent => ({
  ...toFoundStudent(student),
  status,
});

/** The whole opportunity. `selected` is null for callers who may not see the selected students. */
export function toOpportunity(row: OpportunityRecord, selected: SelectedStudent[] | null): Opportunity {
  const home = { lat: row.homeLat, lon: row.homeLon };
  const short = toOpportunityRow(row, null);
  return {
    ...short,
    distance: distanceFrom(home, short),
    short_description: row.shortDescription,
    skills_required: row.skillsRequired,
    full_description: row.fullDescription,
    ...toNotes(row),
    street: row.street,
    zip: row.zip,
    location: toLocation(row),
    schools: row.schools,
    programs: row.programs,
    selected_students: selected,
    student_ids: selected?.map((student) => student._id) ?? null,
    business_id_fk: {
      ...short.business_id_fk,
      approved: row.businessApproved ?? false,
      contact_email: row.contactEmail ?? '',
      contact_phone: row.contactPhone ?? '',
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.revision,
  };
}

/** The form as columns of `opportunities`. */
export const toColumns = (form: OpportunityInput, now: Date) => ({
  title: form.opportunity_title,
  shortDescription: form.short_description,
  skillsRequired: form.skills_required,
  fullDescription: form.full_description,
  audience: form.audience,
  availableSlots: form.available_slots,
  opportunityType: form.opportunity_type,
  internshipType: form.internship_type,
  timeFrame: form.time_frame,
  compensation: form.paidUnpaid,
  ...fromSchedule(form),
  ...fromNotes(form),
  applicationOpen: form.application_open,
  applicationClose: form.application_close,
  employmentStart: form.employment_start,
  employmentStop: form.employment_stop,
  street: form.street,
  city: form.city,
  state: form.state,
  zip: form.zip,
  lat: form.lat,
  lon: form.lon,
  userOverwroteLocation: form.userOverwroteLocation,
  updatedAt: now,
});

/** The slices of a business's pie chart, in order. */
export function toStatistics(row: {
  openPositions: number;
  pendingApplicants: number;
  accepted: number;
  completed: number;
  terminated: number;
}): { label: (typeof statisticsLabels)[number]; value: number }[] {
  return [
    { label: 'Open positions', value: row.openPositions },
    { label: 'Pending applicants', value: row.pendingApplicants },
    { label: 'Accepted', value: row.accepted },
    { label: 'Completed', value: row.completed },
    { label: 'Terminated', value: row.terminated },
  ];
}

interface ApplicationRecord {
  id: string;
  status: ApplicationStatus;
  title: string;
  appliedAt: Date;
  createdAt: Date;
  updatedAt: Date;
  businessStatus: BusinessStatus | null;
}

/** The fields of every view of an application. */
export const toApplicationBase = (row: ApplicationRecord): ApplicationBase => ({
  _id: row.id,
  status: row.status,
  business_status: row.businessStatus,
  opportunity_title: row.title,
  date_application: row.appliedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
