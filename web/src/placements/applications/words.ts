import { type Message, msg, t } from '@waypost/contract/i18n';
import { fullName } from '@waypost/contract/people/profiles/rules';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { type ApplicationGroup, groupOf, offersAgain } from '@waypost/contract/placements/applications/rules';
import { hasEnded, shownBusiness } from '@waypost/contract/placements/projects/rules';
import type { Role } from '@waypost/contract/roles';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { showDay } from '../../ui/dates.ts';

export const studentOf = ({ student_id_fk: student }: Application): string =>
  student ? fullName(student) : t('the student');

export const businessOf = ({ opportunity_id_fk }: Application): string =>
  shownBusiness(opportunity_id_fk.business_id_fk);

/** An application's status as a sentence for the reader. `today` is the school system's day. */
export function statusText(application: Application, role: Role, today: string): string {
  const business = businessOf(application);
  const student = studentOf(application);
  const isOpen = groupOf(application.status) === 'Open';
  if (!application.student_id_fk && isOpen) return t('The student who applied has left.');
  if (application.business_status && hasEnded({ business_status: application.business_status }))
    return t('The placement at {business} was {businessStatus}.', {
      business,
      businessStatus: application.business_status,
    });
  if (application.offer_sends_at)
    return t('{student} gets an email about your offer in a few seconds. You can still undo it.', {
      student,
    });
  const day = application.reply_by ? showDay(application.reply_by) : '';
  const isLate = application.reply_by !== null && application.reply_by < today;
  const says: Record<ApplicationStatus, Partial<Record<Role, string>> & { other: string }> = {
    New: {
      Student: t('{business} is reviewing your application.', { business }),
      Business: t('{student} is waiting for your answer.', { student }),
      other: t('This application is waiting for {business}.', { business }),
    },
    'Interview Scheduled': {
      Student: application.interview
        ? t('{business} wants to meet you.', { business })
        : t('{business} wants to meet you. They’ll arrange the interview with you.', { business }),
      Business: t('After you talk, offer the placement or decline.'),
      other: t('{business} is meeting {student} for an interview.', { business, student }),
    },
    Offered: {
      Student: isLate
        ? t('{business} asked you to reply by {day}. You can still answer the offer.', { business, day })
        : day
          ? t('{business} offered you this placement. Reply by {day}.', { business, day })
          : t('{business} offered you this placement. Accept or decline it.', { business }),
      Business: isLate
        ? t('{student} hasn’t replied by {day}. You can wait, or take the offer back.', { student, day })
        : day
          ? t('Your offer is waiting for {student}, who can reply by {day}.', { student, day })
          : t('Your offer is waiting for {student} to accept it.', { student }),
      other: t('The offer is waiting for {student}.', { student }),
    },
    Accepted: {
      Student: t('Congratulations! You have a placement at {business}.', { business }),
      Business: t('{student} accepted your offer.', { student }),
      other: t('{student} accepted the placement at {business}.', { student, business }),
    },
    Declined: { other: t('This application was declined.') },
    Rescinded: { other: t('This application was withdrawn.') },
  };
  return says[application.status][role] ?? says[application.status].other;
}

interface Move {
  /** The button's label. */
  label: string;
  /** The question before a move that neither side can take back; undefined if none is needed. */
  asks?: string;
}

/** The label of a move for the person who may make it. */
export function moveOf(application: Application, role: Role, to: ApplicationStatus): Move {
  const business = businessOf(application);
  const student = studentOf(application);
  const title = application.opportunity_title;
  if (to === 'Declined')
    return role === 'Student'
      ? {
          label: t('Decline the offer'),
          asks: t('You give up this placement at {business} and can’t apply for {title} again.', {
            business,
            title,
          }),
        }
      : {
          label: t('Decline'),
          asks: t('This ends the application of {student}. You can still offer the placement later.', {
            student,
          }),
        };
  if (to === 'Rescinded')
    return {
      label: t('Withdraw application'),
      asks: t('This withdraws your application. You can’t apply for {title} again.', { title }),
    };
  if (to === 'Accepted') return { label: t('Accept the offer') };
  if (to === 'Interview Scheduled') return { label: t('Schedule an interview') };
  return { label: offersAgain(application.status) ? t('Offer again') : t('Offer the placement') };
}

/** The notice after a move. */
export function doneWords(application: Application, role: Role): Partial<Record<ApplicationStatus, string>> {
  const business = businessOf(application);
  const student = studentOf(application);
  return {
    Accepted: t('Congratulations! You have a placement at {business}.', { business }),
    Declined:
      role === 'Student'
        ? t('You declined the offer from {business}.', { business })
        : t('You declined {student}’s application.', { student }),
    'Interview Scheduled': t('{student} gets an email. You can add the date, time and place now or later.', {
      student,
    }),
    Rescinded: t('Your application is withdrawn.'),
  };
}

const titles: Record<ApplicationGroup, Message> = {
  Open: msg('{of, select, other {Open}}'),
  Active: msg('{of, select, other {Active}}'),
  Closed: msg('{of, select, other {Closed}}'),
};

/** The heading of a group. In Spanish, it agrees with the applications in it. */
export const groupTitle = (group: ApplicationGroup): string => t(titles[group], { of: 'applications' });
