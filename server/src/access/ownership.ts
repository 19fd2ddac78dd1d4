import type { Actor } from './actor.ts';

/**
 * Whose a thing is: the scopes of calls.csv. A row of another client never comes this far, for row-level
 * security hides it; what is asked here is who within the client.
 */
const isClientStaff = (actor: Actor) => actor.role === 'Teacher' || actor.role === 'Admin';

/** An account: one's own. */
export const isSelf = (actor: Actor, user: { id: string }) => user.id === actor.id;

/** An opportunity as its business has it: to change, to delete, to see who applied. */
export const isOwnOpportunity = (actor: Actor, opportunity: { businessId: string | null }) =>
  actor.role === 'Business' && opportunity.businessId === actor.id;

/** An opportunity as somebody sees it. `selectsCaller` says whether it names this student. */
export const maySeeOpportunity = (
  actor: Actor,
  opportunity: { businessId: string | null; audience: string; selectsCaller: boolean },
) =>
  isClientStaff(actor) ||
  isOwnOpportunity(actor, opportunity) ||
  (actor.role === 'Student' && (opportunity.audience === 'Open' || opportunity.selectsCaller));

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

/** An application or a project as its two sides and staff see it. */
export const maySeeBetweenTwo = (actor: Actor, thing: BetweenTwo) =>
  isClientStaff(actor) || isParty(actor, thing);

/** A student's lists: their own, and staff's. */
export const maySeeStudentLists = (actor: Actor, student: { id: string; role: string }) =>
  student.role === 'Student' &&
  (isClientStaff(actor) || (actor.role === 'Student' && student.id === actor.id));
