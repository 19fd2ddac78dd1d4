import { currentLocale, isLocale, type Locale } from '@waypost/contract/i18n';
import { type LinkPurpose, linkPath } from '@waypost/contract/messages/links/rules';
import { Refusal, refusals, refuse } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { LinkCaller } from '../../platform/access/actor.ts';
import { networkOf } from '../../platform/access/addresses.ts';
import { CrossSite, isOwnOrigin } from '../../platform/access/admission.ts';
import { beforeBody, billed, billNetwork, charge, startBill } from '../../platform/access/billing.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import type { Costs } from '../../platform/access/costs.ts';
import { withinLimits } from '../../platform/access/limits.ts';
import { asLink, asLinkExclusively, leaveLinkRole } from '../../platform/access/link-tenant.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession } from '../../platform/access/tenant.ts';
import type { Tx } from '../../platform/database/connect.ts';
import { forReader } from '../../platform/language/reader.ts';
import { FileMissing } from '../../platform/outside/file-store.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { findProof } from '../proofs/queries.ts';
import { perform, whyNotRenew } from './actions.ts';
import type { FormState } from './html.tsx';
import type { Purpose } from './purpose.ts';
import { listActs } from './queries.ts';
import {
  type LinkView,
  readerOf,
  send,
  sendDeadLinkPage,
  sendDocument,
  sendEnded,
  sendSaved,
} from './replies.tsx';
import { personOf, prove } from './second-proof.ts';

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

/** What answering a request needs. */
interface Served {
  pool: Pool;
  outside: Outside;
  purposes: Purposes;
}

const UNTOUCHED: FormState = { values: new URLSearchParams(), errors: {} };

/**
 * The pages of links (docs/behavior/links.md). GET and HEAD only read, because mail scanners open every link. A POST
 * requires typed input, which scanners do not provide.
 */
export async function mountLinks(
  app: FastifyInstance,
  { pool, outside, costs }: { pool: Pool; outside: Outside; costs: Costs },
  purposes: Purposes,
): Promise<void> {
  const served = { pool, outside, purposes };
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (wire, body, done) => {
        const values = charge(wire, () => new URLSearchParams(String(body)));
        done(null, values);
      },
    );
    const bill = billNetwork(costs);
    scope.get(LINK_ROUTE, bill, (wire, reply) => billed(wire, () => show(served, wire, reply)));
    scope.get(DOCUMENT_ROUTE, bill, (wire, reply) => billed(wire, () => download(served, wire, reply)));
    const admitted = beforeBody((wire) => {
      startBill(costs, wire);
      refuseOtherSites(wire, outside.publicUrl);
    });
    const toAct = { onRequest: admitted, bodyLimit: BODY_LIMIT };
    scope.post(LINK_ROUTE, toAct, (wire, reply) => billed(wire, () => act(served, wire, reply)));
    // Also for pages without a link, such as that of a wrong address.
    scope.addHook('preHandler', (wire, _, done) => {
      const { lang } = wire.query as { lang?: unknown };
      if (isLocale(lang)) forReader({ locale: lang, you: 'usted' }, done);
      else done();
    });
    // Addresses that a mail program broke or extended.
    scope.route({ method: ['GET', 'POST'], url: '/link/*', handler: (_, reply) => sendDeadLinkPage(reply) });
  });
}

async function show(served: Served, wire: FastifyRequest, reply: FastifyReply) {
  const found = await find(served, wire);
  return found ? send(reply, 200, found, UNTOUCHED) : sendDeadLinkPage(reply);
}

/** Only for a link that is done, whose page shows what was signed. */
async function download(served: Served, wire: FastifyRequest, reply: FastifyReply) {
  const { pool, outside, purposes } = served;
  const found = await find(served, wire);
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

async function act(served: Served, wire: FastifyRequest, reply: FastifyReply) {
  const { pool, outside } = served;
  const values = wire.body;
  if (!(values instanceof URLSearchParams)) refuse('invalid-input');
  const found = await find(served, wire);
  if (!found) return sendDeadLinkPage(reply);
  return forReader(readerOf(found), async () => {
    let notice: string | null;
    try {
      const proven = await prove({ pool, outside }, { tokenHash: tokenHashOf(wire), values, ...found });
      const { purpose, proof } = found;
      notice = await perform((now, work) => asLinkExclusively(pool, tokenHashOf(wire), now, work), {
        outside,
        purpose,
        values,
        proof,
        proven,
      });
    } catch (error) {
      if (!(error instanceof Refusal) || !isForThePage(error)) throw error;
      const form = { values, errors: error.fields ?? {} };
      const current = await look(served, wire);
      // Someone else revoked it meanwhile.
      if (!current) return sendDeadLinkPage(reply);
      return send(reply, refusals[error.kind].status, current, form, { wrong: error.message });
    }
    const current = await look(served, wire);
    // Requesting a code decides nothing, so the form keeps everything typed. After a decision it keeps only the name.
    const kept =
      values.get('do') === 'code' ? values : new URLSearchParams({ name: values.get('name') ?? '' });
    if (current) return send(reply, 200, current, { values: kept, errors: {} }, { notice });
    if (values.get('do') === 'not-me') return sendEnded(reply, found);
    // Someone else may have revoked it meanwhile.
    return notice ? sendSaved(reply, found, notice) : sendDeadLinkPage(reply);
  });
}

/** The link, or undefined for an unknown or revoked token: both take the same steps and get the same page. */
async function find(served: Served, wire: FastifyRequest): Promise<LinkView | undefined> {
  const first = await look(served, wire);
  // Its subject may be out of reach because the link was revoked while the page was open.
  const found = first?.link.state === 'open' && !first.toForm ? await look(served, wire) : first;
  if (!found) await countWrong(served, wire);
  return found;
}

/** Only after the look-up: a token is too long to guess, so a right one works however many wrong ones were tried. */
async function countWrong({ pool, outside }: Served, wire: FastifyRequest): Promise<void> {
  const now = outside.clock.now();
  const withoutSession = <T>(work: (tx: Tx) => Promise<T>) => asSession(pool, null, now, work);
  const wrong = budgetOf('wrong codes', networkOf(wire.ip));
  await withinLimits(withoutSession, now, [wrong], async () => undefined);
}

function look({ pool, outside, purposes }: Served, wire: FastifyRequest): Promise<LinkView | undefined> {
  const now = outside.clock.now();
  return asLink(pool, tokenHashOf(wire), now, async (tx, link) => {
    const purpose = link && purposes[link.purpose];
    if (!link || !purpose || link.state === 'revoked') return undefined;
    const locale = languageOf(wire, link);
    // Everything on the page is read in one language.
    return forReader(readerOf({ locale }), () => viewOf(tx, { link, purpose, locale, now, wire }));
  });
}

interface Viewed {
  link: LinkCaller;
  purpose: Purpose;
  locale: Locale;
  now: Date;
  wire: FastifyRequest;
}

async function viewOf(tx: Tx, { link, purpose, locale, now, wire }: Viewed): Promise<LinkView> {
  const toForm = link.state === 'open' ? await purpose.open(tx, link, now) : null;
  await leaveLinkRole(tx, link);
  const kept = link.state === 'done' ? await purpose.keep?.(tx, link, linkPath(tokenOf(wire))) : null;
  const proof = toForm && purpose.proves ? await findProof(tx, personOf(link)) : null;
  return {
    locale,
    link,
    purpose,
    toForm,
    acts: await listActs(tx, link),
    kept,
    proof: proof?.required ? proof : null,
    whyNotRenew: link.state === 'expired' ? await whyNotRenew(tx, link, purpose, now) : null,
  };
}

/**
 * The language that the reader chose on the page; otherwise the one on file for the recipient, or the browser's if that
 * is English, which is what a person has on file if nobody chose a language.
 */
function languageOf(wire: FastifyRequest, { recipient }: LinkCaller): Locale {
  const { lang } = wire.query as { lang?: unknown };
  if (isLocale(lang)) return lang;
  return recipient.locale === 'en' ? currentLocale() : recipient.locale;
}

const tokenOf = (wire: FastifyRequest) => (wire.params as { token: string }).token;
const tokenHashOf = (wire: FastifyRequest) => hashSecret(tokenOf(wire));

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
