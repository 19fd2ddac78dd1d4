import fastifyStatic from '@fastify/static';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import type { FastifyInstance } from 'fastify';

/** Serves the built pages: what has its hash in its name for ever, everything else asked for anew. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  app.setNotFoundHandler((wire, reply) => {
    const asksForPage = wire.method === 'GET' && !/^\/(api|auth|files|assets)\//.test(wire.url);
    if (asksForPage) return reply.sendFile('index.html');
    return reply
      .code(404)
      .type('application/problem+json')
      .send(JSON.stringify(toProblem(new Refusal('not-found'))));
  });
}
