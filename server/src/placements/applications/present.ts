import type { Applicant, Application, Interview } from '@waypost/contract/placements/applications/calls';
import { showsApplicant } from '@waypost/contract/placements/applications/rules';
import type { Role } from '@waypost/contract/roles';
import { toApplicationBase } from '../../opportunities/opportunities/present.ts';
import { toNotes, toSchedule } from '../../opportunities/opportunities/terms.ts';
import { toFileRef } from '../../school-system/files/present.ts';
import { toBusiness } from '../projects/present.ts';
import type { FoundApplication } from './queries.ts';

/** Whether this caller sees more of the applicant than the name. */
export const isApplicantShown = (
  caller: { role: Role },
  row: Pick<FoundApplication, 'status' | 'isAutomatic' | 'isReleased'>,
) => caller.role !== 'Business' || (row.isReleased && showsApplicant(row.status, row.isAutomatic));

/** The whole application, with as much of its applicant as this caller may see. */
export function toApplication(caller: { role: Role }, row: FoundApplication): Application {
  const { opportunity } = row;
  return {
    ...toApplicationBase(row),
    cover_letter: caller.role === 'Business' && !row.isReleased ? null : row.coverLetter,
    is_released: row.isReleased,
    student_id_fk: toApplicant(row, isApplicantShown(caller, row)),
    opportunity_id_fk: {
      _id: opportunity.id,
      opportunity_title: opportunity.title,
      opportunity_type: opportunity.opportunityType,
      internship_type: opportunity.internshipType,
      paidUnpaid: opportunity.compensation,
      ...toSchedule(opportunity),
      ...toNotes(opportunity),
      employment_start: opportunity.employmentStart,
      employment_stop: opportunity.employmentStop,
      city: opportunity.city,
      state: opportunity.state,
      business_id_fk: toBusiness(row.business),
    },
    project_id: row.projectId,
    interview: toInterview(row),
    ...toOffer(caller, row),
    decline_message: row.status === 'Declined' ? row.declineMessage : '',
    ...toOwnNote(caller, row),
  };
}

/** Only the business sees its note; neither the student nor the school does. */
function toOwnNote({ role }: { role: Role }, row: FoundApplication) {
  const isOwn = role === 'Business';
  return {
    business_notes: isOwn ? row.businessNotes : null,
    business_stars: isOwn ? row.businessStars : null,
  };
}

function toInterview({ interview }: FoundApplication): Interview | null {
  if (!interview) return null;
  const isProposed = interview.state === 'Proposed';
  return {
    state: interview.state,
    starts_at: interview.startsAt?.toISOString() ?? null,
    day: interview.day,
    minutes: interview.minutes,
    place: interview.place,
    message: interview.message,
    proposed_at: isProposed ? (interview.proposedAt?.toISOString() ?? null) : null,
    proposal: isProposed ? interview.proposal : '',
  };
}

/** Only the business sees until when it can undo the offer. */
function toOffer({ role }: { role: Role }, row: FoundApplication) {
  const isShown = row.status === 'Offered';
  const sendsAt = role === 'Business' ? row.offerSendsAt : null;
  return {
    offer_message: isShown ? row.offerMessage : '',
    reply_by: isShown ? row.replyBy : null,
    offer_sends_at: sendsAt?.toISOString() ?? null,
  };
}

/** What a business sees of an applicant, and nothing more (docs/behavior/access.md#students-data). */
function toApplicant(row: FoundApplication, isShown: boolean): Applicant | null {
  if (!row.student) return null;
  const { id, firstName, lastName } = row.student;
  return {
    _id: id,
    first_name: firstName,
    last_name: lastName,
    school_attending: isShown ? (row.school ?? '') : null,
    affiliated_program: isShown ? (row.program ?? '') : null,
    graduation_year: isShown ? row.graduationYear : null,
    focus_areas: isShown ? row.focusAreas : null,
    profile_pic_id_fk: isShown ? toFileRef(row.picture) : null,
    resume_file_id_fk: isShown ? toFileRef(row.resume) : null,
  };
}
