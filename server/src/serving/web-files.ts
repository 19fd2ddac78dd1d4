import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { HOME_COOKIE } from '@waypost/contract/access';
import { firstSupportedLocale, isLocale, LOCALE_COOKIE, type Locale } from '@waypost/contract/i18n';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../platform/access/cookies.ts';

/** What the build reports about its pages. */
export interface Web {
  folder: string;
  pages: Page[];
  /** The pages of `/default` for each home screen that a browser may have shown last. */
  homes: Page[];
  /** The hash of their one inline script, for the content security policy. */
  script: string;
  /** The hash of the inline style of each file. */
  styles: Record<string, string>;
}

export function readWeb(folder: string): Web {
  return { folder, ...JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) };
}

/**
 * Serves the built pages. Files with a hash in their name are cached forever, all others are revalidated. `policyWith`
 * returns the content security policy of a page whose inline style has this hash.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, pages, homes, styles }: Web,
  policyWith: (style: string) => string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    // The build's own `.vite/manifest.json` is not public.
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const sendPage = (address: string, wire: FastifyRequest, reply: FastifyReply) => {
    const locale = localeOfPage(wire);
    // Preload the home screen that it probably leads to, with its data. Without a session it leads to the login.
    const home = address === '/default' && hasSession(wire) ? wire.cookies[HOME_COOKIE] : undefined;
    const name = home === undefined ? pageAt(address, pages) : pageAt(home, homes);
    const file = `${locale === 'en' ? '' : `${locale}/`}${name}`;
    // Without it, a cache in between would give one reader's language to another.
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    const style = styles[file];
    if (style) reply.header('content-security-policy', policyWith(style));
    return reply.sendFile(file);
  };
  // A file server would see a folder; here it is a page.
  app.get('/', (wire, reply) => sendPage('/', wire, reply));
  app.setNotFoundHandler((wire, reply) => {
    const path = wire.url.split('?')[0] ?? '/';
    const isCall = !READS.includes(wire.method) || /^\/(api|auth|files)\//.test(path);
    if (isCall)
      return reply
        .code(404)
        .type('application/problem+json')
        .send(JSON.stringify(toProblem(new Refusal('not-found'))));
    if (isNoPage.test(path) || !takesPage(wire))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    return sendPage(path, wire, reply);
  });
}

/** The language that the browser was last shown in, or else its preferred one; the application starts with the same. */
function localeOfPage({ cookies, headers }: FastifyRequest): Locale {
  const kept = cookies[LOCALE_COOKIE];
  return isLocale(kept) ? kept : firstSupportedLocale((headers['accept-language'] ?? '').split(','));
}

/** On HTTPS, the cookie's name has a prefix. */
const hasSession = ({ cookies }: FastifyRequest) =>
  Object.keys(cookies).some((name) => name.endsWith(SESSION_COOKIE));

const READS: readonly string[] = ['GET', 'HEAD'];

/** Build output, and names that start with a dot. */
const isNoPage = /^\/assets\/|\/\./;

/**
 * Whether the client can display a page. A browser says so when it requests an image, a script or a style; an older one
 * only lists accepted types without HTML.
 */
function takesPage({ headers }: FastifyRequest): boolean {
  const { accept, 'sec-fetch-dest': destination } = headers;
  if (destination !== undefined && destination !== 'document' && destination !== 'empty') return false;
  return accept === undefined || accept === '*/*' || accept.includes('text/html');
}

/** A screen's path, `/opportunity/view/$id`, and its page's file. */
type Page = [path: string, file: string];

/** The page that preloads a screen's chunks; for any other address, the general page. */
export function pageAt(address: string, pages: readonly Page[]): string {
  const asked = address.split('/');
  const found = pages.find(([path]) => {
    const parts = path.split('/');
    return (
      parts.length === asked.length && parts.every((part, i) => part.startsWith('$') || part === asked[i])
    );
  });
  return found?.[1] ?? 'index.html';
}
