import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../src/app.ts';
import { COST_LIMITS, makeCosts } from '../src/platform/access/costs.ts';
import { streamStudent } from '../src/platform/archive/student-archive.ts';
import {
  countOfStudent,
  type ErasedBy,
  eraseStudentAndQueueFiles,
} from '../src/platform/database/erasure.ts';
import type { StudentKey } from '../src/platform/database/student-rows.ts';
import { clockAt, type MovableClock } from '../src/platform/outside/clock.ts';
import { createMemoryStore } from '../src/platform/outside/file-store.ts';
import { createFakeGeocoder } from '../src/platform/outside/geocoder.ts';
import { collectJobs } from '../src/platform/outside/jobs.ts';
import type { Outside } from '../src/platform/outside/outside.ts';
import { makeVault } from '../src/platform/outside/vault.ts';
import { Caller } from './caller.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { type Factories, makeFactories } from './factories.ts';

export { Caller, Refused, type TestFile } from './caller.ts';

export interface TestServer extends Factories {
  app: FastifyInstance;
  origin: string;
  database: TestDatabase;
  clock: MovableClock;
  jobs: ReturnType<typeof collectJobs>;
  files: ReturnType<typeof createMemoryStore>;
  /** The same fakes, for starting another server next to this one. */
  outside: Outside;
  geocoder: ReturnType<typeof createFakeGeocoder>;
  /** A caller that is not signed in. */
  visitor(): Caller;
  /** A caller signed in as this account, which a factory created. */
  as(user: { token: string }): Caller;
}

const shown = {
  socialTimelineUrl: 'https://social.waypost.test/embed',
  mapTilesUrl: 'https://tiles.waypost.test/{z}/{x}/{y}.png',
  demo: false,
  outbox: false,
};

/** The time of the test clock, unless a test moves it. */
export const TEST_NOW = '2026-03-04T15:00:00.000Z';

/** The places that the test's geocoder knows, by street. */
const knownPlaces = {
  '1 Main Street': { lat: 38.9784, lon: -76.4922, precision: 'address' },
  'Rural Route 9': { lat: 38.9, lon: -76.5, precision: 'zip' },
  'Silent Street': 'unreachable',
} as const;

/** Fakes of all services outside the server and its database. */
export function fakeOutside({ owner }: Pick<TestDatabase, 'owner'>) {
  const clock = clockAt(TEST_NOW);
  const jobs = collectJobs();
  const files = createMemoryStore();
  const geocoder = createFakeGeocoder(knownPlaces);
  const backups = async () => ({ newest: new Date('2026-03-04T02:00:00.000Z'), kept: 3 });
  const outside: Outside = {
    clock,
    files,
    geocoder,
    jobs,
    backups,
    publicUrl: 'https://waypost.test',
    shown,
    vault: makeVault(Buffer.alloc(32, 7)),
    ownersNeedSecondFactor: false,
    exportStudent: (student: StudentKey, made: Date) => streamStudent(owner, student, { files, made }),
    countOfStudent: (student: StudentKey) => countOfStudent(owner, student),
    eraseStudent: (student: StudentKey, by: ErasedBy, now: Date) =>
      eraseStudentAndQueueFiles(owner, jobs, student, by, now),
  };
  return { clock, jobs, files, geocoder, outside };
}

const MANY = Number.MAX_SAFE_INTEGER;
const FREE = { atOnce: MANY, ahead: MANY, connections: MANY, waiting: MANY };

/** An application without the limits on elapsed time, which differs between runs. */
export const createUnlimitedApp = (
  { app, lists }: Pick<TestDatabase, 'app' | 'lists'>,
  outside: Outside,
): Promise<FastifyInstance> =>
  createApp({
    pool: app,
    listPool: lists,
    outside,
    costs: makeCosts({ account: FREE, network: FREE, hashes: { inARow: MANY, perSecond: MANY } }),
    secureCookies: false,
  });

const MANY_AT_ONCE = { ...COST_LIMITS.account, connections: 16 };

/** The real server on a separate real database. Only the services outside it are fakes. */
export function startTestServer(): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    const database = await openTestDatabase();
    const fakes = fakeOutside(database);
    const { outside, clock } = fakes;
    const app = await createApp({
      pool: database.app,
      listPool: database.lists,
      outside,
      secureCookies: false,
      // Races need more calls and sign-ups of one caller at once than a server allows.
      costs: makeCosts({
        account: MANY_AT_ONCE,
        network: MANY_AT_ONCE,
        hashes: { ...COST_LIMITS.hashes, inARow: 10_000 },
      }),
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    Object.assign(server, makeFactories(database.owner, clock), {
      ...fakes,
      app,
      origin,
      database,
      visitor: () => new Caller(origin),
      as: (user: { token: string }) => new Caller(origin, user.token),
    });
  });
  afterAll(async () => {
    const closed = server.app.close();
    // An unread reply would keep its connection, and the server, open until a timeout.
    server.app.server.closeAllConnections();
    await closed;
    await server.database.drop();
  });
  return server;
}
