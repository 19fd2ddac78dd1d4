import { foldText } from '@waypost/contract/fold';
import { t } from '@waypost/contract/i18n';
import { shortName } from '@waypost/contract/messages/links/rules';
import { whyNotSigner } from '@waypost/contract/placements/agreements/rules';
import { shownRecord } from '@waypost/contract/time-zones';
import { addNotices, type NewNotice } from '../../messages/bell/queries.ts';
import { issueLinks } from '../../messages/links/queries.ts';
import { mailReceipt } from '../../messages/links/receipt-mails.ts';
import { mailHolder, toNotice } from '../../messages/mail/notify.ts';
import { toPlainText } from '../../messages/mail/plain-text.ts';
import { reasons } from '../../messages/mail/reasons.ts';
import type { Actor, LinkCaller } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { toMail } from '../../platform/outside/letter.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { findDays, findSchoolSystem } from '../../school-system/settings/queries.ts';
import { type About, signedByAll } from './mails.ts';
import { listSigners } from './signer-queries.ts';

/** A signature or a decline of a version. */
interface Act {
  agreementId: string;
  version: number;
  decision: 'signed' | 'declined';
  /** The name they typed, or that is on paper. */
  by: string;
  /** Whether it was the last signature: then the receipt says so, and no other email does. */
  isLast: boolean;
}

export const receiptOf = (decision: Act['decision'], version: number): string =>
  decision === 'signed'
    ? t('Training agreement signed, version {version}', { version })
    : t('Training agreement declined, version {version}', { version });

type Student = { id: string; firstName: string; lastName: string };

/**
 * Emails someone without an account the receipt of what they signed or declined, with a link that shows the text and
 * its signatures, does nothing else and does not expire. A guardian can also follow the placement.
 */
export async function mailSignerReceipt(
  tx: Tx,
  post: MailContext,
  to: Pick<LinkCaller, 'clientId' | 'accountId' | 'recipient'> & {
    client: { name: string; timeZone: string };
  },
  about: About,
  student: Student,
  { agreementId, version, decision, by, isLast }: Act,
  now: Date,
): Promise<void> {
  const { clientId, accountId, recipient, client } = to;
  const link = { clientId, purpose: 'sign' as const, subjectId: agreementId, accountId, recipient };
  const [readToken = ''] = await issueLinks(tx, [{ ...link, doneAt: now }], now);
  const what = () => receiptOf(decision, version);
  const name = shortName(student.firstName, student.lastName);
  const details = () => detailsOf({ ...about, student: name, isLast }, client.timeZone, now);
  const done = { what, by, student, projectId: about.projectId, details, readToken };
  await mailReceipt(tx, post, to, done, now);
}

const detailsOf = (
  { student, business, title, isLast }: Pick<About, 'student' | 'business' | 'title'> & { isLast: boolean },
  timeZone: string,
  now: Date,
): string[] => [
  `${t('{student} at {business}: {title}', { student, business, title })} · ${shownRecord(timeZone, now)}`,
  ...(isLast ? [signedByAll({ student, business })] : []),
];

/**
 * Like `mailSignerReceipt`, for a guardian whose signature on paper staff recorded: to the guardian on file with that
 * name, otherwise to all who may sign. Returns their addresses.
 */
export async function mailPaperReceipt(
  tx: Tx,
  post: MailContext,
  about: About,
  student: Student,
  act: Act,
  now: Date,
): Promise<string[]> {
  const { clientId } = about;
  const signers = await listSigners(tx, { ...about, agreementId: act.agreementId }, now);
  const able = signers.filter(
    (one) => one.party === 'guardian' && !one.isAccount && whyNotSigner(one) === null,
  );
  const named = able.filter(({ name }) => foldText(name) === foldText(act.by));
  const [{ timeZone }, school] = await Promise.all([findDays(tx, clientId), findSchoolSystem(tx, clientId)]);
  const sent = new Set<string>();
  for (const { accountId, name, email, locale } of named.length > 0 ? named : able) {
    // Parents who share an address get one email.
    if (sent.has(email.toLowerCase())) continue;
    sent.add(email.toLowerCase());
    const to = {
      clientId,
      accountId,
      recipient: { name, email, locale },
      client: { name: school, timeZone },
    };
    await mailSignerReceipt(tx, post, to, about, student, act, now);
  }
  return [...sent];
}

/**
 * Emails a student or business the receipt of their own signature, which they cannot turn off, and adds a notification.
 * Staff see it on their screen.
 */
export async function mailAccountReceipt(
  tx: Tx,
  { jobs, publicUrl }: MailContext,
  actor: Actor,
  about: About,
  { version, by, isLast }: Act,
  now: Date,
): Promise<void> {
  if (actor.role !== 'Student' && actor.role !== 'Business') return;
  const { timeZone } = await findDays(tx, actor.clientId);
  const { clientId, id: userId } = actor;
  const notices: NewNotice[] = [];
  await mailHolder(tx, jobs, { clientId, userId }, () => {
    const words = {
      what: receiptOf('signed', version),
      student: toPlainText(about.student),
      name: toPlainText(by),
    };
    const subject = t('Your receipt: {what}, {student}', words);
    const button = { label: t('See the agreement'), path: `/project/${about.projectId}/agreement` };
    notices.push(toNotice({ clientId, kind: 'agreement' }, userId, { subject, paragraphs: [], button }));
    return [
      toMail({
        to: actor.email,
        subject,
        reason: reasons.account(),
        paragraphs: [
          t('Recorded for {student}, under the name {name}: {what}.', words),
          ...detailsOf({ ...about, isLast }, timeZone, now).map(toPlainText),
        ],
        button: { label: button.label, url: publicUrl + button.path },
        thread: about.projectId,
      }),
    ];
  });
  await addNotices(tx, notices);
}
