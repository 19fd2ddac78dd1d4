import { msg } from '@waypost/contract/i18n';
import type { FastifyInstance } from 'fastify';

/** The message for a request that cannot be read at all. */
export const UNREADABLE = msg('This request cannot be read. Check its format and send it again.');

/** The message for a body without a file that is larger than its limit. */
export const BODY_TOO_LARGE = msg('This is too much text to send at once. Shorten it and try again.');

/** Parses JSON bodies. An empty body counts as missing input, so the required fields are named as usual. */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (wire, body, done) =>
    body === '' ? done(null, undefined) : parseJson(wire, body, done),
  );
}
