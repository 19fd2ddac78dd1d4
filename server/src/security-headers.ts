import { STATUS_CODES } from 'node:http';
import { t } from '@waypost/contract/i18n';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import { UNREADABLE } from './access/body.ts';

/** What a page may load besides what Waypost itself serves. */
export interface Elsewhere {
  imageOrigins: string[];
  frameOrigins: string[];
  /** The hashes of what scripts stand in our own pages. */
  pageScripts: string[];
  /** Whether people come by HTTPS, and are to come by nothing else from now on. */
  https: boolean;
}

/** Said to browsers of whatever Waypost serves: guess no types, let no other site load or frame it. */
const always = (https: boolean) => ({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
});

/** Of a call's reply, which is data: should a browser ever take it for a page, it loads and frames nothing. */
export const headersOfCalls = ({ https }: Elsewhere): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...always(https),
});

/** Of whatever may be a page: `policyOfPages`. */
export const headersOfPages = (elsewhere: Elsewhere): Record<string, string> => ({
  'content-security-policy': policyOfPages(elsewhere),
  ...always(elsewhere.https),
});

/**
 * A page loads nothing from elsewhere than is named, and is framed by nobody. `styles` are the hashes of those that
 * stand in it: a page brings its own along. What a script sets on an element or has the document adopt needs no word.
 */
export function policyOfPages(
  { imageOrigins, frameOrigins, pageScripts }: Omit<Elsewhere, 'https'>,
  styles: string[] = [],
): string {
  const hashes = (all: string[]) => all.map((hash) => `'${hash}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes(pageScripts)].join(' '),
    ["style-src 'self'", ...hashes(styles)].join(' '),
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frameOrigins.join(' ') || "'none'"}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join(';');
}

/** A whole reply to a request that is not even HTTP, which no route and no framework gets to see. */
export function rawRefusal(status: 400 | 408 | 417 | 431, headers: Record<string, string>): string {
  const body = JSON.stringify(toProblem(new Refusal('invalid-input', t(UNREADABLE))));
  const lines = { ...headers, connection: 'close', 'content-type': 'application/problem+json' };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...lines, 'content-length': Buffer.byteLength(body) }).map((pair) => pair.join(': ')),
    '',
    body,
  ].join('\r\n');
}
