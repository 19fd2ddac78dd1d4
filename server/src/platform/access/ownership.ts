import { isBelow, type Role } from '@waypost/contract/roles';
import { resourceTypes } from '@waypost/contract/school-system/files/rules';
import type { Actor, LinkCaller } from './actor.ts';

/**
 * Ownership: the scopes of agreed-calls.csv. Row-level security hides rows of other clients, so these rules only decide who
 * may access what within the client.
 */
const isClientStaff = (actor: Actor) => actor.role === 'Teacher' || actor.role === 'Admin';

/**
 * Staff, as themselves or masquerading: their views of a student's data are recorded
 * (docs/behavior/access.md#students-data).
 */
export const viewsAsStaff = (actor: Actor) => isClientStaff(actor) || actor.admin !== null;

/** One's own account. */
export const isSelf = (actor: Actor, user: { id: string }) => user.id === actor.id;

/** An account that staff approve, deactivate or delete: of a role below their own. */
export const isBelowCaller = (actor: Actor, user: { role: Role }) => isBelow(user.role, actor.role);

/** A business's use of its budgets: for staff of its client. */
export const maySeeBudgets = (actor: Actor, user: { role: Role }) =>
  isClientStaff(actor) && user.role === 'Business';

/** A business's own opportunity: to change, to delete, to see who applied. */
export const isOwnOpportunity = (actor: Actor, opportunity: { businessId: string | null }) =>
  actor.role === 'Business' && opportunity.businessId === actor.id;

/** A business's statistics: for itself and staff. */
export const maySeeBusinessStats = (actor: Actor, business: { id: string }) =>
  isClientStaff(actor) || (actor.role === 'Business' && business.id === actor.id);

/** Who may see an opportunity. `selectsCaller`: whether it selects this student. */
export const maySeeOpportunity = (
  actor: Actor,
  opportunity: { businessId: string | null; audience: string; selectsCaller: boolean },
) =>
  isClientStaff(actor) ||
  isOwnOpportunity(actor, opportunity) ||
  (actor.role === 'Student' && (opportunity.audience === 'Open' || opportunity.selectsCaller));

/**
 * The students that an opportunity is restricted to. A student never sees who else is selected, nor does an unapproved
 * business.
 */
export const maySeeSelected = (actor: Actor) =>
  actor.role !== 'Student' && (actor.role !== 'Business' || actor.approved);

/** The applicants of an opportunity: for its business and staff. */
export const maySeeApplicants = (actor: Actor, opportunity: { businessId: string | null }) =>
  isClientStaff(actor) || isOwnOpportunity(actor, opportunity);

interface BetweenTwo {
  studentId: string | null;
  businessId: string | null;
}

/** Either side of an application or a placement: may move it, log hours, approve them. */
export const isParty = (actor: Actor, thing: BetweenTwo) =>
  (actor.role === 'Student' && thing.studentId === actor.id) ||
  (actor.role === 'Business' && thing.businessId === actor.id);

/** A placement of the business that got this link to decide its interns' hours. */
export const isOfLinkedBusiness = (link: LinkCaller, project: BetweenTwo) =>
  link.purpose === 'hours' && project.businessId === link.subjectId;

/** The placement that this link evaluates. */
export const isLinkedPlacement = (link: LinkCaller, project: { id: string }) =>
  link.purpose === 'evaluation' && project.id === link.subjectId;

/** The placement whose agreement this link signs, for the student's guardian or the business. */
export const maySignByLink = (link: LinkCaller, project: BetweenTwo) =>
  link.purpose === 'sign' && (link.accountId === project.studentId || link.accountId === project.businessId);

/** The version of an agreement that this link signs. */
export const isLinkedAgreement = (link: LinkCaller, agreement: { id: string }) =>
  link.purpose === 'sign' && agreement.id === link.subjectId;

/** The student whose information this link's guardian decides about. */
export const isLinkedStudent = (link: LinkCaller, student: { id: string }) =>
  link.purpose === 'consent' && student.id === link.subjectId;

/** The placement that this link's recipient is asked to confirm. */
export const isConfirmedByLink = (link: LinkCaller, project: { id: string }) =>
  link.purpose === 'supervisor' && project.id === link.subjectId;

/** The business whose placement it is. */
export const isBusinessOfLink = (link: LinkCaller, business: { id: string }) =>
  link.purpose === 'supervisor' && business.id === link.accountId;

/** Who may be sent a link to sign: by staff everyone on file, by a business its own people. */
export const maySendLinkTo = (actor: Actor, signer: { accountId: string }) =>
  isClientStaff(actor) || signer.accountId === actor.id;

/** Who may change an internship's status: its business, and the client's Admins. */
export const mayChangeStatus = (actor: Actor, project: BetweenTwo) =>
  actor.role === 'Admin' || (actor.role === 'Business' && project.businessId === actor.id);

/** Who may see an application or a placement: its two sides and staff. */
export const maySeeBetweenTwo = (actor: Actor, thing: BetweenTwo) =>
  isClientStaff(actor) || isParty(actor, thing);

/** Who may approve and re-open items of a placement (agreed-calls.csv). */
export const mayApproveItems = (actor: Actor) => actor.role === 'Admin';

/** Who may read and write notes about a placement: staff. */
export const mayFollowProject = (actor: Actor) => isClientStaff(actor);

/** Who may see a placement's agreement: its two sides and staff. A business only while the student has an account. */
export const maySeeAgreementOf = (actor: Actor, thing: BetweenTwo) =>
  maySeeBetweenTwo(actor, thing) && (actor.role !== 'Business' || thing.studentId !== null);

/** Who signs for whom: each side for itself, an Admin for the school. */
export const maySignFor = (actor: Actor, thing: BetweenTwo) =>
  actor.role === 'Admin' || isParty(actor, thing);

/** Who may attach files to an account: its owner, and an Admin of the client (agreed-calls.csv). */
export const mayAttachFilesTo = (actor: Actor, user: { id: string }) =>
  isSelf(actor, user) || actor.role === 'Admin';

/** A file that may be attached to an account: one's own, or one that the account already has. */
export const mayAttachFile = (actor: Actor, file: { ownerId: string | null; tiedTo: string }) =>
  file.ownerId !== null && (file.ownerId === actor.id || file.ownerId === file.tiedTo);

/** A file that the caller uploaded. */
export const isOwnFile = (actor: Actor, file: { ownerId: string | null }) => file.ownerId === actor.id;

/** Who may move a pin. A school's pin is moved by its client's Admins (agreed-calls.csv). */
export const mayMovePin = {
  users: (actor: Actor, user: { id: string }) => isSelf(actor, user),
  opportunities: (actor: Actor, opportunity: { businessId: string | null }) =>
    isOwnOpportunity(actor, opportunity),
  schools: (actor: Actor) => actor.role === 'Admin',
};

/** Who may edit a list: the client's Admins, and for the defaults the platform's SuperAdmins (agreed-calls.csv). */
export const mayEditLists = (actor: Actor) => actor.role === 'Admin' || actor.role === 'SuperAdmin';

/** A file, and the caller's relation to it. */
interface SeenFile {
  ownerId: string | null;
  ownerRole: Role | null;
  /** `student` or `business` for a resource. */
  shelf: string | null;
  /** Whether it is its owner's profile picture or résumé. */
  isPicture: boolean;
  isResume: boolean;
  /** Whether its owner applied to the caller or works there, and may be shown to businesses. */
  knowsOwner: boolean;
}

/**
 * Who may see a file (docs/behavior/files.md#who-sees-a-file; agreed-calls.csv). An agreement is for its owner and staff. A
 * school system's logo is public and is checked separately.
 */
export const maySeeFile = (actor: Actor, file: SeenFile) =>
  file.ownerId === actor.id ||
  isClientStaff(actor) ||
  (file.shelf !== null && file.shelf === actor.role.toLowerCase()) ||
  (file.ownerRole === 'Business' && file.isPicture) ||
  (actor.role === 'Business' && (file.isPicture || file.isResume) && file.knowsOwner);

/** Whose agreements staff may see: those of the people they approve. */
export const maySeeAgreements = (actor: Actor, user: { role: Role }) =>
  isClientStaff(actor) && (user.role === 'Student' || user.role === 'Business');

/** Who may delete a file: its owner, and for a resource an Admin (agreed-calls.csv). */
export const mayDeleteFile = (actor: Actor, file: { ownerId: string | null; shelf: string | null }) =>
  file.ownerId === actor.id || (actor.role === 'Admin' && file.ownerId === null && isResource(file));

/** A resource's name in Spanish, including that of a permanent one. */
export const mayTranslateFile = (actor: Actor, file: { ownerId: string | null; shelf: string | null }) =>
  actor.role === 'Admin' && file.ownerId === null && isResource(file);

const isResource = ({ shelf }: { shelf: string | null }) => resourceTypes.some((type) => type === shelf);

/** A picture that an Admin may use as the logo: their own upload, or the current logo. */
export const mayBeLogo = (
  actor: Actor,
  file: { ownerId: string | null; shelf: string | null; contentType: string },
) =>
  actor.role === 'Admin' &&
  file.contentType.startsWith('image/') &&
  (file.ownerId === actor.id || file.shelf === 'logo');

/** A student's lists: for the student and staff. */
export const maySeeStudentLists = (actor: Actor, student: { id: string; role: Role }) =>
  student.role === 'Student' &&
  (isClientStaff(actor) || (actor.role === 'Student' && student.id === actor.id));

/** The addresses of a person, their guardians and contacts that mail came back from: for the person and staff. */
export const maySeeReturnedMail = (actor: Actor, user: { id: string }) =>
  isClientStaff(actor) || isSelf(actor, user);

/** A student's guardians: for the student and staff. */
export const mayEditGuardians = (actor: Actor, student: { id: string; role: Role }) =>
  student.role === 'Student' && (isClientStaff(actor) || isSelf(actor, student));

/** Who may confirm a student's guardian and correct a birth date: only staff. */
export const mayVerifyGuardians = (actor: Actor, student: { role: Role }) =>
  student.role === 'Student' && isClientStaff(actor);

/** How a student's guardians or a business's contacts prove who they are: only for staff. */
export const mayProve = (actor: Actor, account: { role: Role }) =>
  (account.role === 'Student' || account.role === 'Business') && isClientStaff(actor);

/** A business's contacts: for itself and staff. */
export const mayEditContacts = (actor: Actor, business: { id: string; role: Role }) =>
  business.role === 'Business' && (isClientStaff(actor) || isSelf(actor, business));

/** Who may set a placement's supervisor: its business and staff. */
export const mayChooseSupervisor = (actor: Actor, project: BetweenTwo) =>
  isClientStaff(actor) || (actor.role === 'Business' && isParty(actor, project));

/** A student's contact log: only for staff. */
export const mayUseContactLog = (actor: Actor, student: { role: Role }) =>
  student.role === 'Student' && isClientStaff(actor);
