import './all-listeners.ts';
import { randomUUID } from 'node:crypto';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { msg, t } from '@waypost/contract/i18n';
import { Refusal, refusals, toProblem } from '@waypost/contract/refusal';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { allHandlers } from './all-handlers.ts';
import { allPurposes } from './all-purposes.ts';
import { type BellLimits, mountBell } from './messages/bell/event-stream.ts';
import { sendDeadLinkPage, sendRefusedLink } from './messages/links/replies.tsx';
import { isLinkRoute, mountLinks } from './messages/links/routes.ts';
import { mountUnsubscribe } from './messages/mail/unsubscribe.tsx';
import { mountCalendar } from './oversight/calendar/feed.ts';
import type { Actor } from './platform/access/actor.ts';
import { CrossSite } from './platform/access/admission.ts';
import { bodyTooLarge, readBodies, UNREADABLE } from './platform/access/body.ts';
import { USUAL_LIMITS } from './platform/access/body-limits.ts';
import { cookieName, SESSION_COOKIE } from './platform/access/cookies.ts';
import { makeCosts } from './platform/access/costs.ts';
import type { Handler } from './platform/access/handler.ts';
import { TooManyTries } from './platform/access/limits.ts';
import { type Dependencies, mount } from './platform/access/pipeline.ts';
import { TOO_LARGE } from './platform/access/upload.ts';
import { DatabaseDown, isCanceled } from './platform/database/connect.ts';
import { watchDatabase } from './platform/database/readiness.ts';
import { withoutData } from './platform/database/without-data.ts';
import { forReader, readerOf } from './platform/language/reader.ts';
import { isDiskFull } from './platform/outside/disk-full.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './serving/connections.ts';
import { headersOfCalls, headersOfPages, NOT_STORED, rawRefusal } from './serving/security-headers.ts';
import { version } from './version.ts';

/**
 * A reply that fits into one packet gains nothing from compression. A page of a list is compressed synchronously, which
 * takes at most half a millisecond; a stream would cost a whole one. Requests are never decompressed.
 */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: 1400,
  syncThreshold: 128 * 1024,
  encodings: ['gzip'],
  zlibOptions: { level: 4 },
  globalDecompression: false,
};

/** When to retry if the database is unreachable: it restarts within seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Somebody has to make room on a full disk first. */
const RETRY_WHEN_FULL_SECONDS = 60;

const DISK_FULL = msg(
  'Waypost’s disk is full, so this wasn’t saved. Try again later. If this continues, tell the people who run Waypost',
);

/** For the operator. */
const MAKE_ROOM =
  'the disk is full, so nothing can be saved: free up space, and Waypost resumes without a restart';

export interface AppOptions extends Dependencies {
  log?: FastifyBaseLogger;
  connections?: ConnectionLimits;
  bell?: BellLimits;
  /** How many proxies are in front, or their addresses. */
  trustProxy?: false | number | string;
  /** Origins that pages may load from: map tiles, the social timeline. */
  imageOrigins?: string[];
  frameOrigins?: string[];
  /** The hashes of the scripts in the pages. */
  pageScripts?: string[];
  /**
   * True once the server is shutting down: replies then close the connection, and `/readyz` sends callers elsewhere.
   */
  isClosing?: () => boolean;
}

/** The server without its socket: every call of the contract, through one pipeline. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const elsewhere = {
    imageOrigins: options.imageOrigins ?? [],
    frameOrigins: options.frameOrigins ?? [],
    pageScripts: options.pageScripts ?? [],
    https: options.secureCookies,
  };
  // Computed once: they are the same on every reply.
  const [ofCalls, ofPages] = [headersOfCalls(elsewhere), headersOfPages(elsewhere)];
  const { connections = CONNECTION_LIMITS } = options;
  const { headersTimeout, requestTimeout } = connections;
  const app = fastify({
    // Without a host, the framework would reply without our headers, so it is rejected below.
    http: { requireHostHeader: false, headersTimeout, connectionsCheckingInterval: headersTimeout / 3 },
    frameworkErrors: (_, wire: FastifyRequest, reply: FastifyReply) => {
      // The address cannot be decoded.
      if (wire.raw.url?.startsWith('/link/')) return sendDeadLinkPage(reply.headers(ofPages));
      reply
        .headers({ ...ofCalls, ...NOT_STORED })
        .code(400)
        .type('application/problem+json');
      return reply.send(JSON.stringify(toProblem(new Refusal('invalid-input', t(UNREADABLE)))));
    },
    clientErrorHandler: ({ code }, socket) => {
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      socket.end(rawRefusal(unreadable[code] ?? 400, ofCalls));
    },
    ...(options.log ? { loggerInstance: options.log } : {}),
    // Addresses contain what people search for, so `onResponse` below decides what is logged.
    logController: new LogController({ disableRequestLogging: true }),
    // Generated here: a caller's own id could contain anything.
    genReqId: () => randomUUID(),
    // A log line names its route. A child logger per request would cost more than the line.
    childLoggerFactory: (log) => log,
    trustProxy: toTrust(options.trustProxy ?? false),
    bodyLimit: USUAL_LIMITS.bytes,
    requestTimeout,
    routerOptions: { maxParamLength: 500 },
  });

  app.server.on('checkExpectation', (_, reply) => reply.socket?.end(rawRefusal(417, ofCalls)));
  app.decorateRequest('actor', null);
  app.decorateRequest('refused', null);
  const perAddress = options.trustProxy ? Number.POSITIVE_INFINITY : connections.perAddress;
  limitConnections(app.server, { ...connections, perAddress }, ofCalls);

  readBodies(app);
  await app.register(compress, COMPRESSION);
  await app.register(cookie);

  const calls = Object.entries(allCalls) as [CallName, Call][];
  const paths = new Set<string | undefined>(calls.map(([, { path }]) => path));
  app.addHook('onRequest', (wire, reply, done) => {
    reply.headers(paths.has(wire.routeOptions.url) ? ofCalls : ofPages);
    if (options.isClosing?.()) reply.header('connection', 'close');
    const isNamed = wire.headers.host !== undefined || wire.raw.httpVersion === '1.0';
    if (!isNamed) return done(new Refusal('invalid-input', t(UNREADABLE)));
    // A page may be at any address. Otherwise refused now, so that no body is read for nothing.
    done(wire.is404 && !READS.includes(wire.method) ? new Refusal('not-found') : undefined);
  });
  // After the body, because reading it starts a new async context.
  app.addHook('preHandler', (wire, _, done) => forReader(readerOf(wire.headers['accept-language']), done));
  // Last, because a file server and a plugin set their own headers.
  app.addHook('onSend', async (_, reply) => {
    if (reply.statusCode >= 400) reply.headers(NOT_STORED);
  });
  app.addHook('onResponse', (wire, reply, done) => {
    const line = {
      request: wire.id,
      method: wire.method,
      route: wire.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(wire.actor && whoIs(wire.actor)),
      ...(wire.refused && { refused: wire.refused }),
    };
    if (wire.refused && isWorthAlerting(reply.statusCode)) wire.log.warn(line, 'refused');
    else wire.log.info(line, 'request');
    done();
  });
  // A body that cannot be read fails before the hook that sets the reader.
  app.setErrorHandler<FastifyError>((error, wire, reply) =>
    forReader(readerOf(wire.headers['accept-language']), () => sendRefusal(error, wire, reply)),
  );

  app.get('/healthz', async () => ({ status: 'ok', version }));
  const isReady = watchDatabase(options.pool);
  app.get('/readyz', async (_, reply) => {
    const status = options.isClosing?.() ? 'closing' : (await isReady()) ? 'ok' : 'no database';
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });

  const costs = options.costs ?? makeCosts();
  const mountOn = (scope: FastifyInstance, [name, call]: [CallName, Call]) =>
    mount(scope, name, call, allHandlers[name] as Handler<unknown, unknown>, { ...options, costs });
  for (const entry of calls) if (entry[1].carries !== 'multipart') mountOn(app, entry);
  // Only for uploads, because the parser watches each request until its end.
  await app.register(async (scope) => {
    await scope.register(multipart);
    for (const entry of calls) if (entry[1].carries === 'multipart') mountOn(scope, entry);
  });
  mountBell(app, {
    pool: options.pool,
    outside: options.outside,
    costs,
    isClosing: () => options.isClosing?.() ?? false,
    cookie: cookieName(SESSION_COOKIE, options.secureCookies),
    ...(options.bell && { limits: options.bell }),
  });
  mountCalendar(app, { pool: options.pool, outside: options.outside, costs });
  await mountUnsubscribe(app, { pool: options.pool, outside: options.outside, costs });
  await mountLinks(app, { pool: options.pool, outside: options.outside, costs }, allPurposes);
  return app;
}

/** Who a log line is about, by ids only. The names are in the database, behind access control. */
const whoIs = ({ id, clientId, admin }: Actor) => ({
  account: id,
  client: clientId,
  ...(admin && { admin: admin.id }),
});

const READS = ['GET', 'HEAD'];

/** Someone requested something they may not have, or too much of it. */
const isWorthAlerting = (status: number) => status === 403 || status === 429;

/** The status for errors before a request was complete. */
const unreadable: Record<string, 408 | 431> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

function toTrust(proxies: false | number | string) {
  return typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;
}

function sendRefusal(error: FastifyError, wire: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error, wire);
  wire.refused = refusal instanceof CrossSite ? 'cross-site' : refusal.kind;
  // A caller who disconnects during a reply is not a server error.
  const hungUp = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
  const isFull = isDiskFull(error);
  if ((refusal.kind === 'our-fault' || refusal.kind === 'unavailable') && !hungUp)
    wire.log.error(
      { request: wire.id, err: withoutData(error), route: wire.routeOptions.url },
      isFull ? MAKE_ROOM : 'failed',
    );
  if (refusal instanceof TooManyTries) reply.header('retry-after', refusal.retryAfter);
  if (refusal.kind === 'unavailable')
    reply.header('retry-after', isFull ? RETRY_WHEN_FULL_SECONDS : RETRY_AFTER_SECONDS);
  if (isLinkRoute(wire.routeOptions.url)) return sendRefusedLink(reply, refusal);
  reply.code(refusals[refusal.kind].status).type('application/problem+json');
  return reply.send(JSON.stringify(toProblem(refusal)));
}

function toRefusal(error: FastifyError, { routeOptions }: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseDown || isCanceled(error)) return new Refusal('unavailable');
  if (isDiskFull(error)) return new Refusal('unavailable', t(DISK_FULL));
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('body-too-large', bodyTooLarge(routeOptions.bodyLimit ?? USUAL_LIMITS.bytes));
  if (status === 413) return new Refusal('too-large', t(TOO_LARGE));
  if (status === 429) return new Refusal('too-many');
  if (status >= 400 && status < 500) return new Refusal('invalid-input', t(UNREADABLE));
  return new Refusal('our-fault');
}
