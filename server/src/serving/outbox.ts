import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentLocale, t } from '@waypost/contract/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../platform/access/addresses.ts';
import type { Mail } from '../platform/outside/mail.ts';

/** The path of the page, which the screen that asks for a confirmation links to. */
export const OUTBOX_PATH = '/outbox';

/** Only text on the page: no script, style, image, frame or form. */
const POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

type ShownMail = Pick<Mail, 'to' | 'subject' | 'text'>;

/** The mails that the page shows, the oldest first. */
export interface Outbox {
  readonly mails: readonly ShownMail[];
  add(mail: Mail): void;
}

/** How many mails the page shows. */
const SHOWN = 100;

const fileIn = (dataDir: string) => join(dataDir, 'outbox.json');

/** Opens the latest mails, which are in a file so that the page also shows them after a restart. */
export function openOutbox(dataDir: string): Outbox {
  const file = fileIn(dataDir);
  const mails = readMails(file);
  return {
    mails,
    add: ({ to, subject, text }) => {
      mails.push({ to, subject, text });
      mails.splice(0, mails.length - SHOWN);
      // Mails contain links that open accounts, so only the server's own account may read them.
      writeFileSync(`${file}.new`, JSON.stringify(mails), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

/** Deletes the mails that the page shows. */
export function removeOutbox(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function readMails(file: string): ShownMail[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Shows the mails of a local demo without a mail server, so that its story can be played in the browser. They contain
 * links that open accounts, so only a browser on this computer, without a proxy, sees them; for others the page does
 * not exist.
 */
export function serveOutbox(app: FastifyInstance, { mails }: Pick<Outbox, 'mails'>): void {
  app.get(OUTBOX_PATH, (wire, reply) => {
    if (!isFromThisComputer(wire)) return reply.callNotFound();
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(toPage(mails));
  });
}

/**
 * The host names by which a browser reaches its own computer. Any other name could be a stranger's that points here.
 */
const OWN_NAMES = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request is from a program on this computer, and not forwarded by a proxy. */
export function isFromThisComputer({ raw, headers }: FastifyRequest): boolean {
  return (
    isLoopback(raw.socket.remoteAddress ?? '') &&
    OWN_NAMES.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}

function toPage(mails: readonly ShownMail[]): string {
  const articles = mails
    .toReversed()
    .map(
      ({ to, subject, text }) =>
        `<article><h2>${escaped(subject)}</h2><p>${escaped(t('To: {to}', { to }))}</p><pre>${withLinks(text)}</pre></article>`,
    );
  return [
    `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${t('Outbox')}</title></head><body><main>`,
    `<h1>${t('Outbox')}</h1><p>${t(
      'The latest emails that this demo would have sent, the newest first. Only this computer can see them. Reload the page if an email is not here yet.',
    )}</p>`,
    articles.join('') || `<p>${t('No emails yet.')}</p>`,
    '</main></body></html>',
  ].join('');
}

const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
