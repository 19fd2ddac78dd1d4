import { t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath, shortName } from '@waypost/contract/messages/links/rules';
import { issueLinks } from '../../messages/links/queries.ts';
import { capacityLines } from '../../messages/mail/capacity.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import type { LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { MailContext } from '../../platform/outside/outside.ts';

interface ProgressLinks {
  student: { clientId: string; id: string; firstName: string; lastName: string };
  recipient: LinkCaller['recipient'];
  /** At least one. */
  placements: readonly { id: string; title: string }[];
}

/** Emails a guardian the links to the progress of a student's placements. */
export async function mailProgressLinks(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  { student: { clientId, id: accountId, firstName, lastName }, recipient, placements }: ProgressLinks,
  now: Date,
): Promise<void> {
  const link = { clientId, purpose: 'progress' as const, accountId, recipient };
  const tokens = await issueLinks(
    tx,
    placements.map(({ id: subjectId }) => ({ ...link, subjectId })),
    now,
  );
  const mail = forReader({ locale: recipient.locale, you: 'usted' }, () => {
    const student = toPlainText(shortName(firstName, lastName));
    const [first, ...others] = placements.map(({ title }, index) => ({
      title: toPlainText(title),
      url: publicUrl + linkPath(tokens[index] ?? ''),
    }));
    return toMail({
      to: recipient.email,
      reason: reasons.named(),
      subject: t('How {student}’s placement is going', { student }),
      paragraphs: [
        t('See what is done and what is next: {title}.', { title: first?.title ?? '' }),
        ...capacityLines([{ guardianOf: student }]),
      ],
      button: { label: t('See how it is going'), url: first?.url ?? '' },
      footnotes: [
        ...others.map(({ title, url }) => ({ text: `${title}:`, url })),
        t('You need no account.'),
        t('The link works for {days} days.', { days: LINK_DAYS }),
      ],
      ...(placements.length === 1 && { thread: placements[0]?.id }),
    });
  });
  await jobs.sendMail(tx, mail);
}
