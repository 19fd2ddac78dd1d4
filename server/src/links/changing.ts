import { type Locale, t } from '@waypost/contract/i18n';
import { type LinkPurpose, linkPath } from '@waypost/contract/links/rules';
import type { Tx } from '../database/connect.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { toMail } from '../outside/letter.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { findLiveLinks, issueLinks, revokeLink } from './queries.ts';

interface Correction {
  clientId: string;
  /** The student or the business whose guardian or contact it is. */
  accountId: string;
  /** The address that was corrected. */
  from: string;
  /**
   * The person at the new address, and their language if it differs from the link's; null if there is nobody who may
   * act.
   */
  to: { name: string; email: string; locale?: Locale } | null;
}

/**
 * Revokes the unused links sent to an address, and sends them to the new address, if there is one, in the transaction
 * that corrects it.
 */
export async function readdressLinks(
  tx: Tx,
  { jobs, publicUrl }: Pick<Outside, 'jobs' | 'publicUrl'>,
  { clientId, accountId, from, to }: Correction,
  now: Date,
): Promise<void> {
  const live = await findLiveLinks(tx, { clientId, accountId, email: from, now });
  for (const { id } of live) await revokeLink(tx, { clientId, id }, { now });
  if (!to || to.email === '') return;
  const made = live.map(({ purpose, subjectId, locale }) => ({
    ...{ clientId, accountId, subjectId, purpose: purpose as LinkPurpose },
    recipient: { name: to.name, email: to.email, locale: to.locale ?? locale },
  }));
  const tokens = await issueLinks(tx, made, now);
  await jobs.sendMails(
    tx,
    made.map(({ recipient }, index) =>
      forReader({ locale: recipient.locale, you: 'usted' }, () =>
        toMail({
          to: recipient.email,
          subject: t('Your address was corrected: here is your link'),
          paragraphs: [
            t('{name}, this was sent to another address before. You need no account. It works for 30 days.', {
              name: toPlainText(recipient.name),
            }),
          ],
          button: { label: t('Open the link'), url: publicUrl + linkPath(tokens[index] ?? '') },
        }),
      ),
    ),
  );
}
