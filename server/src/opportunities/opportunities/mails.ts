import { shownDate } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { MailKind } from '@waypost/contract/messages/mail/rules';
import { type Notification, notify } from '../../messages/mail/notify.ts';
import type { Reader } from '../../messages/mail/queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

/** The contents of a mail about an application: only what its reader can see on the linked screen. */
export interface ApplicationMail {
  applicationId: string;
  opportunityId: string;
  title: string;
  /** The name of the person or business that acted. */
  by: string;
  /** Calendar dates, YYYY-MM-DD. */
  employmentStart: string;
  /** The last day to reply to an offer. */
  replyBy: string | null;
  /** The business's message with its offer or its decline. */
  message: string;
  /** The placement whose agreement its business has to fill in. */
  toFillIn?: string | null;
}

export type MailWords = (context: ApplicationMail, reader: Reader) => Notification;

/** Puts a mail into the thread of its application. */
export const inThread = (words: MailWords, context: ApplicationMail, reader: Reader): Notification => ({
  ...words(context, reader),
  thread: context.applicationId,
});

/** The fields of a business's form that mails about a changed selection use. */
type Form = Record<'opportunity_title' | 'employment_start', string>;
type Moved = { id: string; studentId: string | null }[];

/** Mails selected students that they are offered a placement (docs/behavior/applications.md#automatic-offers). */
export async function mailOffers(
  tx: Tx,
  post: MailContext,
  business: Actor,
  form: Form & { opportunityId: string; replyBy: string },
  offered: Moved,
): Promise<void> {
  await mailSelected(tx, post, business, form, offered, ['offer', offer]);
}

/** Mails students who were removed from the list that the offer was withdrawn. */
export async function mailWithdrawals(
  tx: Tx,
  post: MailContext,
  business: Actor,
  form: Form & { opportunityId: string },
  withdrawn: Moved,
): Promise<void> {
  await mailSelected(tx, post, business, form, withdrawn, ['rescinded', offerRescinded]);
}

async function mailSelected(
  tx: Tx,
  post: MailContext,
  business: Actor,
  form: Form & { opportunityId: string; replyBy?: string },
  moved: Moved,
  [kind, words]: [MailKind, MailWords],
): Promise<void> {
  const applications = new Map(moved.map(({ id, studentId }) => [studentId, id]));
  const to = [...applications.keys()];
  await notify(tx, post, { clientId: business.clientId, kind, to }, (reader) =>
    inThread(
      words,
      {
        applicationId: applications.get(reader.id) ?? '',
        opportunityId: form.opportunityId,
        title: form.opportunity_title,
        by: business.name,
        employmentStart: form.employment_start,
        replyBy: form.replyBy ?? null,
        message: '',
      },
      reader,
    ),
  );
}

/** An offer, whether the business made it or a selection did. */
export function offer(context: ApplicationMail, { approved }: Reader): Notification {
  return {
    subject: t('You are offered a placement: {title}', { title: context.title }),
    paragraphs: [
      context.replyBy
        ? t('Good news: {by} offers you the placement {title}, and hopes for your reply by {day}.', {
            by: context.by,
            title: context.title,
            day: shownDate(context.replyBy),
          })
        : t('Good news: {by} offers you a placement: {title}.', { by: context.by, title: context.title }),
      ...(context.message ? [t('{by} writes: {message}', { by: context.by, message: context.message })] : []),
    ],
    button: { label: t('Answer the offer'), path: `/application/view/${context.applicationId}` },
    footnotes: approved
      ? []
      : [
          t(
            'Before you can accept, your account must be approved. Upload your signed agreement in your profile and ask your school.',
          ),
        ],
  };
}

/** An offer that the business took back, from its application or by removing the student from the selection. */
export function offerRescinded({ title, by }: ApplicationMail): Notification {
  return {
    subject: t('An offer was taken back: {title}', { title }),
    paragraphs: [t('{by} has taken back its offer of {title}.', { by, title })],
    button: { label: t('Browse opportunities'), path: '/opportunity/browse' },
    footnotes: [
      t('If you have questions, ask the business or your school. There are more opportunities to explore.'),
    ],
  };
}
