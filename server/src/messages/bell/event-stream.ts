import type { ServerResponse } from 'node:http';
import { mayCall } from '@waypost/contract/call-access';
import { BELL_EVENTS } from '@waypost/contract/messages/bell/rules';
import { SESSION_IDLE_HOURS } from '@waypost/contract/people/accounts/rules';
import { refuse } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from '../../platform/access/addresses.ts';
import { beforeBody, billed, startBill } from '../../platform/access/billing.ts';
import type { Costs } from '../../platform/access/costs.ts';
import { TooManyTries } from '../../platform/access/limits.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { asSession } from '../../platform/access/tenant.ts';
import type { Outside } from '../../platform/outside/outside.ts';
import { listenForNotices } from './notice-listener.ts';
import { findLiveSessions } from './queries.ts';

export interface BellLimits {
  /** Open streams of one account: every browser needs one. Beyond these, a new one closes the oldest. */
  perAccount: number;
  /** Open streams of one network, which may be a whole school's, and of the server. Beyond these, browsers poll. */
  perNetwork: number;
  perServer: number;
  /** Milliseconds between checks that the sessions still exist. */
  look: number;
}

export const BELL_LIMITS: BellLimits = { perAccount: 6, perNetwork: 700, perServer: 5000, look: 15_000 };

/** Seconds after which a browser that was refused a stream may try again. */
const TRY_AGAIN = 300;
/** Milliseconds after which a browser connects again, unless it is told otherwise. */
const RECONNECT = 5000;

interface Stream {
  userId: string;
  network: string;
  session: Buffer;
  reply: ServerResponse;
}

interface Dependencies {
  pool: Pool;
  outside: Outside;
  costs: Costs;
  cookie: string;
  isClosing: () => boolean;
  limits?: BellLimits;
}

/**
 * Server-sent events that only say that there are new notices. The browser then requests them with `getNotices`,
 * which checks access. A stream ends with its session.
 */
export function mountBell(
  app: FastifyInstance,
  { pool, outside, costs, cookie, isClosing, limits = BELL_LIMITS }: Dependencies,
): void {
  const streams = new Set<Stream>();
  let stopListening: (() => Promise<void>) | undefined;

  const sessionOf = ({ cookies: { [cookie]: token } }: FastifyRequest) => (token ? hashSecret(token) : null);
  const onRequest = beforeBody((wire) => startBill(costs, wire, sessionOf(wire)));
  app.get(BELL_EVENTS, { compress: false, onRequest }, (wire, reply) =>
    billed(wire, () => admit(wire, reply)),
  );

  async function admit(wire: FastifyRequest, reply: FastifyReply) {
    const session = sessionOf(wire);
    const now = outside.clock.now();
    const actor = session && (await asSession(pool, session, now, async (_, found) => found));
    wire.actor = actor;
    const verdict = mayCall('getNotices', actor);
    if (!actor || !session || verdict !== 'yes') return refuse(verdict === 'yes' ? 'no-session' : verdict);
    if (isClosing()) return refuse('unavailable');
    const network = networkOf(wire.ip);
    const own = [...streams].filter(({ userId }) => userId === actor.id);
    const near = [...streams].filter((one) => one.network === network);
    if (own[0] && own.length >= limits.perAccount) end(own[0]);
    else if (near.length >= limits.perNetwork || streams.size >= limits.perServer)
      throw new TooManyTries(TRY_AGAIN);
    stopListening ??= listenForNotices(pool, ring);
    open(wire, reply, { userId: actor.id, network, session, reply: reply.raw });
    return reply;
  }

  function open(wire: FastifyRequest, reply: FastifyReply, stream: Stream): void {
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // A proxy that buffers the stream would deliver nothing.
      'x-accel-buffering': 'no',
    });
    reply.raw.write(`retry: ${RECONNECT}\n\n`);
    streams.add(stream);
    wire.raw.socket.setNoDelay(true);
    reply.raw.once('close', () => streams.delete(stream));
  }

  /** A browser that does not read any more may close the stream much later. Writing to it again would be an error. */
  function end(stream: Stream, last = ''): void {
    streams.delete(stream);
    stream.reply.end(last);
  }

  function ring(userId: string): void {
    for (const one of streams)
      if (userId === 'everybody' || one.userId === userId) one.reply.write('event: notices\ndata:\n\n');
  }

  /** Closes the streams of ended sessions, and keeps the others alive, because proxies drop idle connections. */
  async function look(): Promise<void> {
    if (streams.size === 0) return;
    const now = outside.clock.now();
    // Skip streams opened or ended during this query.
    const open = [...streams];
    const hashes = open.map(({ session }) => session);
    const live = await asSession(pool, null, now, (tx) =>
      findLiveSessions(tx, hashes, { now, idleHours: SESSION_IDLE_HOURS }),
    );
    const known = new Set(live.map((hash) => hash.toString('hex')));
    for (const one of open.filter((stream) => streams.has(stream)))
      if (known.has(one.session.toString('hex'))) one.reply.write(':\n\n');
      else end(one, 'event: ended\ndata:\n\n');
  }

  // If the database is unreachable, the streams stay open.
  const looking = setInterval(() => void look().catch(() => undefined), limits.look);
  looking.unref();
  app.addHook('preClose', async () => {
    for (const stream of streams) end(stream);
  });
  app.addHook('onClose', async () => {
    clearInterval(looking);
    await stopListening?.();
  });
}
