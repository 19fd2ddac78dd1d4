import { utcDay } from '@waypost/contract/dates';
import { needsGuardian } from '@waypost/contract/people/guardians/rules';
import { issueLinks } from '../../messages/links/queries.ts';
import type { Tx } from '../../platform/database/connect.ts';
import type { MailContext } from '../../platform/outside/outside.ts';
import { type About, type End, type EndLink, notifyAccountsOfEnd, toEndMail } from './mails.ts';
import { type LinkHolder, listLinkHolders } from './signer-queries.ts';

interface Ended {
  agreementId: string;
  end: End;
  /** Who ended it. They get a receipt or see it on their screen instead. */
  by?: EndedBy;
}

/**
 * An account, or the addresses of people without one: of a link's recipient, or of those who got the receipt of a
 * signature on paper.
 */
export interface EndedBy {
  accountId?: string;
  emails?: readonly string[];
}

/**
 * Tells everyone how a version ended: the accounts, staff, and each address with a link to sign it. Call it before
 * revoking those links (docs/behavior/agreements.md#endings).
 */
export async function notifyEnd(
  tx: Tx,
  post: MailContext,
  about: About,
  { agreementId, end, by: { accountId: exceptId, emails = [] } = {} }: Ended,
  now: Date,
): Promise<void> {
  await notifyAccountsOfEnd(tx, post, about, end, exceptId);
  const { clientId, projectId } = about;
  const holders = await listLinkHolders(tx, { ...about, agreementId });
  const notified = holders.filter(({ recipient }) => !emails.some((one) => isSame(one, recipient.email)));
  const shown = notified.map((holder) => ({ holder, shows: shownTo(holder, end, now) }));
  const subjects = {
    text: { purpose: 'sign' as const, subjectId: agreementId, doneAt: now },
    progress: { purpose: 'progress' as const, subjectId: projectId },
  };
  const made = shown.flatMap(({ holder: { accountId, recipient }, shows }) =>
    shows.map((one) => ({ clientId, accountId, recipient, ...subjects[one] })),
  );
  const tokens = await issueLinks(tx, made, now);
  const mails = shown.map(({ holder: { recipient, isGuardian }, shows }) => {
    const open = shows.map((one) => ({ shows: one, token: tokens.shift() ?? '' }));
    return toEndMail(post.publicUrl, { ...recipient, isGuardian }, about, end, open);
  });
  await post.jobs.sendMails(tx, mails);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What a link's holder may still see. */
function shownTo({ isGuardian, hasSigned, birthDate }: LinkHolder, end: End, now: Date): EndLink[] {
  const progress: EndLink[] = isGuardian && needsGuardian(birthDate, utcDay(now)) ? ['progress'] : [];
  if (end.how === 'signed') return ['text', ...progress];
  return progress.length > 0 || !hasSigned ? progress : ['text'];
}
