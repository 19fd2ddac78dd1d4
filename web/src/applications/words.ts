import type { Role } from '@waypost/contract/accounts/rules';
import type { Application } from '@waypost/contract/applications/calls';
import {
  type ApplicationStatus,
  BUSINESS_GONE,
  groupOf,
  whyNotApply,
} from '@waypost/contract/applications/rules';
import type { Opportunity } from '@waypost/contract/opportunities/calls';
import { hasEnded, MISSING_BUSINESS } from '@waypost/contract/projects/rules';

export const studentOf = ({ student_id_fk: student }: Application): string =>
  student ? `${student.first_name} ${student.last_name}` : 'the student';

export const businessOf = ({ opportunity_id_fk }: Application): string =>
  opportunity_id_fk.business_id_fk?.business_name ?? MISSING_BUSINESS;

/** Why nobody can apply at this moment, or null where a student who has not applied yet can. */
export function obstacleTo(opportunity: Opportunity): string | null {
  if (opportunity.business_id_fk._id === '') return BUSINESS_GONE;
  const business_approved = opportunity.business_id_fk.approved;
  return whyNotApply({ ...opportunity, ...opportunity.reportData, business_approved }, new Date());
}

/** Where an application stands, as a sentence to whoever looks. */
export function standing(application: Application, role: Role): string {
  const business = businessOf(application);
  const student = studentOf(application);
  const isOpen = groupOf(application.status) === 'Open';
  if (!application.student_id_fk && isOpen) return 'The student who applied has left.';
  if (application.business_status && hasEnded({ business_status: application.business_status }))
    return `The placement at ${business} was ${application.business_status}.`;
  const says: Record<ApplicationStatus, Partial<Record<Role, string>> & { other: string }> = {
    New: {
      Student: `${business} is reviewing your application.`,
      Business: `${student} is waiting for your answer.`,
      other: `This application is waiting for ${business}.`,
    },
    'Interview Scheduled': {
      Student: `${business} wants to meet you. They’ll arrange the interview with you.`,
      Business: 'After the interview, offer the placement or decline.',
      other: `${business} is meeting ${student} for an interview.`,
    },
    Offered: {
      Student: `${business} offered you this placement. Accept or decline it.`,
      Business: `Your offer is waiting for ${student} to accept it.`,
      other: `The offer is waiting for ${student}.`,
    },
    Accepted: {
      Student: `Congratulations! You have a placement at ${business}.`,
      Business: `${student} accepted your offer.`,
      other: `${student} accepted the placement at ${business}.`,
    },
    Declined: { other: 'This application was declined.' },
    Rescinded: { other: 'This application was withdrawn.' },
  };
  return says[application.status][role] ?? says[application.status].other;
}

interface Move {
  /** The button. */
  label: string;
  /** What is asked first, where the move cannot be taken back by either side; absent where it is not asked. */
  asks?: string;
}

/** How a move is offered to whoever may make it. */
export function moveOf(application: Application, role: Role, to: ApplicationStatus): Move {
  const business = businessOf(application);
  const student = studentOf(application);
  const title = application.opportunity_title;
  if (to === 'Declined')
    return role === 'Student'
      ? {
          label: 'Decline the offer',
          asks: `You give up this placement at ${business} and can’t apply for ${title} again.`,
        }
      : { label: 'Decline', asks: `This ends ${student}’s application. You can’t reopen it.` };
  if (to === 'Rescinded')
    return {
      label: 'Withdraw application',
      asks: `This withdraws your application. You can’t apply for ${title} again.`,
    };
  if (to === 'Accepted') return { label: 'Accept the offer' };
  return { label: to === 'Offered' ? 'Offer the placement' : 'Schedule an interview' };
}

/** The notice after a move. */
export function doneWords(application: Application, role: Role): Record<ApplicationStatus, string> {
  const business = businessOf(application);
  const student = studentOf(application);
  return {
    New: `${student} applied.`,
    'Interview Scheduled': `An interview with ${student} is scheduled.`,
    Offered: `The placement is offered to ${student}.`,
    Accepted: `Congratulations! You have a placement at ${business}.`,
    Declined:
      role === 'Student'
        ? `You declined the offer from ${business}.`
        : `You declined ${student}’s application.`,
    Rescinded: 'Your application is withdrawn.',
  };
}
