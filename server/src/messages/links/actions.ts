import { mayCallByLink } from '@waypost/contract/call-access';
import { t } from '@waypost/contract/i18n';
import { NotMeInput, PassOnInput, SignedInput } from '@waypost/contract/messages/links/forms';
import { maskedEmail, otherNameOnFile } from '@waypost/contract/messages/links/rules';
import { Refusal, refuse } from '@waypost/contract/refusal';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { type AuditActor, doneBy, record, recordAll } from '../../platform/access/audit.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { readInput } from '../../platform/access/input.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { leaveLinkRole } from '../../platform/access/link-tenant.ts';
import { isDenied, type Tx } from '../../platform/database/connect.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { findCapacity } from '../mail/capacity-queries.ts';
import { notify } from '../mail/notify.ts';
import { makeCode } from '../proofs/codes.ts';
import { type ProofState, spendCode } from '../proofs/queries.ts';
import { SURE } from './html.tsx';
import { whyNotAct } from './mailbox-queries.ts';
import { notifyOtherName, toNotThem, toPassedOn, toRenewed } from './mails.ts';
import type { Purpose, Submission } from './purpose.ts';
import {
  findAdmins,
  findPlacementOf,
  finishLink,
  holdOpen,
  insertActs,
  isCurrentRecipient,
  issueLinks,
  refuseLink,
  revokeLink,
} from './queries.ts';
import { CODE_ENDED, type ProvenBy, personOf, sendCode } from './second-proof.ts';

/** A pressed button, and what it concerns. */
interface Pressed {
  outside: Outside;
  link: LinkCaller;
  purpose: Purpose;
  values: URLSearchParams;
  now: Date;
}

/** What one POST asks for. */
interface Posted extends Omit<Pressed, 'link' | 'now'> {
  proof: ProofState | null;
  proven: ProvenBy | null;
}

/** Runs `work` in a transaction in which no one else acts with the link. */
type Exclusively = <T>(now: Date, work: (tx: Tx, link: LinkCaller | null) => Promise<T>) => Promise<T>;

/** Does what the pressed button says. Returns a notice; null if the page's new state says enough. */
export async function perform(
  exclusively: Exclusively,
  { proof, proven, ...posted }: Posted,
): Promise<string | null> {
  const { outside, purpose, values } = posted;
  const wantsCode = values.get('do') === 'code' && proof !== null;
  if (wantsCode) readInput(SignedInput, { name: values.get('name') });
  const fresh = wantsCode ? await makeCode() : null;
  const now = outside.clock.now();
  return exclusively(now, async (tx, link) => {
    if (!link) return null;
    const isTo = (way: string) => values.get('do') === way;
    const pressed = { ...posted, link, now };
    if (isTo('not-me') && link.state !== 'passed on') return reportWrongPerson(tx, pressed);
    const needed = isTo('renew') ? 'expired' : 'open';
    // The page shows its current state instead.
    if (link.state !== needed) return null;
    if (isTo('renew')) return renew(tx, pressed);
    if (isTo('pass-on') && purpose.mayPassOn) return passOn(tx, pressed);
    if (fresh) return sendCode(tx, outside, { link, title: purpose.title, fresh }, now);
    return decide(tx, pressed, proven);
  });
}

async function decide(
  tx: Tx,
  { outside, link, purpose, values, now }: Pressed,
  proven: ProvenBy | null,
): Promise<string> {
  const call = purpose.otherCalls?.[values.get('do') ?? ''] ?? purpose.call;
  if (!mayCallByLink(call, link.purpose)) refuse('not-allowed');
  const { name } = readInput(SignedInput, { name: values.get('name') });
  const nameOnFile = purpose.asPerson ? otherNameOnFile(name, [link.recipient.name]) : '';
  if (nameOnFile !== '' && values.get(SURE) !== values.get('name'))
    refuse('invalid-input', undefined, { [SURE]: [t('Are you {name}?', { name: nameOnFile })] });
  const submission = { name, nameOnFile, values, proven, now };
  const { actions, isDone, after } = await actWithin(tx, link, purpose, submission);
  await leaveLinkRole(tx, link);
  if (proven && !(await spendCode(tx, personOf(link), proven.salt))) refuse('conflict', t(CODE_ENDED));
  await after?.(tx, outside);
  if (nameOnFile !== '') await tellOtherName(tx, outside, link, name);
  const identified = `link to ${maskedEmail(link.recipient.email)}, name typed${
    proven ? `, code by ${proven.proof} to ${proven.proofTo}` : ''
  }`;
  const person = {
    ...(proven && { proof: proven.proof, proof_to: proven.proofTo }),
    ...(nameOnFile !== '' && { on_file: nameOnFile }),
  };
  await insertActs(
    tx,
    link,
    actions.map(({ about, details }) => ({
      name,
      at: now,
      accountId: about?.id ?? null,
      details: { ...details, ...person },
    })),
  );
  await recordAll(
    tx,
    byLink(link, name),
    actions.map(({ about, details, action }) => ({
      action,
      ...(about && { subject: about }),
      details: {
        purpose: link.purpose,
        ...details,
        ...(nameOnFile !== '' && { on_file: nameOnFile }),
        identified,
      },
    })),
    now,
  );
  // Someone else may have used or revoked it meanwhile.
  if (!(isDone ? await finishLink(tx, link, now) : await holdOpen(tx, link))) refuse('conflict');
  return t('Saved. Thank you.');
}

async function reportWrongPerson(tx: Tx, { outside, link, purpose: { title }, values, now }: Pressed) {
  await leaveLinkRole(tx, link);
  const { who } = readInput(NotMeInput, { who: values.get('who') });
  if (!(await refuseLink(tx, link, now))) refuse('conflict');
  await record(tx, byLink(link, who), { action: 'refuse link', ...subjectOf(link) }, now);
  const { clientId, accountId } = link;
  const path = `/profile/view/${accountId}`;
  const event = { clientId, kind: 'wrong person', to: [], about: accountId, notifiesStaff: true } as const;
  await notify(tx, outside, event, () => ({
    subject: t('A link to {email} reached the wrong person', { email: link.recipient.email }),
    paragraphs: [],
    button: { label: '', path },
  }));
  const admins = await findAdmins(tx, clientId);
  await outside.jobs.sendMails(
    tx,
    admins.map((admin) =>
      toNotThem(outside.publicUrl, admin, { title, sentTo: link.recipient.email, who, path }),
    ),
  );
  return null;
}

/** Tells staff at the bell that someone acted under another name than the one on file. */
async function tellOtherName(tx: Tx, outside: Outside, link: LinkCaller, name: string): Promise<void> {
  const { clientId, accountId: about, recipient, purpose } = link;
  const placement = await findPlacementOf(tx, link);
  const path = purpose === 'sign' && placement ? `/project/${placement}/agreement` : `/profile/view/${about}`;
  await notifyOtherName(tx, outside, { clientId, about, name, onFile: recipient.name, path });
}

async function passOn(tx: Tx, { outside, link, purpose: { title }, values, now }: Pressed) {
  await leaveLinkRole(tx, link);
  const sent = readInput(PassOnInput, Object.fromEntries(values));
  const colleague = { party: 'business', email: sent.to_email, signs: false } as const;
  const wrong = await whyNotAct(tx, link, colleague);
  if (wrong) refuse('invalid-input', undefined, { to_email: [wrong] });
  const recipient = { name: sent.to_name, email: sent.to_email, locale: link.recipient.locale };
  if (!(await revokeLink(tx, link, { now, passedOn: recipient }))) refuse('conflict');
  const [token = ''] = await issueLinks(tx, [copyOf(link, recipient)], now);
  const details = { colleague: `${sent.to_name} <${sent.to_email}>` };
  await record(
    tx,
    byLink(link, sent.from_name),
    { action: 'pass on link', ...subjectOf(link), details },
    now,
  );
  const about = {
    token,
    title,
    capacity: await findCapacity(tx, link),
    thread: await findPlacementOf(tx, link),
  };
  await outside.jobs.sendMail(
    tx,
    toPassedOn(outside.publicUrl, recipient, { ...about, from: sent.from_name }),
  );
  return null;
}

async function renew(tx: Tx, { outside, link, purpose, values, now }: Pressed) {
  await leaveLinkRole(tx, link);
  const { title } = purpose;
  const { name } = readInput(SignedInput, { name: values.get('name') });
  // The page says why.
  if (await whyNotRenew(tx, link, purpose, now)) return null;
  const { recipient } = link;
  await withinLimits(
    (work) => work(tx),
    now,
    [budgetOf('confirmation mails', link.id)],
    async () => {
      const [token = ''] = await issueLinks(tx, [copyOf(link, recipient)], now);
      await record(tx, byLink(link, name), { action: 'renew link', ...subjectOf(link) }, now);
      const about = {
        token,
        title,
        capacity: await findCapacity(tx, link),
        thread: await findPlacementOf(tx, link),
      };
      await outside.jobs.sendMail(tx, toRenewed(outside.publicUrl, recipient, about));
    },
  );
  return t('A new link is on its way to {email}.', { email: maskedEmail(recipient.email) });
}

/** Access can end before each statement of an action, for example because the business is deactivated. */
async function actWithin(tx: Tx, link: LinkCaller, purpose: Purpose, submission: Submission) {
  try {
    return await purpose.act(tx, link, submission);
  } catch (error) {
    const isGone = error instanceof Refusal && error.kind === 'not-found';
    if (isDenied(error) || (isGone && purpose.noLonger))
      refuse('conflict', purpose.noLonger && t(purpose.noLonger));
    throw error;
  }
}

const byLink = ({ clientId }: LinkCaller, name: string): AuditActor => doneBy({ clientId, id: null, name });

const subjectOf = ({ accountId, recipient }: LinkCaller) => ({
  subject: { id: accountId, name: recipient.name || recipient.email },
});

/** Why an expired link is not renewed, in words; null if it is. */
export async function whyNotRenew(
  tx: Tx,
  link: LinkCaller,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  if (!(await isCurrentRecipient(tx, link)))
    return t(
      'This link has expired, and we can’t send a new one to the address that it was sent to. Call {school}.',
      {
        school: link.client.name,
      },
    );
  return (await purpose.isOver?.(tx, link, now)) ?? null;
}

/** A new copy of the link for this recipient. */
const copyOf = (
  { clientId, purpose, subjectId, accountId, supervisorEmail }: LinkCaller,
  recipient: LinkCaller['recipient'],
) => ({
  clientId,
  purpose,
  subjectId,
  accountId,
  supervisorEmail,
  recipient,
});
