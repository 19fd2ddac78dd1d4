import { type Locale, t } from '@waypost/contract/i18n';
import { LINK_DAYS, type LinkPurpose, linkPath } from '@waypost/contract/messages/links/rules';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { capacityLines } from '../mail/capacity.ts';
import { findCapacity } from '../mail/capacity-queries.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';
import { findLinksAt, findPlacementOf, isOnFile, issueLinks, revokeLinks } from './queries.ts';

interface Correction {
  clientId: string;
  /** The student or the business whose guardian or contact it is. */
  accountId: string;
  /** Whose address was corrected, and their former address. */
  from: { name: string; email: string };
  /**
   * The person at the new address, and their language if it differs from the link's; null if there is nobody who may
   * act.
   */
  to: { name: string; email: string; locale?: Locale } | null;
}

/**
 * Revokes the links sent to the old address, except those that its holder acted with, and sends the ones that still
 * work to the new address, if there is one, in the transaction that corrects it. If someone else also has the old
 * address, their links still work. So does a link to sign, because people who share an address share that link.
 */
export async function readdressLinks(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  { clientId, accountId, from, to }: Correction,
  now: Date,
): Promise<void> {
  const isShared = await isOnFile(tx, { clientId, accountId, email: from.email });
  const sent = (await findLinksAt(tx, { clientId, accountId, email: from.email })).filter(
    ({ purpose, recipientName }) => !isShared || purpose === 'sign' || recipientName === from.name,
  );
  const ended = sent.filter(({ purpose }) => !isShared || purpose !== 'sign');
  await revokeLinks(tx, { clientId, ids: ended.map(({ id }) => id) }, now);
  if (!to || to.email === '') return;
  const works = new Map(
    sent
      .filter(({ isKept, expiresAt }) => isKept || expiresAt > now)
      .map((link) => [`${link.purpose} ${link.subjectId} ${link.supervisorEmail}`, link]),
  );
  const made = [...works.values()].map(({ purpose, subjectId, locale, isKept, supervisorEmail }) => ({
    clientId,
    accountId,
    subjectId,
    purpose: purpose as LinkPurpose,
    ...(isKept && { doneAt: now }),
    // A supervisor's own link follows the address; a link passed on to a colleague does not.
    supervisorEmail: supervisorEmail?.toLowerCase() === from.email.toLowerCase() ? to.email : supervisorEmail,
    recipient: { name: to.name, email: to.email, locale: to.locale ?? locale },
  }));
  const tokens = await issueLinks(tx, made, now);
  const threads: (string | undefined)[] = [];
  for (const link of made) threads.push(await findPlacementOf(tx, link));
  const capacity = await findCapacity(tx, { clientId, accountId });
  await jobs.sendMails(
    tx,
    made.map(({ recipient, doneAt }, index) =>
      forReader({ locale: recipient.locale, you: 'usted' }, () =>
        toMail({
          to: recipient.email,
          reason: reasons.named(),
          subject: t('Your address was corrected: here is your link'),
          paragraphs: [
            t('{name}, this was sent to another address before.', { name: toPlainText(recipient.name) }),
            ...capacityLines([capacity]),
          ],
          button: { label: t('Open the link'), url: publicUrl + linkPath(tokens[index] ?? '') },
          footnotes: [
            t('You need no account.'),
            ...(doneAt ? [] : [t('The link works for {days} days.', { days: LINK_DAYS })]),
          ],
          thread: threads[index],
        }),
      ),
    ),
  );
}
