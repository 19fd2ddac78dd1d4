import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { type Costs, makeCosts } from './costs.ts';
import { TooManyTries } from './limits.ts';

const server = startTestServer();

/** Sends the headers of a request, but nothing of its body, and returns the reply. */
async function replyToHeaders(origin: string, path: string, headers: string[] = []): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const lines = ['Host: a', 'Content-Type: application/json', 'Content-Length: 60000', ...headers];
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return String((await once(socket, 'data'))[0]);
}

async function serverWith(costs: Costs): Promise<string> {
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    costs,
  });
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

test('refuses by its headers what is not allowed anyway', async () => {
  const { origin } = server;
  expect(await replyToHeaders(origin, '/nothing')).toContain('404 Not Found');
  expect(await replyToHeaders(origin, hoursCalls.createHoursEntry.path)).toContain('401 Unauthorized');
  const crossSite = ['Sec-Fetch-Site: cross-site'];
  expect(await replyToHeaders(origin, accountCalls.login.path, crossSite)).toContain('403 Forbidden');
  expect(await replyToHeaders(origin, `/link/${'x'.repeat(43)}`, crossSite)).toContain('403 Forbidden');
});

test.each([accountCalls.login.path, `/link/${'x'.repeat(43)}`, `/unsubscribe/${'x'.repeat(43)}/reminder`])(
  'refuses a caller over its limit by the headers of %s, in its language',
  async (path) => {
    const origin = await serverWith(() => {
      throw new TooManyTries(120);
    });
    const reply = await replyToHeaders(origin, path, ['Accept-Language: es']);
    expect(reply).toContain('429 Too Many Requests');
    if (path.startsWith('/auth')) expect(reply).toContain('2 minutos');
  },
);

test('charges a caller for reading a body, but not for waiting for it', async () => {
  const events: string[] = [];
  const begin = makeCosts();
  const origin = await serverWith((session, address) => {
    const bill = begin(session, address);
    return {
      ...bill,
      pause: () => {
        events.push('pause');
        bill.pause();
      },
      resume: () => {
        events.push('resume');
        bill.resume();
      },
    };
  });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${origin}/auth/login`, { method: 'POST', headers, body: '{' });
  // Counted while its size is checked and while it is parsed.
  expect(events).toEqual(['pause', 'resume', 'pause', 'resume', 'pause']);
});
