import { type Party, SIGN_WITHIN_DAYS } from '@waypost/contract/agreements/rules';
import { t } from '@waypost/contract/i18n';
import type { Tx } from '../database/connect.ts';
import { notify, type Told } from '../mail/notify.ts';
import type { Outside } from '../outside/outside.ts';

type Post = Pick<Outside, 'jobs' | 'publicUrl'>;

/** The placement that a mail is about: nothing that its readers do not see on the linked screen. */
export interface About {
  clientId: string;
  projectId: string;
  studentId: string | null;
  businessId: string | null;
  student: string;
  business: string;
  title: string;
}

const button = (projectId: string, label: string): Told['button'] => ({
  label,
  path: `/project/${projectId}/agreement`,
});

const accountOf = (about: About, party: Party) =>
  ({ student: about.studentId, business: about.businessId, guardian: null, school: null })[party];

/** Asks those whose turn it is to sign. Guardians have no account, and the school finds it among its tasks. */
export async function askToSign(tx: Tx, post: Post, about: About, turn: readonly Party[]): Promise<void> {
  const { clientId, projectId, student, business, title } = about;
  const to = turn.map((party) => accountOf(about, party));
  await notify(tx, post, { clientId, kind: 'agreement', to }, () => ({
    subject: t('Please sign: the agreement for {title}', { title }),
    paragraphs: [
      t('The training agreement for {student} at {business} is waiting for your signature: {title}.', {
        student,
        business,
        title,
      }),
      t('Read it, then type your name to sign, or decline with a reason. You have {days} days.', {
        days: String(SIGN_WITHIN_DAYS),
      }),
    ],
    button: button(projectId, t('Read and sign')),
  }));
}

/** Tells the student and the business that the agreement is in force. */
export async function tellOfLastSignature(tx: Tx, post: Post, about: About): Promise<void> {
  const { clientId, projectId, studentId, businessId, student, business, title } = about;
  await notify(tx, post, { clientId, kind: 'agreement', to: [studentId, businessId] }, () => ({
    subject: t('Signed by everyone: the agreement for {title}', { title }),
    paragraphs: [
      t('Everyone has signed the training agreement for {student} at {business}.', { student, business }),
      t('You can read and print it at any time.'),
    ],
    button: button(projectId, t('See the agreement')),
  }));
}

/** Tells the others that someone declined. The reason is on the screen alone. */
export async function tellOfDecline(
  tx: Tx,
  post: Post,
  about: About,
  by: { id: string; name: string },
): Promise<void> {
  const { clientId, projectId, studentId, businessId, title } = about;
  const to = [studentId, businessId].filter((id) => id !== by.id);
  await notify(tx, post, { clientId, kind: 'agreement', to }, () => ({
    subject: t('Declined: the agreement for {title}', { title }),
    paragraphs: [
      t('{name} declined to sign the training agreement for {title}.', { name: by.name, title }),
      t('The school reads the reason and decides what to change.'),
    ],
    button: button(projectId, t('See the agreement')),
  }));
}
