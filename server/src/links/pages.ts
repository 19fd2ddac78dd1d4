import type { Readable } from 'node:stream';
import { mayCallByLink } from '@waypost/contract/call-access';
import { t } from '@waypost/contract/i18n';
import { NotMeInput, PassOnInput, SignedInput } from '@waypost/contract/links/forms';
import { type LinkPurpose, linkPath, maskedEmail, shortName } from '@waypost/contract/links/rules';
import { proofs, proofWords } from '@waypost/contract/proofs/rules';
import { Refusal, refusals, refuse } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { LinkCaller } from '../access/actor.ts';
import { type AuditActor, doneBy, record, recordAll } from '../access/audit.ts';
import { budgetOf } from '../access/budgets.ts';
import { type Costs, runWithBill } from '../access/costs.ts';
import { readInput } from '../access/input.ts';
import { withinLimits } from '../access/limits.ts';
import { CrossSite, isOwnOrigin } from '../access/pipeline.ts';
import { hashSecret } from '../access/sessions.ts';
import { asLink, asLinkExclusively, asSession, leaveLinkRole } from '../access/tenant.ts';
import { networkOf } from '../addresses.ts';
import { isDenied, type Tx } from '../database/connect.ts';
import { notify } from '../mail/notify.ts';
import { FileMissing } from '../outside/file-store.ts';
import type { Outside } from '../outside/outside.ts';
import { makeCode } from '../proofs/changing.ts';
import { findProof, type ProofState, spendCode } from '../proofs/queries.ts';
import { forReader } from '../reader.ts';
import { type FormState, type Html, html, shownMoment } from './html.ts';
import { toNotThem, toPassedOn, toRenewed } from './mails.ts';
import { HEADERS, nameField, noDefaultButton, notMe, passOnForm, proofFields, toPage } from './page.ts';
import { CODE_ENDED, type ProvenBy, personOf, prove, sendCode } from './proving.ts';
import type { Purpose, StoredDocument, Submission } from './purpose.ts';
import {
  type FoundAct,
  findAdmins,
  findPlacementOf,
  finishLink,
  holdOpen,
  insertActs,
  isCurrentRecipient,
  issueLinks,
  listActs,
  refuseLink,
  revokeLink,
} from './queries.ts';

/** The route of every link's page. The log contains it instead of the address. */
const LINK_ROUTE = '/link/:token';

/** The route of the document that a link's recipient can download. */
const DOCUMENT_ROUTE = `${LINK_ROUTE}/agreement.pdf`;

/** Whether a route is that of a link's page or document, which answer with a page. */
export const isLinkRoute = (route: string | undefined): boolean =>
  route === LINK_ROUTE || route === DOCUMENT_ROUTE;

/** Larger than any form of a link. */
const BODY_LIMIT = 64 * 1024;

export type Purposes = Readonly<Record<LinkPurpose, Purpose>>;

interface Dependencies {
  pool: Pool;
  outside: Outside;
  costs: Costs;
}

/** A link as its page shows it. */
interface Found {
  link: LinkCaller;
  purpose: Purpose;
  toForm: ((form: FormState) => Html) | null;
  acts: FoundAct[];
  /** Additional content of the receipt page (`Purpose.keep`). */
  kept: Html | null;
  /** The second proof that the form needs; null if none is required. */
  proof: ProofState | null;
  /** Why an expired link is not renewed; null if it is. */
  whyNotRenew: string | null;
}

const UNTOUCHED: FormState = { values: new URLSearchParams(), errors: {} };

/**
 * The pages of links (docs/behavior/links.md). GET and HEAD only read, because mail scanners open every link. A POST
 * requires typed input, which scanners do not provide.
 */
export async function mountLinks(
  app: FastifyInstance,
  { pool, outside, costs }: Dependencies,
  purposes: Purposes,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get(LINK_ROUTE, (wire, reply) => billed(wire, () => show(wire, reply)));
    scope.get(DOCUMENT_ROUTE, (wire, reply) => billed(wire, () => download(wire, reply)));
    scope.post(LINK_ROUTE, (wire, reply) => billed(wire, () => act(wire, reply)));
    // Addresses that a mail program broke or extended.
    scope.route({ method: ['GET', 'POST'], url: '/link/*', handler: (_, reply) => sendDeadLinkPage(reply) });
  });

  async function billed<T>(wire: FastifyRequest, serve: () => Promise<T>): Promise<T> {
    const bill = costs(null, wire.ip);
    try {
      return await runWithBill(bill, serve);
    } finally {
      bill.pause();
    }
  }

  async function show(wire: FastifyRequest, reply: FastifyReply) {
    const found = await find(wire);
    return found ? send(reply, 200, found, UNTOUCHED) : sendDeadLinkPage(reply);
  }

  /** Only for a link that is done, whose page shows what was signed. */
  async function download(wire: FastifyRequest, reply: FastifyReply) {
    const found = await find(wire);
    const document = await asLink(pool, tokenHashOf(wire), outside.clock.now(), async (tx, link) => {
      if (!found || link?.state !== 'done') return undefined;
      await leaveLinkRole(tx, link);
      return purposes[link.purpose].document?.(tx, link);
    });
    if (!document) return sendDeadLinkPage(reply);
    try {
      return sendDocument(reply, document, await outside.files.get(document.storageKey));
    } catch (error) {
      if (error instanceof FileMissing) return sendDeadLinkPage(reply);
      throw error;
    }
  }

  async function act(wire: FastifyRequest, reply: FastifyReply) {
    refuseOtherSites(wire, outside.publicUrl);
    const values = wire.body;
    if (!(values instanceof URLSearchParams)) refuse('invalid-input');
    const found = await find(wire);
    if (!found) return sendDeadLinkPage(reply);
    return forReader(readerOf(found), async () => {
      let notice: string | null;
      try {
        const proven = await prove({ pool, outside }, { tokenHash: tokenHashOf(wire), values, ...found });
        notice = await perform(tokenHashOf(wire), found, values, proven);
      } catch (error) {
        if (!(error instanceof Refusal) || !isForThePage(error)) throw error;
        const form = { values, errors: error.fields ?? {} };
        const now = await look(wire);
        // Someone else revoked it meanwhile.
        if (!now) return sendDeadLinkPage(reply);
        return send(reply, refusals[error.kind].status, now, form, { wrong: error.message });
      }
      const now = await look(wire);
      // Requesting a code decides nothing, so the form keeps everything typed. After a decision it keeps only the name.
      const kept =
        values.get('do') === 'code' ? values : new URLSearchParams({ name: values.get('name') ?? '' });
      if (now) return send(reply, 200, now, { values: kept, errors: {} }, { notice });
      if (values.get('do') === 'not-me') return sendEnded(reply, found);
      // Someone else may have revoked it meanwhile.
      return notice ? sendSaved(reply, found, notice) : sendDeadLinkPage(reply);
    });
  }

  /** The link, or undefined for an unknown or revoked token: both take the same steps and get the same page. */
  async function find(wire: FastifyRequest): Promise<Found | undefined> {
    const now = outside.clock.now();
    const wrong = budgetOf('wrong codes', networkOf(wire.ip));
    const withoutSession = <T>(work: (tx: Tx) => Promise<T>) => asSession(pool, null, now, work);
    await withinLimits(withoutSession, now, { failed: [wrong] }, async () => undefined);
    const first = await look(wire);
    // Its subject may be out of reach because the link was revoked while the page was open.
    const found = first?.link.state === 'open' && !first.toForm ? await look(wire) : first;
    if (!found) await withinLimits(withoutSession, now, { counted: [wrong] }, async () => undefined);
    return found;
  }

  function look(wire: FastifyRequest): Promise<Found | undefined> {
    const now = outside.clock.now();
    return asLink(pool, tokenHashOf(wire), now, async (tx, link) => {
      const purpose = link && purposes[link.purpose];
      if (!link || !purpose || link.state === 'revoked') return undefined;
      const toForm = link.state === 'open' ? await purpose.open(tx, link, now) : null;
      await leaveLinkRole(tx, link);
      const kept =
        link.state === 'done' ? ((await purpose.keep?.(tx, link, linkPath(tokenOf(wire)))) ?? null) : null;
      const proof = toForm && purpose.proves ? await findProof(tx, personOf(link)) : null;
      return {
        link,
        purpose,
        toForm,
        acts: await listActs(tx, link),
        kept,
        proof: proof?.required ? proof : null,
        whyNotRenew:
          link.state === 'expired'
            ? await forReader(readerOf({ link }), () => whyNotRenew(tx, link, purpose, now))
            : null,
      };
    });
  }

  async function perform(
    tokenHash: Buffer,
    { purpose, proof }: Found,
    values: URLSearchParams,
    proven: ProvenBy | null,
  ): Promise<string | null> {
    const wantsCode = values.get('do') === 'code' && proof !== null;
    if (wantsCode) readInput(SignedInput, { name: values.get('name') });
    const fresh = wantsCode ? await makeCode() : null;
    const now = outside.clock.now();
    return asLinkExclusively(pool, tokenHash, now, async (tx, link) => {
      if (!link) return null;
      const isTo = (way: string) => values.get('do') === way;
      if (isTo('not-me') && link.state !== 'passed on')
        return reportWrongPerson(tx, link, purpose, values, now);
      const needed = isTo('renew') ? 'expired' : 'open';
      // The page shows its current state instead.
      if (link.state !== needed) return null;
      if (isTo('renew')) return renew(tx, link, purpose, values, now);
      if (isTo('pass-on') && purpose.mayPassOn) return passOn(tx, link, purpose, values, now);
      if (fresh) return sendCode(tx, outside, { link, title: purpose.title, fresh }, now);
      return decide(tx, link, purpose, { values, proven }, now);
    });
  }

  async function decide(
    tx: Tx,
    link: LinkCaller,
    purpose: Purpose,
    { values, proven }: { values: URLSearchParams; proven: ProvenBy | null },
    now: Date,
  ) {
    const call = purpose.otherCalls?.[values.get('do') ?? ''] ?? purpose.call;
    if (!mayCallByLink(call, link.purpose)) refuse('not-allowed');
    const { name } = readInput(SignedInput, { name: values.get('name') });
    const { actions, isDone, after } = await actWithin(tx, link, purpose, { name, values, proven, now });
    await leaveLinkRole(tx, link);
    if (proven && !(await spendCode(tx, personOf(link), proven.salt))) refuse('conflict', t(CODE_ENDED));
    await after?.(tx, outside);
    const identified = `link to ${maskedEmail(link.recipient.email)}, name typed${
      proven ? `, code by ${proven.proof} to ${proven.proofTo}` : ''
    }`;
    const proof = proven && { proof: proven.proof, proof_to: proven.proofTo };
    await insertActs(
      tx,
      link,
      actions.map(({ about, details }) => ({
        ...{ name, at: now, accountId: about?.id ?? null },
        details: { ...details, ...proof },
      })),
    );
    await recordAll(
      tx,
      byLink(link, name),
      actions.map(({ about, details, action }) => ({
        action,
        ...(about && { subject: about }),
        details: { purpose: link.purpose, ...details, identified },
      })),
      now,
    );
    // Someone else may have used or revoked it meanwhile.
    if (!(isDone ? await finishLink(tx, link, now) : await holdOpen(tx, link))) refuse('conflict');
    return t('Saved. Thank you.');
  }

  async function reportWrongPerson(
    tx: Tx,
    link: LinkCaller,
    { title }: Purpose,
    values: URLSearchParams,
    now: Date,
  ) {
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

  async function passOn(tx: Tx, link: LinkCaller, { title }: Purpose, values: URLSearchParams, now: Date) {
    await leaveLinkRole(tx, link);
    const sent = readInput(PassOnInput, Object.fromEntries(values));
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
    const about = { token, title, school: link.client.name, thread: await findPlacementOf(tx, link) };
    await outside.jobs.sendMail(
      tx,
      toPassedOn(outside.publicUrl, recipient, { ...about, from: sent.from_name }),
    );
    return null;
  }

  async function renew(tx: Tx, link: LinkCaller, purpose: Purpose, values: URLSearchParams, now: Date) {
    await leaveLinkRole(tx, link);
    const { title } = purpose;
    const { name } = readInput(SignedInput, { name: values.get('name') });
    // The page says why.
    if (await whyNotRenew(tx, link, purpose, now)) return null;
    const { recipient } = link;
    await withinLimits(
      (work) => work(tx),
      now,
      { counted: [budgetOf('confirmation mails', link.id)] },
      async () => {
        const [token = ''] = await issueLinks(tx, [copyOf(link, recipient)], now);
        await record(tx, byLink(link, name), { action: 'renew link', ...subjectOf(link) }, now);
        const about = { token, title, school: link.client.name, thread: await findPlacementOf(tx, link) };
        await outside.jobs.sendMail(tx, toRenewed(outside.publicUrl, recipient, about));
      },
    );
    return t('A new link is on its way to {email}.', { email: maskedEmail(recipient.email) });
  }
}

const tokenOf = (wire: FastifyRequest) => (wire.params as { token: string }).token;
const tokenHashOf = (wire: FastifyRequest) => hashSecret(tokenOf(wire));

const readerOf = ({ link }: Pick<Found, 'link'>) =>
  ({ locale: link.recipient.locale, you: 'usted' }) as const;

const byLink = ({ clientId }: LinkCaller, name: string): AuditActor => doneBy({ clientId, id: null, name });

const subjectOf = ({ accountId, recipient }: LinkCaller) => ({
  subject: { id: accountId, name: recipient.name || recipient.email },
});

/** Why an expired link is not renewed, in words; null if it is. */
async function whyNotRenew(tx: Tx, link: LinkCaller, purpose: Purpose, now: Date): Promise<string | null> {
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
  ...{ clientId, purpose, subjectId, accountId, supervisorEmail },
  recipient,
});

/** Refusals that the page itself can show: an invalid field, or a change meanwhile. */
const isForThePage = ({ kind }: Refusal) =>
  kind === 'invalid-input' || kind === 'conflict' || kind === 'not-found';

/**
 * The token is the authority, and no cookie is involved, so another site could only act with a link that it knows.
 * Browsers send `Origin: null` from these pages because of their `Referrer-Policy`.
 */
function refuseOtherSites(wire: FastifyRequest, publicUrl: string): void {
  const site = wire.headers['sec-fetch-site'];
  const isOurs =
    site === undefined
      ? wire.headers.origin === 'null' || isOwnOrigin(wire, publicUrl)
      : site === 'same-origin' || site === 'none';
  if (!isOurs) throw new CrossSite();
}

/** The result of a POST. */
interface PostResult {
  wrong?: string;
  notice?: string | null;
}

function send(reply: FastifyReply, status: number, found: Found, form: FormState, outcome: PostResult = {}) {
  const page = forReader(readerOf(found), () => {
    const proof = found.proof !== null && proofFields(form, found.proof, found.link.client);
    const isAtField = Object.keys(form.errors).length > 0;
    const isRenewed = found.link.state === 'expired' && Boolean(outcome.notice);
    return toPage({
      title: t(found.purpose.title),
      isWrong: outcome.wrong !== undefined,
      from: found.link.client,
      body: html`${outcome.wrong !== undefined && toAlert(outcome.wrong, isAtField)}${
        outcome.notice && html`<p class="done" role="status">${outcome.notice}</p>`
      }${!isRenewed && bodyOf(found, { ...form, proof })}${receiptOf(found)}${found.kept}`,
      footer: otherWays(found, form),
    });
  });
  return sendPage(reply, status, page);
}

/** What is wrong. It takes the focus if no field does, so that it is read first. */
const toAlert = (wrong: string, isAtField: boolean) =>
  html`<p class="alert" role="alert"${!isAtField && html` tabindex="-1" autofocus`}>${wrong}</p>`;

function bodyOf({ link, toForm, whyNotRenew }: Found, form: FormState): Html {
  switch (link.state) {
    case 'open':
      return toForm ? toForm(form) : html`<p>${t('Nothing is left to do here.')}</p>`;
    case 'done':
      return html`<p>${t('Everything here is done. You can close this page.')}</p>`;
    case 'passed on':
      return html`<p>${t('You passed this on to {name}, who got a link of their own.', { name: link.passedOnTo ?? '' })}</p>`;
    default:
      if (whyNotRenew !== null) return html`<p>${whyNotRenew}</p>`;
      return html`<p>${t('This link has expired. We can send a new one to {email}.', {
        email: maskedEmail(link.recipient.email),
      })}</p><form method="post">${noDefaultButton}${nameField(form)}<button name="do" value="renew">${t(
        'Send me a new link',
      )}</button></form>`;
  }
}

/** "This isn't me" on every page of a link, unless it was passed on; "Pass this on" where something can be done. */
const otherWays = ({ link, purpose, toForm }: Found, form: FormState) =>
  link.state !== 'passed on' && html`${toForm && purpose.mayPassOn && passOnForm(form)}${notMe(form)}`;

function receiptOf({ acts, purpose, link }: Found): Html | false {
  if (acts.length === 0) return false;
  // Next to a form, only as many as leave the page below 15 kB.
  const latest = acts.slice(link.state === 'open' ? -8 : -40);
  const lines = latest.map(({ at, name, details, about }) => {
    const whom = about?.firstName ? `${shortName(about.firstName, about.lastName ?? '')}: ` : '';
    const by = t('By {name}, {moment}', { name, moment: shownMoment(at, link.client.timeZone) });
    const proof = proofs.find((one) => one === details.proof);
    const how = proof && t(proofWords[proof], { proofTo: String(details.proof_to) });
    return html`<li class="receipt">${whom}${purpose.receipt(details)}<br><span class="soft">${by}${
      how && html`<br>${how}`
    }</span></li>`;
  });
  return html`<h2>${t('What was done with this link')}</h2><ul>${lines}</ul>${
    latest.length < acts.length &&
    html`<p>${t('and {more} more.', { more: acts.length - latest.length })}</p>`
  }`;
}

/** The page for an address that is no link, or no longer. */
export function sendDeadLinkPage(reply: FastifyReply) {
  const body = html`<p>${t(
    'It may be incomplete, or it is no longer valid. Open it again from your newest email, or ask the school that sent it.',
  )}</p><p><a href="/login">${t('Log in with an account')}</a></p>`;
  return sendPage(reply, refusals['not-found'].status, toPage({ title: t('This link doesn’t work'), body }));
}

function sendEnded(reply: FastifyReply, { link }: Found) {
  const body = html`<p>${t('Thank you for telling us. The school was told, and this link no longer works.')}</p>`;
  return sendPage(reply, 200, toPage({ title: t('This isn’t for you'), from: link.client, body }));
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

/** The page after a decision with a link that was revoked right after it. */
function sendSaved(reply: FastifyReply, { link, purpose }: Found, notice: string) {
  const body = html`<p class="done" role="status">${notice}</p>`;
  return sendPage(reply, 200, toPage({ title: t(purpose.title), from: link.client, body }));
}

/** The page for all other refusals: too many tries, another site, an unreachable database. */
export function sendRefusedLink(reply: FastifyReply, refusal: Refusal) {
  const body = html`<p>${refusal.message}</p>`;
  return sendPage(
    reply,
    refusals[refusal.kind].status,
    toPage({ title: t(refusals[refusal.kind].title), body }),
  );
}

const sendDocument = (reply: FastifyReply, { name, contentType, bytes }: StoredDocument, content: Readable) =>
  reply
    .headers(HEADERS)
    .header(
      'content-disposition',
      `attachment; filename="agreement.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('content-length', bytes)
    .type(contentType)
    .send(content);

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page);
