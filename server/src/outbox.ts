import { currentLocale, t } from '@waypost/contract/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from './addresses.ts';
import type { Mail } from './outside/mail.ts';

/** The path of the page, which the screen that asks for a confirmation links to. */
const PATH = '/outbox';

/** Only text on the page: no script, style, image, frame or form. */
const POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/**
 * Shows the mails of a local demo without a mail server, so that its story can be played in the browser. They contain
 * links that open accounts, so only a browser on this computer, without a proxy, sees them; for others the page does
 * not exist.
 */
export function serveOutbox(app: FastifyInstance, kept: readonly Mail[]): void {
  app.get(PATH, (wire, reply) => {
    if (!isFromThisComputer(wire)) return reply.callNotFound();
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(toPage(kept));
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

function toPage(kept: readonly Mail[]): string {
  const mails = kept
    .toReversed()
    .map(
      ({ to, subject, text }) =>
        `<article><h2>${escaped(subject)}</h2><p>${escaped(t('To: {to}', { to }))}</p><pre>${withLinks(text)}</pre></article>`,
    );
  return [
    `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${t('Outbox')}</title></head><body><main>`,
    `<h1>${t('Outbox')}</h1><p>${t(
      'Emails that this demo would have sent since it started, the newest first. Only this computer can see them. Reload the page if an email is not here yet.',
    )}</p>`,
    mails.join('') || `<p>${t('No emails yet.')}</p>`,
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
