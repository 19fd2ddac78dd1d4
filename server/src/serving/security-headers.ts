import { STATUS_CODES } from 'node:http';
import { t } from '@waypost/contract/i18n';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import { UNREADABLE } from '../platform/access/body.ts';

/** Other origins and scripts that a page may load. */
export interface ExternalSources {
  imageOrigins: string[];
  frameOrigins: string[];
  /** The hashes of the inline scripts in our own pages. */
  pageScripts: string[];
  /** Whether people use HTTPS, so that browsers must not use anything else from now on. */
  https: boolean;
}

/** On every response: no MIME sniffing, and no other site may load or frame it. */
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

/** On every refusal: a cache would go on refusing after the cause is gone, or show one person's refusal to another. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const;

/** For a call's reply, which is data: if a browser takes it for a page, it loads and frames nothing. */
export const headersOfCalls = ({ https }: ExternalSources): Record<string, string> => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  ...always(https),
});

/** For anything that may be a page: `policyOfPages`. */
export const headersOfPages = (elsewhere: ExternalSources): Record<string, string> => ({
  'content-security-policy': policyOfPages(elsewhere),
  ...always(elsewhere.https),
});

/**
 * A page loads only from the named origins and cannot be framed. `styles` are the hashes of its inline styles; each
 * page has its own. Styles that a script sets on an element or adopts need no entry.
 */
export function policyOfPages(
  { imageOrigins, frameOrigins, pageScripts }: Omit<ExternalSources, 'https'>,
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

/** A complete response to a request that is not valid HTTP, which reaches no route and no framework hook. */
export function rawRefusal(status: 400 | 408 | 417 | 431, headers: Record<string, string>): string {
  const body = JSON.stringify(toProblem(new Refusal('invalid-input', t(UNREADABLE))));
  const type = { connection: 'close', 'content-type': 'application/problem+json' };
  const lines = { ...headers, ...NOT_STORED, ...type };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...lines, 'content-length': Buffer.byteLength(body) }).map((pair) => pair.join(': ')),
    '',
    body,
  ].join('\r\n');
}
