import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import type { CallName } from '@waypost/contract/all-calls';
import { asList, type Call, get, nothing } from '@waypost/contract/call';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import type { Tx } from '../database/connect.ts';
import { ROWS_IN_A_BATCH } from '../database/cursor.ts';
import { SESSION_COOKIE } from './cookies.ts';
import type { ListHandler } from './handler.ts';
import { mount } from './pipeline.ts';

const server = startTestServer();

const Row = z.object({ text: z.string() });
const call = asList(get('/rows', nothing, z.array(Row)), Row);
const aBatch = Array.from({ length: ROWS_IN_A_BATCH }, () => ({ text: 'x'.repeat(10_000) }));

async function* endless(_: unknown, tx: Tx) {
  for (;;) {
    await tx.client.query('select 1');
    yield aBatch;
  }
}

interface Served {
  readerPatience?: number;
  name?: CallName;
  pool?: Pool;
}

/** A server with one list. */
async function served(
  whole: ListHandler<unknown, unknown, unknown>['whole'],
  { readerPatience = 30_000, name = 'getStates', pool = server.database.app }: Served = {},
) {
  const app = fastify();
  await app.register(cookie);
  const { lists: listPool } = server.database;
  const dependencies = { pool, listPool, readerPatience, outside: server.outside, secureCookies: false };
  mount(app, name, call as Call, { whole }, dependencies);
  onTestFinished(() => app.close());
  return app;
}

const listening = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 });

/** Expects every connection to be returned and still open: the pool closes one that is inside a transaction. */
async function expectReturned(work: () => Promise<unknown>) {
  const { lists } = server.database;
  const closed = vi.fn();
  lists.on('remove', closed);
  onTestFinished(() => void lists.off('remove', closed));
  const taken = new Promise((resolve) => lists.once('acquire', resolve));
  await work();
  await taken;
  await expect.poll(() => lists.idleCount === lists.totalCount).toBe(true);
  expect(closed).not.toHaveBeenCalled();
}

test('reads a whole list from a cursor, a batch of rows at a time', async () => {
  const business = await server.aBusiness();
  const { id } = await server.anOpportunity({ business });
  await server.database.owner.query(
    `insert into opportunities select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).*
     from opportunities o, generate_series(2, $2) where o.id = $1`,
    [id, 2 * ROWS_IN_A_BATCH + 7],
  );
  const admin = server.as(await server.anAdmin({ clientId: business.clientId }));
  const statements = await statementsOf(server.database.lists, () =>
    admin.call(opportunityCalls.getOpportunities, {}),
  );
  const fetched = `fetch forward ${ROWS_IN_A_BATCH} from listed`;
  const batch = [fetched, 'findOpportunitiesByIds', 'findSelectedStudents'];
  expect(statements.slice(-11)).toEqual([...batch, ...batch, ...batch, fetched, 'commit']);
});

/** Requests the list; once the first part has arrived, resolves with a function that disconnects. */
async function beginReading(origin: string, headers = {}) {
  const request = httpGet(`${origin}/rows`, { headers });
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  await once(reply, 'data');
  reply.on('error', () => undefined);
  return () => reply.destroy();
}

test('a reader who disconnects frees the connection', async () => {
  const origin = await listening(await served(endless));
  await expectReturned(async () => (await beginReading(origin))());
});

test('a person whose list is being sent can make other calls', async () => {
  const origin = await listening(await served(endless));
  const student = await server.aStudent();
  // Long enough for the session's last use to be updated again.
  server.clock.moveTo(new Date(server.clock.now().getTime() + 10 * 60_000));
  onTestFinished(() => server.clock.moveTo(TEST_NOW));
  const hangUp = await beginReading(origin, { cookie: `${SESSION_COOKIE}=${student.token}` });
  expect(await server.as(student).call(projectCalls.getProjectsByStudent, {})).toEqual([]);
  hangUp();
});

test('a reader who disconnects before the first byte frees the connection too', async () => {
  let reader: Socket | undefined;
  const app = await served(async function* (_, tx) {
    await tx.client.query('select 1');
    reader?.destroy();
    await expect.poll(() => reader?.closed).toBe(true);
    yield aBatch;
  });
  app.server.once('connection', (socket) => {
    reader = socket;
  });
  const origin = await listening(app);
  await expectReturned(() => expect(fetch(`${origin}/rows`)).rejects.toThrow());
});

test('a list that no one reads frees the connection', async () => {
  const app = await served(endless);
  app.addHook('onSend', async (_, __, payload) => {
    (payload as Readable).destroy();
    return '';
  });
  await expectReturned(() => app.inject('/rows'));
});

test('disconnects a reader who stops reading', async () => {
  const app = await served(endless, { readerPatience: 50 });
  await listening(app);
  await expectReturned(async () => {
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const asked = new Promise((resolve) => app.server.once('request', resolve));
    socket.write('GET /rows HTTP/1.1\r\nhost: waypost\r\n\r\n');
    await asked;
  });
});

test('a failure while streaming a list aborts the reply, so that a partial list never looks complete', async () => {
  const origin = await listening(
    await served(async function* (_, tx) {
      yield aBatch;
      await tx.client.query('select 1 / 0');
    }),
  );
  await expectReturned(async () => {
    const reply = await fetch(`${origin}/rows`);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });
});

test('reports a failure before the first row like any other', async () => {
  const app = await served(async function* (_, tx) {
    await tx.client.query('select 1 / 0');
    yield aBatch;
  });
  await expectReturned(async () => expect((await app.inject('/rows')).statusCode).toBe(500));
});

test('an export that cannot be recorded is not sent, and frees the connection', async () => {
  const pool = { connect: () => Promise.reject(new Error('down')) } as unknown as Pool;
  const app = await served(endless, { name: 'getAllBusinesses', pool });
  const { token } = await server.anAdmin();
  await expectReturned(async () => {
    const reply = await app.inject({ url: '/rows', headers: { cookie: `${SESSION_COOKIE}=${token}` } });
    expect(reply.statusCode).toBe(500);
  });
});

test('sends an empty list as a list', async () => {
  const app = await served(async function* () {
    yield [];
  });
  const reply = await app.inject('/rows');
  expect([reply.body, reply.headers['x-total-count']]).toEqual(['[]', '0']);
});
