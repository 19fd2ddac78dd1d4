import './all-listeners.ts';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { t } from '@waypost/contract/i18n';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { allHandlers } from './all-handlers.ts';
import { allPurposes } from './all-purposes.ts';
import { type BellLimits, mountBell } from './messages/bell/event-stream.ts';
import { sendDeadLinkPage } from './messages/links/replies.tsx';
import { mountLinks } from './messages/links/routes.ts';
import { mountUnsubscribe } from './messages/mail/unsubscribe.tsx';
import { mountCalendar } from './oversight/calendar/feed.ts';
import type { Actor } from './platform/access/actor.ts';
import { readBodies, UNREADABLE } from './platform/access/body.ts';
import { USUAL_LIMITS } from './platform/access/body-limits.ts';
import { cookieName, SESSION_COOKIE } from './platform/access/cookies.ts';
import { makeCosts } from './platform/access/costs.ts';
import type { Handler } from './platform/access/handler.ts';
import { type Dependencies, mount } from './platform/access/pipeline.ts';
import { watchDatabase } from './platform/database/readiness.ts';
import { forReader, readerOf } from './platform/language/reader.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './serving/connections.ts';
import { headersOfCalls, headersOfPages, NOT_STORED, rawRefusal } from './serving/security-headers.ts';
import { sendRefusal } from './serving/send-refusal.ts';
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
  const headers = headersFor(options);
  const { connections = CONNECTION_LIMITS } = options;
  const app = fastify(frameworkOptions(options, headers));
  app.server.on('checkExpectation', (_, reply) => reply.socket?.end(rawRefusal(417, headers.ofCalls)));
  app.decorateRequest('actor', null);
  app.decorateRequest('refused', null);
  const perAddress = options.trustProxy ? Number.POSITIVE_INFINITY : connections.perAddress;
  limitConnections(app.server, { ...connections, perAddress }, headers.ofCalls);
  readBodies(app);
  await app.register(compress, COMPRESSION);
  await app.register(cookie);
  addHooks(app, options, headers);
  // A body that cannot be read fails before the hook that sets the reader.
  app.setErrorHandler<FastifyError>((error, wire, reply) =>
    forReader(readerOf(wire.headers['accept-language']), () => sendRefusal(error, wire, reply)),
  );
  addHealth(app, options);
  await mountAll(app, options);
  return app;
}

type Headers = ReturnType<typeof headersFor>;

/** Computed once: they are the same on every reply. */
function headersFor({ imageOrigins = [], frameOrigins = [], pageScripts = [], secureCookies }: AppOptions) {
  const elsewhere = { imageOrigins, frameOrigins, pageScripts, https: secureCookies };
  return { ofCalls: headersOfCalls(elsewhere), ofPages: headersOfPages(elsewhere) };
}

function frameworkOptions(options: AppOptions, { ofCalls, ofPages }: Headers) {
  const { headersTimeout, requestTimeout } = options.connections ?? CONNECTION_LIMITS;
  return {
    // Without a host, the framework would reply without our headers, so a hook rejects it.
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
  } satisfies FastifyHttpOptions<Server>;
}

/** What happens with every request and reply. */
function addHooks(app: FastifyInstance, options: AppOptions, { ofCalls, ofPages }: Headers): void {
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
}

/** Whether the server runs, and whether it can serve. */
function addHealth(app: FastifyInstance, { pool, isClosing }: AppOptions): void {
  app.get('/healthz', async () => ({ status: 'ok', version }));
  const isReady = watchDatabase(pool);
  app.get('/readyz', async (_, reply) => {
    const status = isClosing?.() ? 'closing' : (await isReady()) ? 'ok' : 'no database';
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
}

const calls = Object.entries(allCalls) as [CallName, Call][];

/** The calls, and the routes that are not calls. */
async function mountAll(app: FastifyInstance, options: AppOptions): Promise<void> {
  const { pool, outside, bell, costs = makeCosts() } = options;
  const mountOn = (scope: FastifyInstance, [name, call]: [CallName, Call]) =>
    mount(scope, name, call, allHandlers[name] as Handler<unknown, unknown>, { ...options, costs });
  for (const entry of calls) if (entry[1].carries !== 'multipart') mountOn(app, entry);
  // Only for uploads, because the parser watches each request until its end.
  await app.register(async (scope) => {
    await scope.register(multipart);
    for (const entry of calls) if (entry[1].carries === 'multipart') mountOn(scope, entry);
  });
  mountBell(app, {
    pool,
    outside,
    costs,
    isClosing: () => options.isClosing?.() ?? false,
    cookie: cookieName(SESSION_COOKIE, options.secureCookies),
    ...(bell && { limits: bell }),
  });
  mountCalendar(app, { pool, outside, costs });
  await mountUnsubscribe(app, { pool, outside, costs });
  await mountLinks(app, { pool, outside, costs }, allPurposes);
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
