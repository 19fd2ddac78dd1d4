import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { Refusal, refusals, toProblem } from '@waypost/contract/refusal';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import type { Handler } from './access/handler.ts';
import { TooManyTries } from './access/limits.ts';
import { mount, type Surroundings } from './access/pipeline.ts';
import { TOO_LARGE } from './access/upload.ts';
import { allHandlers } from './all-handlers.ts';

export interface AppOptions extends Surroundings {
  log?: FastifyBaseLogger;
  /** How many proxies stand in front, or their addresses. */
  trustProxy?: false | number | string;
  /** Origins that pages may show something of: map tiles, the social timeline. */
  imageOrigins?: string[];
  frameOrigins?: string[];
  /** True once the server is about to stop: replies then ask for another connection next time. */
  isClosing?: () => boolean;
}

/** The server without its socket: every call of the contract, behind one pipeline. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(options.log ? { loggerInstance: options.log } : {}),
    // Addresses carry what people search for; what is logged of a request is said in `onResponse` below.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrust(options.trustProxy ?? false),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
  });

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets its responsive sizes in style elements of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.imageOrigins ?? [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: options.frameOrigins?.length ? options.frameOrigins : ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: options.secureCookies,
    referrerPolicy: { policy: 'same-origin' },
  });
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], zlibOptions: { level: 4 } });
  await app.register(cookie);
  await app.register(multipart);

  app.addHook('onRequest', async (_, reply) => {
    if (options.isClosing?.()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (wire, reply) => {
    wire.log.info(
      {
        method: wire.method,
        route: wire.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler<FastifyError>((error, wire, reply) => {
    const refusal = toRefusal(error);
    if (refusal.kind === 'our-fault')
      wire.log.error({ err: withoutData(error), route: wire.routeOptions.url }, 'failed');
    if (refusal instanceof TooManyTries) reply.header('retry-after', refusal.retryAfter);
    reply.code(refusals[refusal.kind].status).type('application/problem+json');
    return reply.send(JSON.stringify(toProblem(refusal)));
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = await options.pool.query('select 1').then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'no database' });
  });

  for (const [name, call] of Object.entries(allCalls) as [CallName, Call][]) {
    const handler = allHandlers[name] as Handler<unknown, unknown> | undefined;
    if (handler) mount(app, name, call, handler, options);
  }
  return app;
}

function toTrust(proxies: false | number | string) {
  return typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;
}

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) return new Refusal('too-large', TOO_LARGE);
  if (status === 429) return new Refusal('too-many');
  if (status >= 400 && status < 500) return new Refusal('invalid-input', error.message);
  return new Refusal('our-fault');
}

/** PostgreSQL's errors quote the row they refused; a log must not. */
function withoutData(error: Error): object {
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, constraint, routine } = cause as { code?: string; constraint?: string; routine?: string };
  return { name: cause.name, code, constraint, routine, stack: stackOnly(error) };
}

function stackOnly(error: Error): string | undefined {
  return error.stack?.slice(error.stack.indexOf('\n    at '));
}
