import { Readable } from 'node:stream';
import type { CallName } from '@waypost/contract/all-calls';
import type { Call, FileBytes, ListCall } from '@waypost/contract/call';
import { withoutEmptyFields } from '@waypost/contract/empty-fields';
import { type ListPart, startsExport } from '@waypost/contract/list-part';
import { exportedLists } from '@waypost/contract/oversight/audit/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { isOrphan, type Tx } from '../database/connect.ts';
import type { Outside } from '../outside/outside.ts';
import type { Actor } from './actor.ts';
import { admit, refuseCrossSite } from './admission.ts';
import { recordExport, recordMasqueraded, recordView } from './audit.ts';
import { beforeBody, billed, startBill } from './billing.ts';
import { limitsOf } from './body-limits.ts';
import { OverBudget } from './budgets.ts';
import { readCookies, setCookies } from './cookies.ts';
import { type Bill, type Costs, countBatches, makeCosts } from './costs.ts';
import { createOnce, creationOf } from './creation-keys.ts';
import {
  type Handler,
  type InOneTrip,
  type InTransaction,
  type ListHandler,
  type OutsideTransaction,
  Request,
} from './handler.ts';
import { readInput } from './input.ts';
import { sendBytes } from './send-bytes.ts';
import { hashSecret } from './sessions.ts';
import { stringifier, stringifyBatches } from './stringify.ts';
import { asReader, asSession, asSessionInOneTrip, streamAsSession } from './tenant.ts';
import { readUpload } from './upload.ts';

/** The hash of no token, which matches no session. */
const NOBODY = Buffer.alloc(0);

/** Milliseconds after which a reader who stops reading a whole list is disconnected. */
const READER_TIMEOUT_MS = 30_000;

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

/** A call on a server. */
interface Mounted extends Required<Omit<Dependencies, 'costs'>> {
  name: CallName;
  call: Call;
  isChange: boolean;
  stringify: ReturnType<typeof stringifier> | null;
  stringifyRows: ReturnType<typeof stringifyBatches> | null;
}

/** What the headers of a request say about its caller. */
interface Identity {
  /** Of the session's token; null without one. */
  tokenHash: Buffer | null;
  bill: Bill;
  verifiedCode: string | null;
  device: string | null;
}

/** One request for it. */
interface Exchange extends Identity {
  mounted: Mounted;
  wire: FastifyRequest;
  reply: FastifyReply;
  now: Date;
}

/** What a handler returned, and for which request. */
interface Answer {
  out: unknown;
  request: Request<unknown> | undefined;
}

/** One call, from the request to its reply. Each step is implemented only here. */
export function mount(
  app: FastifyInstance,
  name: CallName,
  call: Call,
  handler: Handler<unknown, unknown>,
  dependencies: Dependencies,
): void {
  const { pool, costs = makeCosts() } = dependencies;
  const mounted: Mounted = {
    listPool: pool,
    readerPatience: READER_TIMEOUT_MS,
    ...dependencies,
    name,
    call,
    isChange: call.changes && !call.onlyAsks,
    stringify: call.carries === 'bytes' ? null : stringifier(call),
    stringifyRows: 'whole' in call ? stringifyBatches(call as ListCall) : null,
  };

  const identities = new WeakMap<FastifyRequest, Identity>();
  const { bytes, values } = limitsOf(call);
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: bytes,
    config: { values },
    onRequest: beforeBody((wire) => {
      const identity = identify(mounted, costs, wire);
      identities.set(wire, identity);
      refuseBeforeBody(mounted, wire, identity);
    }),
    handler: async (wire, reply) => {
      const identity = identities.get(wire);
      if (!identity) throw new Error(`the caller of ${name} was not identified`);
      const exchange: Exchange = { mounted, wire, reply, now: mounted.outside.clock.now(), ...identity };
      return billed(wire, async () => {
        try {
          if ('whole' in handler && !(handler.page && hasLimit(call, wire)))
            return await sendWhole(exchange, handler);
          return send(exchange, await answer(exchange, handler));
        } catch (error) {
          await recordFailure(exchange, error);
          throw error;
        }
      });
    },
  });
}

/** Reads the caller's cookies, and starts the bill that the call's costs are added to. */
function identify({ secureCookies }: Mounted, costs: Costs, wire: FastifyRequest): Identity {
  const { token, verifiedCode, device } = readCookies(wire, secureCookies);
  const tokenHash = token ? hashSecret(token) : null;
  return { tokenHash, bill: startBill(costs, wire, tokenHash), verifiedCode, device };
}

/** Refuses what the headers alone forbid, so that no body is read for it. */
function refuseBeforeBody({ call, name, outside }: Mounted, wire: FastifyRequest, { tokenHash }: Identity) {
  if (call.changes) refuseCrossSite(wire, outside.publicUrl);
  if (!tokenHash) admit(name, null, wire);
}

/** Applies the access table. During a masquerade, the person masquerading pays. */
function admitAndCharge({ mounted, wire, bill }: Exchange, actor: Actor | null): void {
  admit(mounted.name, actor, wire);
  if (actor) bill.of(actor.admin?.id ?? actor.id);
}

function toRequest(
  { mounted, wire, now, verifiedCode, device }: Exchange,
  {
    input = parse(mounted.call, wire),
    caller,
    file = null,
  }: Pick<Request<unknown>, 'caller'> & Partial<Pick<Request<unknown>, 'input' | 'file'>>,
): Request<unknown> {
  const agent = wire.headers['user-agent'] ?? '';
  const { call, outside } = mounted;
  const creation = creationOf(call, wire, input, file);
  return new Request({
    input,
    caller,
    file,
    creation,
    now,
    network: wire.ip,
    outside,
    verifiedCode,
    device,
    agent,
  });
}

/** Runs the handler in the way that it needs. */
function answer(exchange: Exchange, handler: Handler<unknown, unknown>): Promise<Answer> {
  if (typeof handler === 'function') return answerInTransaction(exchange, handler);
  if ('inOneTrip' in handler) return answerInOneTrip(exchange, handler);
  if ('outsideTransaction' in handler) return answerOutsideTransaction(exchange, handler);
  if (handler.page) return answerInTransaction(exchange, handler.page);
  throw new Error(`${exchange.mounted.name} has no pages`);
}

async function answerInTransaction(
  exchange: Exchange,
  handle: InTransaction<unknown, unknown>,
): Promise<Answer> {
  const { mounted, now, tokenHash } = exchange;
  const { isChange, name, pool } = mounted;
  let request: Request<unknown> | undefined;
  const run = isChange ? asSession : asReader;
  const out = await run(pool, tokenHash, now, async (tx, actor) => {
    admitAndCharge(exchange, actor);
    const asked = toRequest(exchange, { caller: actor });
    request = asked;
    if (isChange) await recordMasqueraded(tx, actor, { call: name, input: asked.input }, now);
    const answered = await createOnce(tx, asked, () => handle(asked, tx));
    if (actor && startsExport(asked.input)) {
      const rows = asked.effects.total ?? (answered as unknown[]).length;
      await recordExport(tx, actor, { call: name, input: asked.input, rows }, now);
    }
    if (isChange && tx.client.getTransactionStatus() === 'I')
      throw new Error(`${name} changes something, so its COMMIT has to be awaited`);
    return answered;
  });
  return { out, request };
}

async function answerInOneTrip(
  exchange: Exchange,
  { inOneTrip }: InOneTrip<unknown, unknown>,
): Promise<Answer> {
  const { mounted, now, tokenHash } = exchange;
  const [actor, toReply] = await asSessionInOneTrip(mounted.pool, tokenHash ?? NOBODY, now, (tx) =>
    inOneTrip(tx, tokenHash ?? NOBODY),
  );
  admitAndCharge(exchange, actor);
  const request = toRequest(exchange, { caller: actor });
  return { out: toReply(request), request };
}

async function answerOutsideTransaction(
  exchange: Exchange,
  { outsideTransaction }: OutsideTransaction<unknown, unknown>,
): Promise<Answer> {
  const { mounted, wire, now, tokenHash, bill } = exchange;
  const { call, isChange, name, pool } = mounted;
  const caller = tokenHash ? await asSession(pool, tokenHash, now, async (_, actor) => actor) : null;
  admitAndCharge(exchange, caller);
  // No uploaded bytes are read before the caller is known to be allowed.
  bill.pause();
  const sent = call.carries === 'multipart' ? await readUpload(wire) : null;
  bill.resume();
  const input = sent ? readInput(call.input, sent.fields) : parse(call, wire);
  const request = toRequest(exchange, { input, caller, file: sent?.file ?? null });
  let isRecorded = !isChange;
  const out = await outsideTransaction(request, (work) =>
    asSession(pool, tokenHash, now, async (tx, actor) => {
      admitAndCharge(exchange, actor);
      if (!isRecorded) await recordMasqueraded(tx, actor, { call: name, input }, now);
      isRecorded = true;
      return work(tx);
    }),
  );
  return { out, request };
}

/** Sends every row of a list. Refusals happen before the first byte; a later failure closes the connection. */
async function sendWhole(
  exchange: Exchange,
  { before, whole }: ListHandler<unknown, unknown, unknown>,
): Promise<FastifyReply> {
  const { mounted, reply, now, tokenHash, bill } = exchange;
  const { listPool, name, pool, readerPatience, stringifyRows } = mounted;
  let request: Request<unknown> | undefined;
  if (before)
    await asSession(pool, tokenHash, now, async (tx, actor) => {
      admitAndCharge(exchange, actor);
      await before(toRequest(exchange, { caller: actor }), tx);
    });
  const made = streamAsSession(listPool, tokenHash, now, (tx, actor) => {
    admitAndCharge(exchange, actor);
    request = toRequest(exchange, { caller: actor });
    return whole(request, tx);
  });
  const batches = countBatches(bill, made);
  const first = await batches.next();
  const total = request?.effects.total ?? 0;
  if (name in exportedLists) await recordWhole(exchange, request?.input, total).catch(giveUp);
  const body = Readable.from(stringifyRows?.(first, batches) ?? []);
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
const recordWhole = ({ mounted, now, tokenHash }: Exchange, input: unknown, rows: number) =>
  asSession(mounted.pool, tokenHash, now, async (tx, actor) => {
    if (actor) await recordExport(tx, actor, { call: mounted.name, input, rows }, now);
  });

/** Sends what the handler returned. The schema drops every field that it does not name. */
function send({ mounted, reply }: Exchange, { out, request }: Answer): FastifyReply {
  const { call, name, secureCookies, stringify } = mounted;
  const effects = request?.effects ?? {};
  if (effects.session && !call.replacesSession)
    throw new Error(`${name} is not marked as replacing the session.`);
  setCookies(reply, effects, secureCookies);
  if (effects.total !== undefined) reply.header('x-total-count', effects.total);
  if (!stringify) return sendBytes(reply, out as FileBytes);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(stringify(out));
}

/**
 * Records who exceeded a budget; the refused call itself is rolled back. A caller whose account was removed during the
 * call is refused as logged out.
 */
async function recordFailure({ mounted, wire, tokenHash }: Exchange, error: unknown): Promise<void> {
  if (!tokenHash) return;
  const { name, outside, pool } = mounted;
  const now = outside.clock.now();
  if (error instanceof OverBudget)
    await asSession(pool, tokenHash, now, (tx, actor) => recordRefusal(tx, actor, error, now));
  if (isOrphan(error)) await asSession(pool, tokenHash, now, async (_, actor) => admit(name, actor, wire));
}

async function recordRefusal(tx: Tx, actor: Actor | null, { budget }: OverBudget, now: Date): Promise<void> {
  if (!actor) return;
  const subject = { id: actor.id, name: actor.name };
  await recordView(tx, actor, { action: 'reach budget', subject, details: { limit: budget } }, now);
}

function parse(call: Call, wire: FastifyRequest): unknown {
  if (call.carries === 'bytes' && call.method === 'GET') return readInput(call.input, wire.params);
  return readInput(call.input, sentWith(call, wire));
}

const sentWith = (call: Call, wire: FastifyRequest) => (call.method === 'GET' ? wire.query : wire.body);

const hasLimit = (call: Call, wire: FastifyRequest) =>
  (Object(withoutEmptyFields(sentWith(call, wire))) as ListPart).limit !== undefined;
