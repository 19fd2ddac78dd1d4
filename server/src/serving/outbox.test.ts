import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Mail } from '../platform/outside/mail.ts';
import { openOutbox, removeOutbox, serveOutbox } from './outbox.ts';

const mails: Mail[] = [
  { to: 'old@waypost.test', subject: 'First', text: 'Hello', html: '' },
  {
    to: '"><script>@waypost.test',
    subject: '<img src=x onerror=alert(1)>',
    text: 'Open http://localhost:3000/confirm/abc_123\nor <script>alert(1)</script> "http://x.test/"onclick=1"',
    html: '<p>never shown</p>',
  },
];
const app = fastify({ trustProxy: true });
let port = 0;
beforeAll(async () => {
  serveOutbox(app, { mails });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const open = (headers: Record<string, string> = {}) =>
  new Promise<{ status: number; policy: string; page: string }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/outbox', headers }, (response) => {
      let page = '';
      response.on('data', (part) => (page += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          policy: String(response.headers['content-security-policy']),
          page,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

test('shows the mails to this computer, the newest first, with links to open', async () => {
  const { status, page } = await open();
  expect(status).toBe(200);
  expect(page.indexOf('To: old@')).toBeGreaterThan(page.indexOf('/confirm/abc_123'));
  expect(page).toContain('<a href="http://localhost:3000/confirm/abc_123">');
  expect((await open({ host: `localhost:${port}` })).status).toBe(200);
});

test('shows a mail as text, and nothing on the page can run or load', async () => {
  const { page, policy } = await open();
  expect(page).not.toMatch(/<script|<img|never shown/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/ onclick=/);
  expect(policy).toContain("default-src 'none'");
});

test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])(
  'shows nothing through a proxy that sends %s',
  async (name) => {
    expect((await open({ [name]: '127.0.0.1' })).status).toBe(404);
  },
);

test('shows nothing under a host name that a stranger could point here', async () => {
  for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '192.168.0.2:3000'])
    expect((await open({ host })).status, host).toBe(404);
});

test('shows nothing to another computer', async () => {
  const answer = await app.inject({
    url: '/outbox',
    remoteAddress: '192.168.0.9',
    headers: { host: 'localhost' },
  });
  expect(answer.statusCode).toBe(404);
});

function aDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const aMail = (subject: string): Mail => ({
  to: 'a@waypost.test',
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
});

test('has the mails of before a restart, where only the server can read them, until they are removed', () => {
  const dataDir = aDataDir();
  openOutbox(dataDir).add(aMail('First'));
  const { mails, add } = openOutbox(dataDir);
  add(aMail('Second'));
  expect(mails.map(({ subject }) => subject)).toEqual(['First', 'Second']);
  expect(openOutbox(dataDir).mails).toEqual(mails);
  expect(statSync(join(dataDir, 'outbox.json')).mode & 0o777).toBe(0o600);
  removeOutbox(dataDir);
  expect(openOutbox(dataDir).mails).toEqual([]);
});

test('keeps only the newest hundred mails', () => {
  const dataDir = aDataDir();
  const { add } = openOutbox(dataDir);
  for (let number = 1; number <= 102; number += 1) add(aMail(`${number}`));
  const subjects = openOutbox(dataDir).mails.map(({ subject }) => subject);
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([100, '3', '102']);
});
