import { mailHolder } from '../../messages/mail/notify.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { endCodesOf, mailLink } from './code-queries.ts';
import { emailChangedMails } from './mails.ts';

/** An account whose email staff change, as it was before. */
interface Changed {
  clientId: string;
  id: string;
  email: string;
  /** Whether it has no password yet. */
  invited: boolean;
}

/**
 * After staff changed an account's email: its mailed links expire. An account without a password is invited at the new
 * address; the others are told at both. Does nothing if only the letter case changed.
 */
export async function announceEmailChange(
  tx: Tx,
  outside: MailContext,
  { clientId, id, email: former, invited }: Changed,
  email: string,
  now: Date,
): Promise<void> {
  if (email.toLowerCase() === former.toLowerCase()) return;
  const holder = { clientId, userId: id };
  await endCodesOf(tx, holder, now);
  if (invited) await mailLink(tx, outside, 'invitation', { ...holder, email }, now);
  else await mailHolder(tx, outside.jobs, holder, () => emailChangedMails(former, email));
}
