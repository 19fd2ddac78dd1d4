import { Readable } from 'node:stream';
import { withoutEmptyFields } from '@waypost/contract/absent';
import type { CallName } from '@waypost/contract/all-calls';
import type { Call, FileBytes, ListCall } from '@waypost/contract/call';
import { mayCall } from '@waypost/contract/call-access';
import { t } from '@waypost/contract/i18n';
import { type ListPart, startsExport } from '@waypost/contract/list-part';
import { nameUser, USER_HEADER } from '@waypost/contract/named-user';
import { exportedLists } from '@waypost/contract/oversight/audit/rules';
import { Refusal, type RefusalKind, refuse } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { isOrphan, type Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import type { Actor } from './actor.ts';
import { recordExport, recordMasqueraded, recordView } from './audit.ts';
import { OverBudget } from './budgets.ts';
import { type Bill, type Costs, countBatches, makeCosts, runWithBill } from './costs.ts';
import { type Given, type Handler, type InTransaction, type ListHandler, Request } from './handler.ts';
import { readInput } from './input.ts';
import { hashSecret } from './sessions.ts';
import { stringifier, stringifyBatches } from './stringify.ts';
import { asReader, asSession, asSessionInOneTrip, streamAsSession } from './tenant.ts';
import { readUpload } from './upload.ts';

export const SESSION_COOKIE = 'waypost_session';

/** A browser accepts a `__Host-` cookie only over HTTPS and from this host, so no sibling domain can set one. */
export const cookieName = (cookie: string, isSecure: boolean) => (isSecure ? `__Host-${cookie}` : cookie);

const CODE_COOKIE = 'waypost_code';
const DEVICE_COOKIE = 'waypost_device';
/** The hash of no token, which matches no session. */
const NOBODY = Buffer.alloc(0);

/** What someone who must choose a new password may still do. */
const BEFORE_NEW_PASSWORD: readonly CallName[] = [
  'login',
  'logout',
  'changePassword',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'confirmEmail',
  'getCurrentUser',
  'saveLocale',
  'getUserData',
  'getSettings',
  'getStates',
  'getClients',
];

/** What someone who must set up two-step login may do otherwise. */
const TO_SET_UP_SECOND_FACTOR: readonly CallName[] = [
  'getSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
];

/** Milliseconds after which a reader who stops reading a whole list is disconnected. */
const READER_TIMEOUT_MS = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, for the log; null if there is none, or not known yet. */
    actor: Actor | null;
    /** Why the request was refused. */
    refused: RefusalKind | 'cross-site' | null;
  }
}

/** Another site, or a plain navigation, requested a change. */
export class CrossSite extends Refusal {
  constructor() {
    super('not-allowed', t('This can only be done from Waypost itself.'));
  }
}

export interface Dependencies {
  pool: Pool;
  /** Separate connections for whole lists, so slow readers do not delay others; `pool` without it. */
  listPool?: Pool;
  readerPatience?: number;
  outside: Outside;
  /** Shared by all calls of a server. */
  costs?: Costs;
  /** Cookies are `Secure` if people use HTTPS. */
  secureCookies: boolean;
}

/** One call, from the request to its reply. Each step is implemented only here. */
export function mount(
  app: FastifyInstance,
  name: CallName,
  call: Call,
  handler: Handler<unknown, unknown>,
  {
    pool,
    listPool = pool,
    readerPatience = READER_TIMEOUT_MS,
    outside,
    costs = makeCosts(),
    secureCookies,
  }: Dependencies,
): void {
  const stringify = call.carries === 'bytes' ? null : stringifier(call);
  const toText = 'whole' in call ? stringifyBatches(call as ListCall) : null;
  const isChange = call.changes && !call.onlyAsks;
  const named = (cookie: string) => cookieName(cookie, secureCookies);

  app.route({ method: call.method, url: call.path, handler: serveOnRecord });

  /**
   * Records who exceeded a budget; the refused call itself is rolled back. A caller whose account was removed during the
   * call is refused as logged out.
   */
  async function serveOnRecord(wire: FastifyRequest, reply: FastifyReply) {
    const token = wire.cookies[named(SESSION_COOKIE)];
    const tokenHash = token ? hashSecret(token) : null;
    const bill = costs(tokenHash, wire.ip);
    try {
      return await runWithBill(bill, () => serve(wire, reply, tokenHash, bill));
    } catch (error) {
      if (tokenHash && error instanceof OverBudget) {
        const now = outside.clock.now();
        await asSession(pool, tokenHash, now, (tx, actor) => recordRefusal(tx, actor, error, now));
      }
      if (tokenHash && isOrphan(error))
        await asSession(pool, tokenHash, outside.clock.now(), async (_, actor) => admit(name, actor, wire));
      throw error;
    } finally {
      bill.pause();
    }
  }

  async function serve(wire: FastifyRequest, reply: FastifyReply, tokenHash: Buffer | null, bill: Bill) {
    if (call.changes) refuseCrossSite(wire, outside.publicUrl);
    if (!tokenHash) admit(name, null, wire);
    const admitted = (actor: Actor | null) => {
      admit(name, actor, wire);
      // During a masquerade, the person masquerading pays.
      if (actor) bill.of(actor.admin?.id ?? actor.id);
    };
    const now = outside.clock.now();
    const verifiedCode = wire.cookies[named(CODE_COOKIE)] ?? null;
    const device = wire.cookies[named(DEVICE_COOKIE)] ?? null;
    const agent = wire.headers['user-agent'] ?? '';
    const shared = { now, network: wire.ip, outside, verifiedCode, device, agent };

    if ('whole' in handler) {
      const { page } = handler;
      return page && hasLimit(call, wire) ? serveInTransaction(page) : serveWhole(handler);
    }
    if (typeof handler === 'function') return serveInTransaction(handler);

    if ('inOneTrip' in handler) {
      const [actor, answer] = await asSessionInOneTrip(pool, tokenHash ?? NOBODY, now, (tx) =>
        handler.inOneTrip(tx, tokenHash ?? NOBODY),
      );
      admitted(actor);
      const request = new Request({ ...shared, input: parse(call, wire), caller: actor, file: null });
      return send(reply, answer(request), request);
    }

    const caller = tokenHash ? await asSession(pool, tokenHash, now, async (_, actor) => actor) : null;
    admitted(caller);
    // No uploaded bytes are read before the caller is known to be allowed.
    bill.pause();
    const sent = call.carries === 'multipart' ? await readUpload(wire) : null;
    bill.resume();
    const input = sent ? readInput(call.input, sent.fields) : parse(call, wire);
    const request = new Request({ ...shared, input, caller, file: sent?.file ?? null });
    let isRecorded = !isChange;
    const out = await handler.outsideTransaction(request, (work) =>
      asSession(pool, tokenHash, now, async (tx, actor) => {
        admitted(actor);
        if (!isRecorded) await recordMasqueraded(tx, actor, { call: name, input }, now);
        isRecorded = true;
        return work(tx);
      }),
    );
    return send(reply, out, request);

    async function serveInTransaction(handle: InTransaction<unknown, unknown>) {
      let request: Request<unknown> | undefined;
      const run = isChange ? asSession : asReader;
      const answer = await run(pool, tokenHash, now, async (tx, actor) => {
        admitted(actor);
        request = new Request({ ...shared, input: parse(call, wire), caller: actor, file: null });
        if (isChange) await recordMasqueraded(tx, actor, { call: name, input: request.input }, now);
        const answered = await handle(request, tx);
        if (actor && startsExport(request.input)) {
          const rows = request.effects.total ?? (answered as unknown[]).length;
          await recordExport(tx, actor, { call: name, input: request.input, rows }, now);
        }
        if (isChange && tx.client.getTransactionStatus() === 'I')
          throw new Error(`${name} changes something, so its COMMIT has to be awaited`);
        return answered;
      });
      return send(reply, answer, request);
    }

    /** Sends every row of a list. Refusals happen before the first byte; a later failure closes the connection. */
    async function serveWhole({ before, whole }: ListHandler<unknown, unknown, unknown>) {
      let request: Request<unknown> | undefined;
      if (before)
        await asSession(pool, tokenHash, now, async (tx, actor) => {
          admitted(actor);
          await before(new Request({ ...shared, input: parse(call, wire), caller: actor, file: null }), tx);
        });
      const made = streamAsSession(listPool, tokenHash, now, (tx, actor) => {
        admitted(actor);
        request = new Request({ ...shared, input: parse(call, wire), caller: actor, file: null });
        return whole(request, tx);
      });
      const batches = countBatches(bill, made);
      const first = await batches.next();
      const total = request?.effects.total ?? 0;
      if (name in exportedLists) await recordWhole(request?.input, total).catch(giveUp);
      const body = Readable.from(toText?.(first, batches) ?? []);
      // If nothing was read yet, only this returns the connection.
      body.once('close', () => void batches.return(undefined));
      reply.raw.setTimeout(readerPatience, () => reply.raw.destroy());
      reply.header('x-total-count', total).header('cache-control', 'no-store');
      return reply.type('application/json; charset=utf-8').send(body);

      async function giveUp(error: unknown) {
        await batches.return(undefined);
        throw error;
      }
    }

    /** In a separate transaction, so that the entry persists if the reader disconnects. */
    function recordWhole(input: unknown, rows: number) {
      return asSession(pool, tokenHash, now, async (tx, actor) => {
        if (actor) await recordExport(tx, actor, { call: name, input, rows }, now);
      });
    }
  }

  function send(reply: FastifyReply, out: unknown, request: Request<unknown> | undefined) {
    const { session, verifiedCode, device, total } = request?.effects ?? {};
    if (session && !call.replacesSession) throw new Error(`${name} is not marked as replacing the session.`);
    // Clears drafts and pictures with the session. Cookies stay, so the browser stays known to its owner.
    if (session === 'end') reply.header('clear-site-data', '"cache", "storage"');
    if (session) setCookie(reply, SESSION_COOKIE, session, { path: '/', sameSite: 'lax' });
    if (verifiedCode) setCookie(reply, CODE_COOKIE, verifiedCode, { path: '/auth', sameSite: 'strict' });
    if (device) setCookie(reply, DEVICE_COOKIE, device, { path: '/auth', sameSite: 'strict' });
    if (total !== undefined) reply.header('x-total-count', total);
    if (!stringify) return sendBytes(reply, out as FileBytes);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.send(stringify(out));
  }

  /** Sets or removes a cookie that scripts cannot read. */
  function setCookie(
    reply: FastifyReply,
    name: string,
    given: Given | 'end',
    where: { path: string; sameSite: 'lax' | 'strict' },
  ) {
    const kept = { ...where, path: secureCookies ? '/' : where.path, httpOnly: true, secure: secureCookies };
    if (given === 'end') reply.clearCookie(named(name), kept);
    else reply.setCookie(named(name), given.token, { ...kept, expires: given.expiresAt });
  }
}

async function recordRefusal(tx: Tx, actor: Actor | null, { budget }: OverBudget, now: Date): Promise<void> {
  if (!actor) return;
  const subject = { id: actor.id, name: actor.name };
  await recordView(tx, actor, { action: 'reach budget', subject, details: { limit: budget } }, now);
}

/** Refuses a call meant for someone else. Applies the access table; refuses unless the verdict is yes. */
function admit(name: CallName, actor: Actor | null, wire: FastifyRequest): void {
  wire.actor = actor;
  if (actor && !isMeantFor(actor, wire)) refuse('someone-else');
  const verdict = mayCall(name, actor);
  if (verdict !== 'yes') refuse(verdict);
  if (!actor || actor.admin || BEFORE_NEW_PASSWORD.includes(name)) return;
  if (actor.mustChangePassword) refuse('new-password-needed');
  if (actor.needsSecondFactor && !TO_SET_UP_SECOND_FACTOR.includes(name)) refuse('second-factor-needed');
}

/** Tabs share a session, so a page can still show the user before. */
function isMeantFor({ id, admin }: Actor, { headers }: FastifyRequest): boolean {
  const named = headers[USER_HEADER];
  return named === undefined || named === nameUser(id, admin?.id ?? null);
}

function parse(call: Call, wire: FastifyRequest): unknown {
  if (call.carries === 'bytes' && call.method === 'GET') return readInput(call.input, wire.params);
  return readInput(call.input, sentWith(call, wire));
}

const sentWith = (call: Call, wire: FastifyRequest) => (call.method === 'GET' ? wire.query : wire.body);

const hasLimit = (call: Call, wire: FastifyRequest) =>
  (Object(withoutEmptyFields(sentWith(call, wire))) as ListPart).limit !== undefined;

/**
 * Refuses changes requested by another site or by plain navigation. Browsers send the origin of a request; programs
 * that are not browsers pass.
 */
function refuseCrossSite(wire: FastifyRequest, publicUrl: string): void {
  const site = wire.headers['sec-fetch-site'];
  const navigates = wire.headers['sec-fetch-mode'] === 'navigate';
  if (navigates || !isOwnOrigin(wire, publicUrl) || (site !== undefined && site !== 'same-origin'))
    throw new CrossSite();
}

/** Whether a browser names this server as the origin of the request, or no origin. */
export function isOwnOrigin({ headers: { origin, host } }: FastifyRequest, publicUrl: string): boolean {
  // A proxy may replace the host that people used, so `PUBLIC_URL` counts as well.
  return (
    origin === undefined || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
  );
}

function sendBytes(reply: FastifyReply, file: FileBytes) {
  // The name is arbitrary text: the plain form is sanitized, the encoded one contains all of it.
  const plain = file.name.replace(/[^\w.\- ]/g, '_');
  const disposition = file.show ? 'inline' : 'attachment';
  const isKnown = file.tag !== null && reply.request.headers['if-none-match'] === `"${file.tag}"`;
  if (file.tag !== null) reply.header('etag', `"${file.tag}"`);
  reply
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('cache-control', file.tag === null ? 'no-store' : 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(file.contentType);
  // Destroying a stream made from another one that was never read would leave the other one's file open.
  const content = file.content instanceof Readable ? file.content : Readable.from(file.content);
  if (file.bytes !== null) reply.header('content-length', file.bytes);
  if (!isKnown) return reply.send(content);
  content.destroy();
  return reply.code(304).send();
}
