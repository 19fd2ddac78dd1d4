import type { FastifyInstance } from 'fastify';

/** Said of a request that cannot be read at all, whatever the framework makes of it. */
export const UNREADABLE = 'This request cannot be read. Check its format and send it again.';

/** Reads JSON bodies; an empty one is no body at all, so that its missing fields are named like any others. */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (wire, body, done) =>
    body === '' ? done(null, undefined) : parseJson(wire, body, done),
  );
}
