import cookie from '@fastify/cookie';
import type { CallName } from '@waypost/contract/all-calls';
import { type Call, get, nothing, post } from '@waypost/contract/call';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import fastify from 'fastify';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { findUserOfSession } from '../../people/profiles/queries.ts';
import type { Tx } from '../database/connect.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { type Handler, inOneTrip } from './handler.ts';
import { mount } from './pipeline.ts';
import { ROWS_IN_ONE_GO } from './stringify.ts';
import { commitWithLastQuery } from './tenant.ts';

const server = startTestServer();

/** An admin of a school system with this many opportunities. */
async function anAdminOfMany(count: number) {
  const business = await server.aBusiness();
  const { id } = await server.anOpportunity({ business });
  await server.database.owner.query(
    `insert into opportunities select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
     from opportunities o, generate_series(2, $2) where o.id = $1`,
    [id, count],
  );
  return server.anAdmin({ clientId: business.clientId });
}

/** A server with one additional call, with the pipeline around its handler. */
async function served(call: Call, handler: Handler<unknown, unknown>) {
  const app = fastify();
  await app.register(cookie);
  const name: CallName = 'getStates';
  mount(app, name, call, handler, {
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
  });
  onTestFinished(() => app.close());
  return app;
}

test('only the inline script that the build names may run in a page', async () => {
  const { app: pool } = server.database;
  const pageScripts = ['sha256-of-it'];
  const app = await createApp({ pool, outside: server.outside, secureCookies: false, pageScripts });
  onTestFinished(() => app.close());
  const { headers } = await app.inject({ url: '/healthz' });
  expect(headers['content-security-policy']).toContain(";script-src 'self' 'sha256-of-it';style-src 'self';");
  expect(headers['content-security-policy']).not.toContain('unsafe');
});

test('no browser caches a reply, because computers are shared', async () => {
  const reply = await server.visitor().send(accountCalls.getCurrentUser, {});
  expect(reply.headers.get('cache-control')).toBe('no-store');
});

test('browsers load only a page’s own resources, and never treat data as a page', async () => {
  const page = await server.visitor().fetch('/healthz', {});
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self';script-src 'self';");
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  const refused = await server.visitor().send(accountCalls.getUserData, {});
  const replied = await server.visitor().send(accountCalls.getCurrentUser, {});
  for (const { headers } of [refused, replied]) {
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.has('strict-transport-security')).toBe(false);
  }
  const { app: pool } = server.database;
  const overHttps = await createApp({ pool, outside: server.outside, secureCookies: true });
  onTestFinished(() => overHttps.close());
  expect((await overHttps.inject('/healthz')).headers['strict-transport-security']).toContain('max-age=');
});

test.each(['gzip', 'identity'])(
  'a long list is sent in pieces and arrives complete, as %s',
  async (encoding) => {
    const count = 2 * ROWS_IN_ONE_GO + 7;
    const admin = await anAdminOfMany(count);
    const reply = await server
      .as(admin)
      .fetch(opportunityCalls.getOpportunities.path, { headers: { 'accept-encoding': encoding } });
    expect(reply.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    expect(reply.headers.get('x-total-count')).toBe(String(count));
    const rows = opportunityCalls.getOpportunities.reply.parse(await reply.json());
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(count);
  },
);

test('drops fields that are not in the row’s schema, in short and long lists', async () => {
  const call = get('/rows', nothing, z.array(z.object({ name: z.string() })));
  const rows = Array.from({ length: ROWS_IN_ONE_GO + 1 }, (_, n) => ({ name: `Row ${n}`, secret: 'hidden' }));
  for (const some of [rows, rows.slice(0, 1)]) {
    const app = await served(call, async () => some);
    const { body } = await app.inject('/rows');
    expect(JSON.parse(body)).toEqual(some.map(({ name }) => ({ name })));
  }
});

/** Makes the call on a server that logs, and disconnects at the given moment; resolves with the log lines. */
async function logOfHangingUp(moment: 'before the head' | 'after it'): Promise<string[]> {
  const admin = await server.anAdmin();
  await server.database.owner.query(
    `insert into users (client_id, role, email, first_name, last_name)
     select $1::uuid, 'Student', 'student' || n || '@' || $1::text, 'Ann', 'Marsh' from generate_series(1, 3000) n`,
    [admin.clientId],
  );
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { app: pool } = server.database;
  const app = await createApp({ pool, outside: server.outside, secureCookies: false, log });
  onTestFinished(() => app.close());
  const over = new Promise<void>((resolve) =>
    app.server.once('request', (wire, response) => {
      if (moment === 'before the head')
        vi.spyOn(response, 'setHeader').mockImplementationOnce(() => {
          wire.socket.destroy();
          return response;
        });
      else
        response.once('pipe', () =>
          vi.spyOn(response, 'write').mockImplementationOnce(() => !wire.socket.destroy()),
        );
      response.once('close', resolve);
    }),
  );
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = {
    'accept-encoding': 'gzip',
    'content-type': 'application/json',
    cookie: `${SESSION_COOKIE}=${admin.token}`,
  };
  await fetch(origin + peopleCalls.filterUsers.path, { method: 'POST', headers, body: '{"role":"Student"}' })
    .then((reply) => reply.arrayBuffer())
    .catch(() => undefined);
  await over;
  // Once the server answers another caller, it has handled the broken reply.
  await fetch(`${origin}/healthz`);
  return lines;
}

test('a caller who disconnects during a long reply causes no server error', async () => {
  expect(await logOfHangingUp('before the head')).toEqual([]);
  expect(await logOfHangingUp('after it')).toEqual([]);
});

test('a request that never ends is aborted', () => {
  expect(server.app.server.requestTimeout).toBeGreaterThan(0);
  expect(server.app.server.requestTimeout).toBeLessThanOrEqual(300_000);
});

test('a call that changes something cannot use the read-only commit', async () => {
  const student = await server.aStudent();
  const app = await served(post('/change', nothing, z.object({})), async ({ actor }, tx) =>
    commitWithLastQuery(tx, findUserOfSession(tx, { tokenHash: actor.tokenHash })),
  );
  const cookies = { [SESSION_COOKIE]: student.token };
  expect((await app.inject({ method: 'POST', url: '/change', cookies })).statusCode).toBe(500);
});

test('loads the session and the language in one round trip', async () => {
  const student = await server.aStudent();
  const seen = await statementsOf(server.database.app, () =>
    server.as(student).call(accountCalls.getCurrentUser, {}),
  );
  expect(seen).toEqual(['begin', 'enter', 'findUserOfSession', 'findLocalesOfSession', 'commit']);
});

test('a failed query fails its call, rolls back and leaves the connection clean', async () => {
  const student = await server.aStudent();
  const broken = get('/broken', nothing, z.object({}));
  const asked = [
    async (_: unknown, tx: Tx) => commitWithLastQuery(tx, tx.client.query('select 1 / 0')),
    inOneTrip(async (tx) => {
      await tx.client.query('select 1 / 0');
      return () => ({});
    }),
  ];
  for (const handler of asked) {
    const app = await served(broken, handler);
    const reply = await app.inject({ url: '/broken', cookies: { [SESSION_COOKIE]: student.token } });
    expect(reply.statusCode).toBe(500);
  }
  const { rows } = await server.database.app.query(
    `select current_setting('app.client_id', true) as entered`,
  );
  expect(rows[0].entered ?? '').toBe('');
});
