import { t } from '@waypost/contract/i18n';
import { type Notification, notify } from '../../messages/mail/notify.ts';
import type { Reader } from '../../messages/mail/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

/** Mails people that staff approved their accounts or withdrew the approval. Staff need no approval and get no mail. */
export async function mailApproval(
  tx: Tx,
  post: MailContext,
  { clientId, ids, approved }: { clientId: string; ids: readonly string[]; approved: boolean },
): Promise<void> {
  await notify(tx, post, { clientId, kind: 'approval', to: ids }, approved ? given : withdrawn);
}

function given({ role }: Reader): Notification {
  const student = role === 'Student';
  return {
    subject: t('Your Waypost account is approved'),
    paragraphs: [
      student
        ? t('Good news: your account is approved, so you can now apply and accept offers.')
        : t('Good news: your account is approved, so you can now post, and answer applicants.'),
    ],
    button: student
      ? { label: t('Browse opportunities'), path: '/opportunity/browse' }
      : { label: t('Manage opportunities'), path: '/opportunity/all' },
  };
}

function withdrawn({ role }: Reader): Notification {
  return {
    subject: t('Your Waypost account is no longer approved'),
    paragraphs: [
      role === 'Student'
        ? t('To apply, accept an offer, or log hours, your account must be approved again.')
        : t('To post, answer applicants, or approve hours, your account must be approved again.'),
    ],
    button: { label: t('See your profile'), path: '/profile' },
    footnotes: [
      t('You can still log in and look around.'),
      t('If you think this is a mistake, ask an administrator of your school system.'),
    ],
  };
}
