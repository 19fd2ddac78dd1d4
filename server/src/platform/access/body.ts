import { MAX_DEPTH } from '@waypost/contract/empty-fields';
import { msg, t } from '@waypost/contract/i18n';
import { Refusal } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forReader, readerOf } from '../language/reader.ts';
import { charge } from './billing.ts';
import { USUAL_LIMITS } from './body-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most values of a JSON body; as many as usual by default. */
    values?: number;
  }
}

/** The message for a request that cannot be read at all. */
export const UNREADABLE = msg('This request cannot be read. Check its format and send it again.');

/** The message for a body without a file that is larger than its limit. */
export const bodyTooLarge = (bytes: number) =>
  t('This is too much text to send at once. Shorten it to at most {kilobytes} kB and try again.', {
    kilobytes: `${Math.floor(bytes / 1024)}`,
  });

/**
 * Parses JSON bodies, and charges the caller for it. An empty body counts as missing input, so the required fields are
 * named as usual. Refuses more values or a deeper nesting than any input of the call has, before anything is parsed.
 */
export function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (wire, body, done) => {
    if (body === '') return done(null, undefined);
    const problem = charge(wire, () => problemOf(body, wire));
    if (problem) return done(problem);
    let parsed: [error: Error | null, value?: unknown] = [null];
    charge(wire, () => parseJson(wire, body, (error, value) => (parsed = [error, value])));
    // Outside `charge`, because Fastify runs the handler before `done` returns.
    done(...parsed);
  });
}

function problemOf(body: string, { routeOptions, headers }: FastifyRequest): Refusal | null {
  const limits = { depth: MAX_DEPTH, values: routeOptions.config.values ?? USUAL_LIMITS.values };
  const exceeded = exceededBy(body, limits);
  if (!exceeded) return null;
  return forReader(readerOf(headers['accept-language']), () =>
    exceeded === 'values'
      ? new Refusal('invalid-input', t(TOO_MANY_VALUES, { values: `${limits.values}` }))
      : new Refusal('invalid-input', t(TOO_DEEP, { levels: `${limits.depth}` })),
  );
}

const TOO_DEEP = msg(
  'This request has lists or objects inside each other, more than {levels} levels deep. Send it with fewer levels.',
);
const TOO_MANY_VALUES = msg('This request has more than {values} values. Send fewer at once.');

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Which limit a JSON text exceeds, if any. Linear in its length, and needs no memory; the text may be malformed. */
export function exceededBy(
  text: string,
  limits: { depth: number; values: number },
): 'depth' | 'values' | null {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.has(code)) depth -= 1;
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return null;
}
