import type { Role } from '@waypost/contract/accounts/rules';
import type { User } from '@waypost/contract/profiles/calls';
import { toFileRef } from '../files/present.ts';
import { toLocation } from '../lists/present.ts';
import type { WholeUser } from './queries.ts';

/** The whole account: for its owner and for staff. What their role has not is empty. */
export function toUser(row: WholeUser): User {
  const { user, student, business } = row;
  return {
    _id: user.id,
    email: user.email,
    role: user.role as Role,
    client: user.clientId,
    first_name: user.firstName,
    middle_name: user.middleName,
    last_name: user.lastName,
    business_name: user.businessName,
    approved: user.approved,
    __v: user.saves,
    createdAt: user.createdAt.toISOString(),
    location: toLocation(user),
    profile_pic_id_fk: toFileRef(row.picture),
    agreement_file_id_fk: toFileRef(row.agreement),
    resume_file_id_fk: toFileRef(row.resume),
    focus_areas: row.focusAreas,
    schools: row.schools,
    programs: row.programs,
    student_id: student?.studentId ?? '',
    gender: student?.gender ?? '',
    pronouns: student?.pronouns ?? '',
    graduation_year: student?.graduationYear ?? null,
    school_attending: row.school ?? '',
    affiliated_program: row.program ?? '',
    home_phone: student?.homePhone ?? '',
    cell_phone: student?.cellPhone ?? '',
    parent_name: student?.parentName ?? '',
    parent_phone: student?.parentPhone ?? '',
    alternate_parent_name: student?.alternateParentName ?? '',
    alternate_parent_phone: student?.alternateParentPhone ?? '',
    business_bio: business?.businessBio ?? '',
    featured_projects: business?.featuredProjects ?? '',
    career_opportunities: business?.careerOpportunities ?? '',
    internship_opportunities: business?.internshipOpportunities ?? '',
    contact_name: business?.contactName ?? '',
    contact_email: business?.contactEmail ?? '',
    contact_phone: business?.contactPhone ?? '',
    admin_name: business?.adminName ?? '',
    admin_email: business?.adminEmail ?? '',
    admin_phone: business?.adminPhone ?? '',
  };
}
