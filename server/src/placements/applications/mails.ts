import { shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import type { ApplicationStatus } from '@waypost/contract/statuses';
import { type Notification, notify } from '../../messages/mail/notify.ts';
import {
  type ApplicationMail,
  inThread,
  type MailWords,
  offer,
  offerRescinded,
} from '../../opportunities/opportunities/mails.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import type { FoundApplication } from './queries.ts';

/** The placement of an accepted application, and whether the draft of its agreement lacks nothing. */
export interface NewPlacement {
  projectId: string;
  isComplete: boolean;
}

/** Mails a business about a new application. */
export async function mailNewApplication(
  tx: Tx,
  post: MailContext,
  student: Actor,
  { id, opportunity }: { id: string; opportunity: { title: string; businessId: string | null } },
): Promise<void> {
  const { title, businessId } = opportunity;
  const event = {
    clientId: student.clientId,
    kind: 'application',
    to: [businessId],
    about: student.id,
  } as const;
  await notify(tx, post, event, () => ({
    subject: t('{name} applied: {title}', { name: student.name, title }),
    paragraphs: [
      t(
        '{name} applied for {title}: read the cover letter, then invite them, offer the placement, or decline.',
        {
          name: student.name,
          title,
        },
      ),
    ],
    button: { label: t('See the application'), path: `/application/view/${id}` },
    thread: id,
  }));
}

/** The mail for each move, by role and new status. */
const mailsByStatus: Record<
  'Business' | 'Student',
  Partial<Record<ApplicationStatus, [MailKind, MailWords]>>
> = {
  Business: {
    'Interview Scheduled': ['interview', interview],
    Offered: ['offer', offer],
    Declined: ['declined', noPlace],
  },
  Student: {
    Accepted: ['accepted', accepted],
    Declined: ['declined', offerDeclined],
    Rescinded: ['rescinded', applicationWithdrawn],
  },
};

/** Mails the other side about a move. `application` is its state after the move. */
export async function mailMove(
  tx: Tx,
  post: MailContext,
  actor: Pick<Actor, 'clientId' | 'role' | 'name'>,
  application: FoundApplication,
  to: ApplicationStatus,
  placement: NewPlacement | null = null,
): Promise<void> {
  const byStudent = actor.role === 'Student';
  const [kind, words] = mailsByStatus[byStudent ? 'Student' : 'Business'][to] ?? [];
  if (!kind || !words) return;
  const reader = byStudent ? application.businessId : application.studentId;
  const toFillIn = placement && !placement.isComplete ? placement.projectId : null;
  const context = { ...toApplicationMail(application, actor.name), toFillIn };
  const about = byStudent ? application.studentId : null;
  await notify(tx, post, { clientId: actor.clientId, kind, to: [reader], about }, (one) =>
    inThread(words, context, one),
  );
}

/** Mails the student that the business took its offer back. */
export async function mailTakenBack(
  tx: Tx,
  post: MailContext,
  business: Actor,
  application: FoundApplication,
): Promise<void> {
  const context = toApplicationMail(application, business.name);
  const event = { clientId: business.clientId, kind: 'rescinded', to: [application.studentId] } as const;
  await notify(tx, post, event, (one) => inThread(offerRescinded, context, one));
}

/** Mails each student that the application was declined, with the business's message. */
export async function mailDeclines(
  tx: Tx,
  post: MailContext,
  business: Actor,
  declined: readonly FoundApplication[],
  message: string,
): Promise<void> {
  // A student applies only once for an opportunity, so within each one every reader has one application.
  for (const opportunityId of new Set(declined.map((one) => one.opportunityId))) {
    const theirs = new Map(
      declined
        .filter((one) => one.opportunityId === opportunityId)
        .map((one) => [one.studentId, { ...toApplicationMail(one, business.name), message }]),
    );
    const event = { clientId: business.clientId, kind: 'declined', to: [...theirs.keys()] } as const;
    await notify(tx, post, event, (one) => inThread(noPlace, theirs.get(one.id) as ApplicationMail, one));
  }
}

const toApplicationMail = (application: FoundApplication, by: string): ApplicationMail => ({
  applicationId: application.id,
  opportunityId: application.opportunityId,
  title: application.title,
  by,
  employmentStart: application.opportunity.employmentStart,
  replyBy: application.replyBy,
  message: application.offerMessage,
});

function interview({ applicationId, title, by }: ApplicationMail): Notification {
  return {
    subject: t('Interview: {title}', { title }),
    paragraphs: [
      t(
        'Good news: {by} wants to talk with you about {title}, and will contact you about the day and time.',
        {
          by,
          title,
        },
      ),
    ],
    button: { label: t('See your application'), path: `/application/view/${applicationId}` },
  };
}

function noPlace({ title, by, message }: ApplicationMail): Notification {
  return {
    subject: t('An answer to your application: {title}', { title }),
    paragraphs: [
      t('{by} thanks you for applying, but can’t offer you {title} this time.', { by, title }),
      ...(message ? [t('{by} writes: {message}', { by, message })] : []),
    ],
    button: { label: t('Browse opportunities'), path: '/opportunity/browse' },
    footnotes: [t('That happens to everyone. There are more opportunities to explore.')],
  };
}

function accepted({ title, by, employmentStart, toFillIn }: ApplicationMail): Notification {
  return {
    subject: t('{by} accepted: {title}', { by, title }),
    paragraphs: [
      t('Good news: {by} accepted your offer of {title}, and starts on {day}.', {
        by,
        title,
        day: shownDate(employmentStart),
      }),
      ...(toFillIn
        ? [
            t(
              'Next, fill in the training agreement, so that the school can send it to everyone who signs it.',
            ),
          ]
        : []),
    ],
    button: toFillIn
      ? { label: t('Fill in the agreement'), path: `/project/${toFillIn}/agreement` }
      : { label: t('See your interns'), path: INTERNS },
    footnotes: [
      {
        text: t('Under Current Interns, you approve their hours and rate their work.'),
        path: INTERNS,
      },
    ],
  };
}

const INTERNS = '/interns/viewall';

function offerDeclined({ opportunityId, title, by }: ApplicationMail): Notification {
  return {
    subject: t('{by} declined: {title}', { by, title }),
    paragraphs: [t('{by} declined your offer of {title}.', { by, title })],
    button: { label: t('See the applicants'), path: `/opportunity/applicants/${opportunityId}` },
    footnotes: [t('You can offer the placement to someone else.')],
  };
}

function applicationWithdrawn({ opportunityId, title, by }: ApplicationMail): Notification {
  return {
    subject: t('{by} withdrew an application: {title}', { by, title }),
    paragraphs: [
      t('{by} withdrew the application for {title}, so there is nothing you need to do.', { by, title }),
    ],
    button: { label: t('See the applicants'), path: `/opportunity/applicants/${opportunityId}` },
  };
}
