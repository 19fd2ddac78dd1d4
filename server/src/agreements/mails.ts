import { type Party, SIGN_WITHIN_DAYS } from '@waypost/contract/agreements/rules';
import { type Locale, t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath } from '@waypost/contract/links/rules';
import type { Tx } from '../database/connect.ts';
import { notify, type Told } from '../mail/notify.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';
import { toMail } from '../outside/letter.ts';
import type { Mail } from '../outside/mail.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';

type Post = Pick<Outside, 'jobs' | 'publicUrl'>;

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
const onScreen = (projectId: string, label: string): Pick<Told, 'button' | 'thread'> => ({
  button: { label, path: `/project/${projectId}/agreement` },
  thread: projectId,
});

const accountOf = (about: About, party: Party) =>
  ({ student: about.studentId, business: about.businessId, guardian: null, school: null })[party];

/** Asks the accounts whose turn it is to sign on their screen. The school finds it among its tasks. */
export async function askAccountsToSign(
  tx: Tx,
  post: Post,
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
        { ...{ student, business, title }, days: String(SIGN_WITHIN_DAYS) },
      ),
    ],
    ...onScreen(projectId, t('Read and sign')),
  }));
}

/** The link to sign, for a person without an account. */
export const toSigningLink = (
  publicUrl: string,
  to: { email: string; locale: Locale },
  { projectId, student, business, title }: About,
  token: string,
): Mail =>
  forReader({ locale: to.locale, you: 'usted' }, () => {
    const about = {
      ...{ student: toPlainText(student), business: toPlainText(business) },
      title: toPlainText(title),
      days: String(LINK_DAYS),
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
      ],
      footnotes: [t('You need no account.')],
      button: { label: t('Read and sign'), url: publicUrl + linkPath(token) },
      thread: projectId,
    });
  });

/** Mails the student and the business that the agreement is in force. */
export async function mailLastSignature(tx: Tx, post: Post, about: About): Promise<void> {
  const { clientId, projectId, studentId, businessId, student, business, title } = about;
  await notify(
    tx,
    post,
    { clientId, kind: 'agreement', to: [studentId, businessId], tellsStaff: true },
    () => ({
      subject: t('Signed by everyone: the agreement for {title}', { title }),
      paragraphs: [
        t(
          'Everyone has signed the training agreement for {student} at {business}: you can read and print it at any time.',
          { student, business },
        ),
      ],
      ...onScreen(projectId, t('See the agreement')),
    }),
  );
}

/** Mails the others that someone declined. The reason is only on the screen. */
export async function mailDecline(
  tx: Tx,
  post: Post,
  about: About,
  by: { id: string | null; name: string },
): Promise<void> {
  const { clientId, projectId, studentId, businessId, title } = about;
  const to = [studentId, businessId].filter((id) => id !== by.id);
  await notify(tx, post, { clientId, kind: 'agreement', to, tellsStaff: true }, () => ({
    subject: t('Declined: the agreement for {title}', { title }),
    paragraphs: [
      t(
        '{name} declined to sign the training agreement for {title}, and the school decides what to change.',
        { name: by.name, title },
      ),
    ],
    ...onScreen(projectId, t('See the agreement')),
  }));
}
