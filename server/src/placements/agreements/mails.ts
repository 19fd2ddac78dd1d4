import { type Locale, t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath } from '@waypost/contract/messages/links/rules';
import {
  type LinkedParty,
  type Party,
  SIGN_WITHIN_DAYS,
} from '@waypost/contract/placements/agreements/rules';
import { capacityLines } from '../../messages/mail/capacity.ts';
import { type Notification, notify } from '../../messages/mail/notify.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { Mail } from '../../platform/outside/mail.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

/** The placement that a mail is about: only what its readers can see on the linked screen. */
export interface About {
  clientId: string;
  projectId: string;
  studentId: string | null;
  businessId: string | null;
  student: string;
  business: string;
  title: string;
}

/** A button to the placement's agreement, in the conversation about that placement. */
const onScreen = (projectId: string, label: string): Pick<Notification, 'button' | 'thread'> => ({
  button: { label, path: `/project/${projectId}/agreement` },
  thread: projectId,
});

const accountOf = (about: About, party: Party) =>
  ({ student: about.studentId, business: about.businessId, guardian: null, school: null })[party];

/** Asks the accounts whose turn it is to sign on their screen. The school finds it among its tasks. */
export async function askAccountsToSign(
  tx: Tx,
  post: MailContext,
  about: About,
  turn: readonly Party[],
): Promise<void> {
  const { clientId, projectId, student, business, title } = about;
  const to = turn.map((party) => accountOf(about, party));
  await notify(tx, post, { clientId, kind: 'agreement', to }, () => ({
    subject: t('Please sign: the agreement for {title}', { title }),
    paragraphs: [
      t(
        'Please read the training agreement for {student} at {business}, {title}, and sign or decline it within {days} days.',
        { student, business, title, days: String(SIGN_WITHIN_DAYS) },
      ),
    ],
    ...onScreen(projectId, t('Read and sign')),
  }));
}

/** Tells staff that a draft has everything it needs, so that they can send it. */
export const notifyReady = (
  tx: Tx,
  post: MailContext,
  { clientId, projectId, title }: Ready,
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'agreement', to: [], notifiesStaff: true }, () => ({
    subject: t('Ready to send: the agreement for {title}', { title }),
    paragraphs: [],
    ...onScreen(projectId, t('See the agreement')),
  }));

/** Tells staff that a text that was sent names the former supervisor. */
export const notifyOtherSupervisor = (
  tx: Tx,
  post: MailContext,
  { clientId, projectId, name }: { clientId: string; projectId: string; name: string },
): Promise<void> =>
  notify(tx, post, { clientId, kind: 'agreement', to: [], notifiesStaff: true }, () => ({
    subject: t('{name} supervises now, but the agreement names someone else', { name }),
    paragraphs: [],
    ...onScreen(projectId, t('See the agreement')),
  }));

type Ready = Pick<About, 'clientId' | 'projectId' | 'title'>;

/** The link to sign, for a person without an account. */
export const toSigningLink = (
  publicUrl: string,
  to: { party: LinkedParty; name: string; email: string; locale: Locale },
  { projectId, student, business, title }: About,
  token: string,
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const about = {
      student: toPlainText(student),
      business: toPlainText(business),
      title: toPlainText(title),
      days: String(LINK_DAYS),
      name: toPlainText(to.name),
    };
    return toMail({
      to: to.email,
      reason: reasons.named(),
      subject: t('Please sign: the agreement for {title}', about),
      paragraphs: [
        t(
          'Please read the training agreement for {student} at {business}, {title}, and sign or decline it within {days} days.',
          about,
        ),
        to.party === 'guardian'
          ? t('You sign as {name}, {student}’s parent or guardian.', about)
          : t('You sign as {name}, for {business}.', about),
      ],
      footnotes: [t('You need no account.')],
      button: { label: t('Read and sign'), url: publicUrl + linkPath(token) },
      thread: projectId,
    });
  });

/** How a version ended, and who declined it. The reason of a decline is only on the screen. */
export type End = { how: 'signed' | 'expired' | 'void' | 'changed' } | { how: 'declined'; by: string };

/** That everyone has signed, in a sentence. */
export const signedByAll = ({ student, business }: Pick<About, 'student' | 'business'>): string =>
  t(
    'Everyone has signed the training agreement for {student} at {business}: you can read and print it at any time.',
    { student, business },
  );

/** The same words for everyone. `plain` converts each value, for mails that are not written through `notify`. */
function wordsOf(
  end: End,
  about: About,
  plain = (text: string) => text,
): Pick<Notification, 'subject' | 'paragraphs'> {
  const [student, business, title] = [about.student, about.business, about.title].map(plain) as [
    string,
    string,
    string,
  ];
  const names = { student, business };
  switch (end.how) {
    case 'signed':
      return {
        subject: t('Signed by everyone: the agreement for {title}', { title }),
        paragraphs: [signedByAll(names)],
      };
    case 'declined':
      return {
        subject: t('Declined: the agreement for {title}', { title }),
        paragraphs: [
          t(
            '{name} declined to sign the training agreement for {title}, and the school decides what to change.',
            { name: plain(end.by), title },
          ),
        ],
      };
    case 'expired':
      return {
        subject: t('Expired: the agreement for {title}', { title }),
        paragraphs: [
          t(
            'Not everyone signed the agreement for {student} at {business} within {days} days, so the school decides what is next.',
            { ...names, days: String(SIGN_WITHIN_DAYS) },
          ),
        ],
      };
    case 'void':
      return {
        subject: t('No longer valid: the agreement for {title}', { title }),
        paragraphs: [
          t(
            'The school made the training agreement for {student} at {business} void, so no one can sign it anymore.',
            names,
          ),
        ],
      };
    case 'changed':
      return {
        subject: t('Being changed: the agreement for {title}', { title }),
        paragraphs: [
          t(
            'The school is changing the agreement for {student} at {business}, and all who sign get an email once the new text is ready.',
            names,
          ),
        ],
      };
  }
}

/** Tells the student, the business and staff how a version ended, except the account that ended it. */
export async function notifyAccountsOfEnd(
  tx: Tx,
  post: MailContext,
  about: About,
  end: End,
  exceptId: string | undefined,
): Promise<void> {
  const { clientId, projectId, studentId, businessId } = about;
  const to = [studentId, businessId].filter((id) => id !== exceptId);
  await notify(tx, post, { clientId, kind: 'agreement', to, notifiesStaff: true }, () => ({
    ...wordsOf(end, about),
    ...onScreen(projectId, t('See the agreement')),
  }));
}

/** What a person without an account can still see: the text with its signatures, or how the placement is going. */
export type EndLink = 'text' | 'progress';

/** The same for a person without an account, with links to what they can still see. */
export const toEndMail = (
  publicUrl: string,
  to: { email: string; locale: Locale; isGuardian: boolean },
  about: About,
  end: End,
  [first, second]: readonly { shows: EndLink; token: string }[],
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const { subject, paragraphs } = wordsOf(end, about, toPlainText);
    return toMail({
      to: to.email,
      reason: reasons.named(),
      subject,
      paragraphs: [
        ...paragraphs,
        ...capacityLines([to.isGuardian ? { guardianOf: about.student } : { business: about.business }]),
      ],
      thread: about.projectId,
      ...(first && {
        button: {
          label: first.shows === 'text' ? t('Read the agreement') : t('See how it is going'),
          url: publicUrl + linkPath(first.token),
        },
      }),
      ...(second && {
        footnotes: [{ text: t('See how the placement is going:'), url: publicUrl + linkPath(second.token) }],
      }),
    });
  });
