import { isBelow, type Role } from '@waypost/contract/accounts/rules';
import { resourceTypes } from '@waypost/contract/files/rules';
import type { Actor } from './actor.ts';

/**
 * Whose a thing is: the scopes of calls.csv. A row of another client never comes this far, for row-level
 * security hides it; what is asked here is who within the client.
 */
const isClientStaff = (actor: Actor) => actor.role === 'Teacher' || actor.role === 'Admin';

/**
 * Staff, as themselves or in a masquerade: their views of a student's data are recorded
 * (docs/behavior/access.md#students-data).
 */
export const looksAsStaff = (actor: Actor) => isClientStaff(actor) || actor.admin !== null;

/** An account: one's own. */
export const isSelf = (actor: Actor, user: { id: string }) => user.id === actor.id;

/** An account that staff approve, deactivate or delete: of a role below their own. */
export const isBelowCaller = (actor: Actor, user: { role: string }) => isBelow(user.role as Role, actor.role);

/** What a business has used of its budgets: staff of its client. */
export const maySeeBudgets = (actor: Actor, user: { role: string }) =>
  isClientStaff(actor) && user.role === 'Business';

/** An opportunity as its business has it: to change, to delete, to see who applied. */
export const isOwnOpportunity = (actor: Actor, opportunity: { businessId: string | null }) =>
  actor.role === 'Business' && opportunity.businessId === actor.id;

/** How a business's placements stand: its own to see, and staff's. */
export const maySeeBusinessStats = (actor: Actor, business: { id: string }) =>
  isClientStaff(actor) || (actor.role === 'Business' && business.id === actor.id);

/** An opportunity as somebody sees it. `selectsCaller` says whether it names this student. */
export const maySeeOpportunity = (
  actor: Actor,
  opportunity: { businessId: string | null; audience: string; selectsCaller: boolean },
) =>
  isClientStaff(actor) ||
  isOwnOpportunity(actor, opportunity) ||
  (actor.role === 'Student' && (opportunity.audience === 'Open' || opportunity.selectsCaller));

/**
 * The students whom an opportunity is restricted to. A student never learns who else is selected, nor does a business
 * whose approval was taken back.
 */
export const maySeeSelected = (actor: Actor) =>
  actor.role !== 'Student' && (actor.role !== 'Business' || actor.approved);

/** The applicants of an opportunity: its business's, and staff's. */
export const maySeeApplicants = (actor: Actor, opportunity: { businessId: string | null }) =>
  isClientStaff(actor) || isOwnOpportunity(actor, opportunity);

interface BetweenTwo {
  studentId: string | null;
  businessId: string | null;
}

/** An application or a project as its two sides have it: to move, to log hours, to approve them. */
export const isParty = (actor: Actor, thing: BetweenTwo) =>
  (actor.role === 'Student' && thing.studentId === actor.id) ||
  (actor.role === 'Business' && thing.businessId === actor.id);

/** An internship as somebody says how it stands: its business, and the client's administrators. */
export const mayChangeStatus = (actor: Actor, project: BetweenTwo) =>
  actor.role === 'Admin' || (actor.role === 'Business' && project.businessId === actor.id);

/** An application or a project as its two sides and staff see it. */
export const maySeeBetweenTwo = (actor: Actor, thing: BetweenTwo) =>
  isClientStaff(actor) || isParty(actor, thing);

/** A project as its school system answers for it: to approve items, to open them again (calls.csv). */
export const mayAnswerForProject = (actor: Actor) => actor.role === 'Admin';

/** A project as staff follow it: their notes on it. */
export const mayFollowProject = (actor: Actor) => isClientStaff(actor);

/** Somebody's account as whoever may tie files to it has it: their own, an Admin any of the client's (calls.csv). */
export const mayTieFilesTo = (actor: Actor, user: { id: string }) =>
  isSelf(actor, user) || actor.role === 'Admin';

/** A file that somebody may tie to an account: their own, or one that the account holds already. */
export const mayTieFile = (actor: Actor, file: { ownerId: string | null; tiedTo: string }) =>
  file.ownerId !== null && (file.ownerId === actor.id || file.ownerId === file.tiedTo);

/** A file that one uploaded oneself. */
export const isOwnFile = (actor: Actor, file: { ownerId: string | null }) => file.ownerId === actor.id;

/** Things with a point on the map. A school's is its client's Admins' to move (calls.csv). */
export const mayMovePin = {
  users: (actor: Actor, user: { id: string }) => isSelf(actor, user),
  opportunities: (actor: Actor, opportunity: { businessId: string | null }) =>
    isOwnOpportunity(actor, opportunity),
  schools: (actor: Actor) => actor.role === 'Admin',
};

/** An entry of a list: its client's Admins', and of the defaults the platform's own (calls.csv). */
export const mayKeepLists = (actor: Actor) => actor.role === 'Admin' || actor.role === 'SuperAdmin';

/** A file, and how its caller comes to it. */
interface SeenFile {
  ownerId: string | null;
  ownerRole: string | null;
  /** `student` or `business` for a resource. */
  shelf: string | null;
  /** Whether it is its owner's profile picture, or résumé. */
  isPicture: boolean;
  isResume: boolean;
  /** Whether its owner has applied to the caller, or works for them. */
  knowsOwner: boolean;
}

/**
 * A file as someone sees it (docs/behavior/files.md#who-sees-a-file; calls.csv). An agreement is for its owner and
 * staff. A school system's logo is for anyone and is checked separately.
 */
export const maySeeFile = (actor: Actor, file: SeenFile) =>
  file.ownerId === actor.id ||
  isClientStaff(actor) ||
  (file.shelf !== null && file.shelf === actor.role.toLowerCase()) ||
  (file.ownerRole === 'Business' && file.isPicture) ||
  (actor.role === 'Business' && (file.isPicture || file.isResume) && file.knowsOwner);

/** Whose agreements staff look through: those of the people they approve. */
export const maySeeAgreements = (actor: Actor, user: { role: string }) =>
  isClientStaff(actor) && (user.role === 'Student' || user.role === 'Business');

/** A file as somebody may remove it: their own; an Admin also the school system's resources (calls.csv). */
export const mayDeleteFile = (actor: Actor, file: { ownerId: string | null; shelf: string | null }) =>
  file.ownerId === actor.id || (actor.role === 'Admin' && file.ownerId === null && isResource(file));

const isResource = ({ shelf }: { shelf: string | null }) => resourceTypes.some((type) => type === shelf);

/** A picture that an Admin may make their school system's logo: their own upload, or the logo that it is. */
export const mayBeLogo = (
  actor: Actor,
  file: { ownerId: string | null; shelf: string | null; contentType: string },
) =>
  actor.role === 'Admin' &&
  file.contentType.startsWith('image/') &&
  (file.ownerId === actor.id || file.shelf === 'logo');

/** A student's lists: their own, and staff's. */
export const maySeeStudentLists = (actor: Actor, student: { id: string; role: string }) =>
  student.role === 'Student' &&
  (isClientStaff(actor) || (actor.role === 'Student' && student.id === actor.id));

/** A student's contact log: staff's alone, never the student's own. */
export const mayKeepContactLog = (actor: Actor, student: { role: string }) =>
  student.role === 'Student' && isClientStaff(actor);
