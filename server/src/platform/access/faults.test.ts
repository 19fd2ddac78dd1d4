import type { AddressInfo } from 'node:net';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { isCampaign } from '../../../testing/rounds.ts';
import { Caller, startTestServer, TEST_NOW, type TestFile } from '../../../testing/server.ts';
import { aWorld, type World } from '../../../testing/world.ts';
import { createApp } from '../../app.ts';
import { insertCode } from '../../people/accounts/code-queries.ts';
import { openPools, type Pools } from '../database/connect.ts';
import { applications } from '../database/tables/opportunities.ts';
import { users } from '../database/tables/people.ts';
import { hashPassword } from './passwords.ts';
import { asSession } from './tenant.ts';

/* Runs every call that changes something while its first statement, mail, file or geocoder request fails, then its second, and so on through the last. A call that fails must leave everything as it was. */
const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);

const kinds = ['statement', 'mail', 'file', 'geocoder'] as const;
type Kind = (typeof kinds)[number];

/** What fails, and how many of each kind were made since it was set. */
let fault: { kind: Kind; at: number; made: Record<Kind, number> };
let pools: Pools;
let origin: string;
let app: Awaited<ReturnType<typeof createApp>>;

/** Whether this is the one that should fail. */
function shouldFail(kind: Kind): boolean {
  fault.made[kind] += 1;
  return fault.kind === kind && fault.made[kind] === fault.at;
}

function failing<Args extends unknown[], T>(kind: Kind, work: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<T> => {
    if (shouldFail(kind)) throw new Error(`this ${kind} fails`);
    return work(...args);
  };
}

/** Statements fail in the database, as with a full disk. Rollbacks still work, because they are the recovery. */
function failStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const instead = (...args: unknown[]) => {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    return text !== 'rollback' && shouldFail('statement') ? query('select 1 / 0') : query(...args);
  };
  Object.assign(client, { query: instead });
}

beforeAll(async () => {
  pools = openPools(server.database.reach);
  pools.app.on('connect', failStatements);
  const { outside } = server;
  app = await createApp({
    pool: pools.app,
    outside: {
      ...outside,
      jobs: {
        ...outside.jobs,
        sendMail: failing('mail', outside.jobs.sendMail),
        sendMails: failing('mail', outside.jobs.sendMails),
      },
      files: { ...outside.files, put: failing('file', outside.files.put) },
      geocoder: { ...outside.geocoder, geocode: failing('geocoder', outside.geocoder.geocode) },
    },
    secureCookies: false,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await app.close();
  await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
});
beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
});

/** Stored files without a row that were not scheduled for removal. */
async function strayFiles(): Promise<string[]> {
  const { rows } = await server.database.owner.query<{ storage_key: string }>(
    'select storage_key from files',
  );
  const named = new Set([...rows.map((row) => row.storage_key), ...server.jobs.removedFiles]);
  return [...server.files.files.keys()].filter((key) => !named.has(key));
}

interface Attempt {
  token?: string;
  input: object;
  file?: TestFile;
}

/** Inputs that change something, for calls whose minimal input changes nothing. */
const fuller: Partial<Record<CallName, (world: World) => Promise<Attempt>>> = {
  login: async (world) => {
    const { email } = await server.aStudent({ client: world.client, passwordHash: await passwordHash });
    return { input: { email, password: PASSWORD } };
  },
  changePassword: async (world) => {
    const { token, email } = await server.aStudent({
      client: world.client,
      passwordHash: await passwordHash,
    });
    return {
      token,
      input: { email: `new.${email}`, password: PASSWORD, new_password: 'a heron by the pier' },
    };
  },
  endSessions: async (world) => {
    const { token } = await server.aStudent({ client: world.client, passwordHash: await passwordHash });
    return { token, input: { password: PASSWORD } };
  },
  resetPassword: async ({ student }) => ({ input: { email: student.email } }),
  confirmEmail: async (world) => {
    const student = await server.aStudent({ client: world.client, confirmed: false });
    const now = server.clock.now();
    const code = { secret: student.id, purpose: 'confirmation' as const, now };
    await asSession(server.database.owner, null, now, (tx) =>
      insertCode(
        tx,
        { clientId: student.clientId, userId: student.id },
        { ...code, expiresAt: new Date(now.getTime() + 60_000) },
      ),
    );
    return { input: { code: student.id } };
  },
  resendConfirmation: async (world) => {
    const { token } = await server.aStudent({ client: world.client, confirmed: false });
    return { token, input: {} };
  },
  updateApplicationStatus: async ({ student, application }) => {
    await server.db
      .update(applications)
      .set({ status: 'Offered' })
      .where(eq(applications.id, application.id));
    return { token: student.token, input: { application_id: application.id, status: 'Accepted' } };
  },
  resendConfirmationOf: ofUnconfirmed,
  confirmEmailOf: ofUnconfirmed,
  swapApprovalStatus: async ({ teacher, business }) => {
    await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
    return { token: teacher.token, input: { _id: business.id } };
  },
};

/** What staff do with an unconfirmed account. */
async function ofUnconfirmed({ teacher, business }: World): Promise<Attempt> {
  await server.db.update(users).set({ confirmed: false }).where(eq(users.id, business.id));
  return { token: teacher.token, input: { _id: business.id } };
}

const writing = (Object.entries(allCalls) as [CallName, Call][])
  .filter(([, { changes, onlyAsks }]) => changes && !onlyAsks)
  .map(([name]) => name);

async function anAttempt(name: CallName): Promise<Attempt> {
  const world = await aWorld(server);
  const own = await fuller[name]?.(world);
  if (own) return own;
  const { as, input, file } = minimalInputs(world)[name];
  return { input, ...(file && { file }), ...(as !== 'visitor' && { token: world[as].token }) };
}

test.each(writing)('%s changes everything or nothing, whatever fails during it', async (name) => {
  const call = allCalls[name] as Call;
  const none = { statement: 0, mail: 0, file: 0, geocoder: 0 };
  /** What the call makes if nothing fails, once known. */
  let whole: Record<Kind, number> | undefined;
  for (const kind of kinds) {
    if (whole?.[kind] === 0) continue;
    const { token, input, file } = await anAttempt(name);
    const before = await everything(server.database.owner);
    // In a sample the first, second, fourth, eighth and so on.
    for (let at = 1; ; at += isCampaign ? 1 : at) {
      fault = { kind, at, made: { ...none } };
      const reply = await new Caller(origin, token).send(call, input, file);
      await reply.text();
      const { made } = fault;
      const hasFailed = made[kind] >= at;
      fault = { kind, at: 0, made: { ...none } };
      expect(await strayFiles(), `${kind} ${at}`).toEqual([]);
      if (!hasFailed) {
        whole = made;
        break;
      }
      // Without the geocoder, an address is saved without coordinates.
      if (kind === 'geocoder' && reply.ok) break;
      expect(reply.status, `${kind} ${at}`).toBeGreaterThanOrEqual(500);
      expect(await everything(server.database.owner), `${kind} ${at}`).toBe(before);
    }
  }
});
