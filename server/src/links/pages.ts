import { mayCallByLink } from '@waypost/contract/access';
import { t } from '@waypost/contract/i18n';
import { NotMeInput, PassOnInput, SignedInput } from '@waypost/contract/links/forms';
import { type LinkPurpose, maskedEmail, shortName } from '@waypost/contract/links/rules';
import { Refusal, refusals, refuse } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { LinkCaller } from '../access/actor.ts';
import { type AuditActor, doneBy, record, recordAll } from '../access/audit.ts';
import { budgetOf } from '../access/budgets.ts';
import { type Costs, onBill } from '../access/costs.ts';
import { readInput } from '../access/input.ts';
import { networkOf, withinLimits } from '../access/limits.ts';
import { CrossSite, isOwnOrigin } from '../access/pipeline.ts';
import { hashSecret } from '../access/sessions.ts';
import { asLink, asLinkExclusively, asSession, leaveLink } from '../access/tenant.ts';
import type { Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import { forReader } from '../reader.ts';
import { type FormState, type Html, html, shownMoment } from './html.ts';
import { toNotThem, toPassedOn, toRenewed } from './mails.ts';
import { HEADERS, nameField, noDefaultButton, otherWays, toPage } from './page.ts';
import type { Purpose } from './purpose.ts';
import {
  type FoundAct,
  findAdmins,
  finishLink,
  insertActs,
  issueLinks,
  listActs,
  revokeLink,
} from './queries.ts';

/** The route of every link's page. The log contains it instead of the address. */
export const LINK_ROUTE = '/link/:token';

/** Larger than any form of a link. */
const BODY_LIMIT = 64 * 1024;

export type Purposes = Readonly<Record<LinkPurpose, Purpose>>;

interface Surroundings {
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
  /** The receipt's content for its holder. */
  kept: Html | null;
}

const UNTOUCHED: FormState = { values: new URLSearchParams(), errors: {} };

/**
 * The pages of links (docs/behavior/links.md). GET and HEAD only read, because mail scanners open every link. A POST
 * requires typed input, which scanners do not provide.
 */
export async function mountLinks(
  app: FastifyInstance,
  { pool, outside, costs }: Surroundings,
  purposes: Purposes,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get(LINK_ROUTE, (wire, reply) => billed(wire, () => show(wire, reply)));
    scope.post(LINK_ROUTE, (wire, reply) => billed(wire, () => act(wire, reply)));
  });

  async function billed<T>(wire: FastifyRequest, serve: () => Promise<T>): Promise<T> {
    const bill = costs(null, wire.ip);
    try {
      return await onBill(bill, serve);
    } finally {
      bill.pause();
    }
  }

  async function show(wire: FastifyRequest, reply: FastifyReply) {
    const found = await find(wire);
    return found ? send(reply, 200, found, UNTOUCHED) : sendDead(reply);
  }

  async function act(wire: FastifyRequest, reply: FastifyReply) {
    refuseOtherSites(wire, outside.publicUrl);
    const values = wire.body;
    if (!(values instanceof URLSearchParams)) refuse('invalid-input');
    const found = await find(wire);
    if (!found) return sendDead(reply);
    return forReader(readerOf(found), async () => {
      let notice: string | null;
      try {
        notice = await perform(tokenHashOf(wire), found, values);
      } catch (error) {
        if (!(error instanceof Refusal) || !isForThePage(error)) throw error;
        const form = { values, errors: error.fields ?? {} };
        const now = (await look(tokenHashOf(wire))) ?? found;
        return send(reply, refusals[error.kind].status, now, form, { wrong: error.message });
      }
      const now = await look(tokenHashOf(wire));
      // Keeps the name for the next decision on the same page.
      const name = new URLSearchParams({ name: values.get('name') ?? '' });
      if (now) return send(reply, 200, now, { values: name, errors: {} }, { notice });
      // Someone else may have revoked it meanwhile.
      return values.get('do') === 'not-me' ? sendEnded(reply, found) : sendDead(reply);
    });
  }

  /** The link, or undefined for an unknown or revoked token: both take the same steps and get the same page. */
  async function find(wire: FastifyRequest): Promise<Found | undefined> {
    const now = outside.clock.now();
    const wrong = budgetOf('wrong codes', networkOf(wire.ip));
    const asNobody = <T>(work: (tx: Tx) => Promise<T>) => asSession(pool, null, now, work);
    await withinLimits(asNobody, now, { failed: [wrong] }, async () => undefined);
    const found = await look(tokenHashOf(wire));
    if (!found) await withinLimits(asNobody, now, { counted: [wrong] }, async () => undefined);
    return found;
  }

  function look(tokenHash: Buffer): Promise<Found | undefined> {
    const now = outside.clock.now();
    return asLink(pool, tokenHash, now, async (tx, link) => {
      const purpose = link && purposes[link.purpose];
      if (!link || !purpose || link.state === 'revoked') return undefined;
      const toForm = link.state === 'open' ? await purpose.open(tx, link, now) : null;
      await leaveLink(tx, link);
      const kept = link.state === 'done' ? ((await purpose.keep?.(tx, link)) ?? null) : null;
      return { link, purpose, toForm, acts: await listActs(tx, link), kept };
    });
  }

  function perform(tokenHash: Buffer, { purpose }: Found, values: URLSearchParams): Promise<string | null> {
    const now = outside.clock.now();
    return asLinkExclusively(pool, tokenHash, now, async (tx, link) => {
      if (!link) return null;
      const isTo = (way: string) => values.get('do') === way;
      const needed = isTo('renew') ? 'expired' : 'open';
      // The page shows its current state instead.
      if (link.state !== needed) return null;
      if (isTo('renew')) return renew(tx, link, purpose, values, now);
      if (isTo('not-me')) return refuseIt(tx, link, purpose, values, now);
      if (isTo('pass-on') && purpose.mayPassOn) return passOn(tx, link, purpose, values, now);
      return decide(tx, link, purpose, values, now);
    });
  }

  async function decide(tx: Tx, link: LinkCaller, purpose: Purpose, values: URLSearchParams, now: Date) {
    const call = purpose.otherCalls?.[values.get('do') ?? ''] ?? purpose.call;
    if (!mayCallByLink(call, link.purpose)) refuse('not-allowed');
    const { name } = readInput(SignedInput, { name: values.get('name') });
    const { deeds, isDone, after } = await purpose.act(tx, link, { name, values, now });
    await leaveLink(tx, link);
    await after?.(tx, outside);
    const identified = `link to ${maskedEmail(link.recipient.email)}, name typed`;
    await insertActs(
      tx,
      link,
      deeds.map(({ about, details }) => ({ name, at: now, accountId: about?.id ?? null, details })),
    );
    await recordAll(
      tx,
      byLink(link, name),
      deeds.map(({ about, details, action = 'act by link' }) => ({
        action,
        ...(about && { subject: about }),
        details: { purpose: link.purpose, ...details, identified },
      })),
      now,
    );
    if (isDone && !(await finishLink(tx, link, now))) refuse('conflict');
    return t('Saved. Thank you.');
  }

  async function refuseIt(tx: Tx, link: LinkCaller, { title }: Purpose, values: URLSearchParams, now: Date) {
    await leaveLink(tx, link);
    const { who } = readInput(NotMeInput, { who: values.get('who') });
    if (!(await revokeLink(tx, link, { now }))) refuse('conflict');
    await record(tx, byLink(link, who), { action: 'refuse link', ...subjectOf(link) }, now);
    const admins = await findAdmins(tx, link.clientId);
    await outside.jobs.sendMails(
      tx,
      admins.map((admin) =>
        toNotThem(outside.publicUrl, admin, { title, sentTo: link.recipient.email, who }),
      ),
    );
    return null;
  }

  async function passOn(tx: Tx, link: LinkCaller, { title }: Purpose, values: URLSearchParams, now: Date) {
    await leaveLink(tx, link);
    const sent = readInput(PassOnInput, Object.fromEntries(values));
    const recipient = { name: sent.to_name, email: sent.to_email, locale: link.recipient.locale };
    if (!(await revokeLink(tx, link, { now, passedOnTo: sent.to_name }))) refuse('conflict');
    const [token = ''] = await issueLinks(tx, [anew(link, recipient)], now);
    const details = { colleague: `${sent.to_name} <${sent.to_email}>` };
    await record(
      tx,
      byLink(link, sent.from_name),
      { action: 'pass on link', ...subjectOf(link), details },
      now,
    );
    const school = link.client.name;
    await outside.jobs.sendMail(
      tx,
      toPassedOn(outside.publicUrl, recipient, { token, title, from: sent.from_name, school }),
    );
    return null;
  }

  async function renew(tx: Tx, link: LinkCaller, { title }: Purpose, values: URLSearchParams, now: Date) {
    await leaveLink(tx, link);
    const { name } = readInput(SignedInput, { name: values.get('name') });
    const { recipient } = link;
    await withinLimits(
      (work) => work(tx),
      now,
      { counted: [budgetOf('confirmation mails', link.id)] },
      async () => {
        const [token = ''] = await issueLinks(tx, [anew(link, recipient)], now);
        await record(tx, byLink(link, name), { action: 'renew link', ...subjectOf(link) }, now);
        const school = link.client.name;
        await outside.jobs.sendMail(tx, toRenewed(outside.publicUrl, recipient, { token, title, school }));
      },
    );
    return t('A new link is on its way to {email}.', { email: maskedEmail(recipient.email) });
  }
}

const tokenHashOf = (wire: FastifyRequest) => hashSecret((wire.params as { token: string }).token);

const readerOf = ({ link }: Found) => ({ locale: link.recipient.locale, you: 'usted' }) as const;

const byLink = ({ clientId }: LinkCaller, name: string): AuditActor => doneBy({ clientId, id: null, name });

const subjectOf = ({ accountId, recipient }: LinkCaller) => ({
  subject: { id: accountId, name: recipient.name || recipient.email },
});

/** A new copy of the link for this recipient. */
const anew = (
  { clientId, purpose, subjectId, accountId }: LinkCaller,
  recipient: LinkCaller['recipient'],
) => ({
  ...{ clientId, purpose, subjectId, accountId },
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
interface Told {
  wrong?: string;
  notice?: string | null;
}

function send(reply: FastifyReply, status: number, found: Found, form: FormState, told: Told = {}) {
  const page = forReader(readerOf(found), () =>
    toPage({
      title: t(found.purpose.title),
      from: found.link.client,
      body: html`${told.wrong !== undefined && html`<p class="alert" role="alert">${told.wrong}</p>`}${
        told.notice && html`<p class="done" role="status">${told.notice}</p>`
      }${bodyOf(found, form)}${receiptOf(found)}${found.kept}`,
      ...(found.toForm && { footer: otherWays(form, found.purpose) }),
    }),
  );
  return sendPage(reply, status, page);
}

function bodyOf({ link, toForm }: Found, form: FormState): Html {
  switch (link.state) {
    case 'open':
      return toForm ? toForm(form) : html`<p>${t('Nothing is left to do here.')}</p>`;
    case 'done':
      return html`<p>${t('Everything here is done. You can close this page.')}</p>`;
    case 'passed on':
      return html`<p>${t('You passed this on to {name}, who got a link of their own.', { name: link.passedOnTo ?? '' })}</p>`;
    default:
      return html`<p>${t('This link has expired. We can send a new one to {email}.', {
        email: maskedEmail(link.recipient.email),
      })}</p><form method="post">${noDefaultButton}${nameField(form)}<button name="do" value="renew">${t(
        'Send me a new link',
      )}</button></form>`;
  }
}

function receiptOf({ acts, purpose, link }: Found): Html | false {
  if (acts.length === 0) return false;
  const lines = acts.map(({ at, name, details, about }) => {
    const whom = about?.firstName ? `${shortName(about.firstName, about.lastName ?? '')}: ` : '';
    const by = t('By {name}, {moment}', { name, moment: shownMoment(at, link.client.timeZone) });
    return html`<li class="receipt">${whom}${purpose.receipt(details)}<br><span class="soft">${by}</span></li>`;
  });
  return html`<h2>${t('What was done by this link')}</h2><ul>${lines}</ul>`;
}

function sendDead(reply: FastifyReply) {
  const body = html`<p>${t(
    'It may be incomplete, or it is no longer valid. Open it again from your newest email, or ask the school that sent it.',
  )}</p><p><a href="/login">${t('Log in with an account')}</a></p>`;
  return sendPage(reply, refusals['not-found'].status, toPage({ title: t('This link doesn’t work'), body }));
}

function sendEnded(reply: FastifyReply, { link }: Found) {
  const body = html`<p>${t('Thank you for telling us. The school was told, and this link no longer works.')}</p>`;
  return sendPage(reply, 200, toPage({ title: t('This isn’t for you'), from: link.client, body }));
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

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).headers(HEADERS).type('text/html; charset=utf-8').send(page);
