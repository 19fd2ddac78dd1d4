import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type JobTools, runAllJobs } from './all-jobs.ts';
import { systemClock } from './platform/outside/clock.ts';
import { createMemoryStore } from './platform/outside/file-store.ts';
import { type RunningJobs, startJobs } from './platform/outside/jobs.ts';

const patience = { timeout: 30_000, interval: 100 };
const logged: string[] = [];
let database: TestDatabase;
let jobs: RunningJobs;

beforeAll(async () => {
  database = await openTestDatabase();
  const files = createMemoryStore();
  const error = (details: object, line: string) => void logged.push(JSON.stringify({ line, ...details }));
  jobs = await startJobs(database.owner, { mailer: { send: async () => undefined }, files }, { error });
  const tools: JobTools = {
    pools: database,
    jobs,
    files,
    seal: { seal: async (pdf) => pdf },
    publicUrl: 'https://waypost.test',
    backups: null,
    log: { info: () => undefined },
  };
  await runAllJobs(jobs, tools, systemClock);
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

const schedules = async () =>
  (await database.owner.query<{ name: string; cron: string }>('select name, cron from jobs.schedule')).rows;

test('no two repeated jobs start at the same minute of an hour, or at the same hour of a day', async () => {
  const crons = (await schedules()).map(({ cron }) => cron);
  expect(crons.length).toBeGreaterThan(10);
  expect(new Set(crons).size).toBe(crons.length);
});

test('without a place for backups, none is scheduled', async () => {
  expect((await schedules()).map(({ name }) => name)).not.toContain('backup');
});

test('expired rows are removed every hour', async () => {
  await database.owner.query(`insert into tries (key, count, ends_at) values ('\\x01', 1, now())`);
  expect(await schedules()).toContainEqual({ name: 'sweep', cron: '23 * * * *' });
  await database.owner.query(`insert into jobs.job (name) values ('sweep')`);
  const left = async () => (await database.owner.query('select from tries')).rowCount;
  await vi.waitFor(async () => expect(await left()).toBe(0), patience);
  expect(logged).toEqual([]);
});
