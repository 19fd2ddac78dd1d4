import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { firstSpoken, isLocale, LOCALE_COOKIE, type Locale } from '@waypost/contract/i18n';
import { Refusal, toProblem } from '@waypost/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the build says of its pages. */
export interface Web {
  folder: string;
  pages: Page[];
  /** The hash of the one script that stands in them, as a content security policy names it. */
  script: string;
  /** The hash of the style that stands in each file. */
  styles: Record<string, string>;
}

export function readWeb(folder: string): Web {
  return { folder, ...JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) };
}

/**
 * Serves the built pages: what has its hash in its name for ever, everything else asked for anew. `policyWith` is the
 * content security policy of a page in which a style of this hash stands.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, pages, styles }: Web,
  policyWith: (style: string) => string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    // What the build notes for itself, `.vite/manifest.json`, is nobody's to read.
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
    const file = `${locale === 'en' ? '' : `${locale}/`}${pageAt(address, pages)}`;
    // A cache in between would give one reader's language to another.
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    const style = styles[file];
    if (style) reply.header('content-security-policy', policyWith(style));
    return reply.sendFile(file);
  };
  // A file server would see a folder; for us it is a page.
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
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send('Not found\n');
    return sendPage(path, wire, reply);
  });
}

/** The language that the browser was last shown in, else its own: as the application itself begins. */
function localeOfPage({ cookies, headers }: FastifyRequest): Locale {
  const kept = cookies[LOCALE_COOKIE];
  return isLocale(kept) ? kept : firstSpoken((headers['accept-language'] ?? '').split(','));
}

const READS: readonly string[] = ['GET', 'HEAD'];

/** What the build made, and what begins with a dot. */
const isNoPage = /^\/assets\/|\/\./;

/**
 * Whether the client can show a page. A browser says so when it asks for a picture, a script or a style;
 * an older one tells by the types it takes, of which a page's is none.
 */
function takesPage({ headers }: FastifyRequest): boolean {
  const { accept, 'sec-fetch-dest': destination } = headers;
  if (destination !== undefined && destination !== 'document' && destination !== 'empty') return false;
  return accept === undefined || accept === '*/*' || accept.includes('text/html');
}

/** A screen's path, `/opportunity/view/$id`, and the file of its page. */
type Page = [path: string, file: string];

/** The page that loads a screen's parts with its first bytes; for any other address the one that finds out. */
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
