import { t } from '@waypost/contract/i18n';
import { LINK_DAYS, linkPath, shortName } from '@waypost/contract/links/rules';
import type { LinkCaller } from '../access/actor.ts';
import type { Tx } from '../database/connect.ts';
import { issueLinks } from '../links/queries.ts';
import { toPlainText } from '../mail/plain-text.ts';
import { reasons } from '../mail/reasons.ts';
import { toMail } from '../outside/letter.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';

/** What a guardian did by a link. */
interface Done {
  /** In words, for their language. */
  what: () => string;
  /** The name they typed. */
  by: string;
  student: { id: string; firstName: string; lastName: string };
  /** The placement that it is about, if there is one. */
  projectId: string | null;
}

/** Emails a guardian the receipt of what they did by a link, with a link to the placement's progress. */
export async function mailReceipt(
  tx: Tx,
  { jobs, publicUrl }: Pick<Outside, 'jobs' | 'publicUrl'>,
  { clientId, recipient, client }: LinkCaller,
  { what, by, student, projectId }: Done,
  now: Date,
): Promise<void> {
  const link = { clientId, purpose: 'progress' as const, accountId: student.id, recipient };
  const [token] = await issueLinks(tx, projectId ? [{ ...link, subjectId: projectId }] : [], now);
  const mail = forReader({ locale: recipient.locale, you: 'usted' }, () => {
    const about = {
      ...{ student: toPlainText(shortName(student.firstName, student.lastName)), what: what() },
      ...{ name: toPlainText(by), school: toPlainText(client.name) },
    };
    return toMail({
      to: recipient.email,
      reason: reasons.named(),
      subject: t('Your receipt: {what}, {student}', about),
      paragraphs: [
        t('Recorded for {student}, under the name {name}: {what}.', about),
        t('If this was not you, call {school}.', about),
        ...(token
          ? [
              t('You can see at any time how the placement is going. The link works for {days} days.', {
                days: String(LINK_DAYS),
              }),
            ]
          : []),
      ],
      thread: projectId ?? undefined,
      ...(token && { button: { label: t('See how it is going'), url: publicUrl + linkPath(token) } }),
    });
  });
  await jobs.sendMail(tx, mail);
}
