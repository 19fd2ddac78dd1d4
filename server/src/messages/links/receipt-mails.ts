import { t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath, shortName } from '@waypost/contract/messages/links/rules';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { capacityLines } from '../mail/capacity.ts';
import { findCapacity } from '../mail/capacity-queries.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';
import { issueLinks } from './queries.ts';

/** Who gets a receipt: a student's guardian, or someone at a business. */
type Receiver = Pick<LinkCaller, 'clientId' | 'accountId' | 'recipient'> & { client: { name: string } };

/** What someone without an account did. */
interface LinkAction {
  /** In words, for their language. */
  what: () => string;
  /** The name they typed, or that is on paper. */
  by: string;
  student: { id: string; firstName: string; lastName: string };
  /** The placement that it is about, if there is one. */
  projectId: string | null;
  /** More paragraphs: what it is about, and when it was done. */
  details?: () => string[];
  /** The token of the link that shows what was signed. */
  readToken?: string;
}

/** Emails someone without an account a receipt. A guardian also gets a link to the placement's progress. */
export async function mailReceipt(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  { clientId, accountId, recipient, client }: Receiver,
  { what, by, student, projectId, details, readToken }: LinkAction,
  now: Date,
): Promise<void> {
  const link = { clientId, purpose: 'progress' as const, accountId, recipient };
  const follows = projectId !== null && accountId === student.id;
  const [token] = await issueLinks(tx, follows ? [{ ...link, subjectId: projectId }] : [], now);
  const capacity = await findCapacity(tx, { clientId, accountId });
  const mail = forReader({ locale: recipient.locale, you: 'usted' }, () => {
    const about = {
      student: toPlainText(shortName(student.firstName, student.lastName)),
      what: what(),
      name: toPlainText(by),
      school: toPlainText(client.name),
    };
    const read = readToken && {
      text: t('What was signed, and who has signed so far:'),
      url: publicUrl + linkPath(readToken),
    };
    return toMail({
      to: recipient.email,
      reason: reasons.named(),
      subject: t('Your receipt: {what}, {student}', about),
      paragraphs: [
        t('Recorded for {student}, under the name {name}: {what}.', about),
        ...(details?.() ?? []).map(toPlainText),
        ...capacityLines([capacity]),
      ],
      thread: projectId ?? undefined,
      ...(token && { button: { label: t('See how it is going'), url: publicUrl + linkPath(token) } }),
      footnotes: [
        ...(read ? [read] : []),
        t('If this was not you, call {school}.', about),
        ...(token ? [t('The link works for {days} days.', { days: LINK_DAYS })] : []),
      ],
    });
  });
  await jobs.sendMail(tx, mail);
}
