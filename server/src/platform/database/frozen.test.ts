import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { processesOf } from '@waypost/embedded-database/testing/crash-rounds';
import { aDataFolder } from '@waypost/embedded-database/testing/folders';
import { expect, onTestFinished, test } from 'vitest';
import { startOnEmbedded } from '../../../testing/embedded-server.ts';

/** In milliseconds. Short, for the test. */
const WAIT = 1500;

/** Ignores processes that have ended, such as a worker of the database. */
function sendTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
  }
}

/** Suspends every process of the database, like a hanging disk or a paused machine. Returns how to resume them. */
async function freeze(dataDir: string): Promise<() => void> {
  const pids = (await processesOf(`${dataDir}/postgres/cluster`)).map((line) => Number.parseInt(line, 10));
  expect(pids.length).toBeGreaterThan(3);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) sendTo(pid, name);
  };
  signal('SIGSTOP');
  onTestFinished(() => signal('SIGCONT'));
  return () => signal('SIGCONT');
}

test('while the database is frozen, requests are refused in time; then everything works, and no connection is lost', async () => {
  const dataDir = await aDataFolder();
  const server = await startOnEmbedded(dataDir, { connect: WAIT, reply: WAIT });
  const { pools } = server;
  const student = await server.aStudent();
  const project = await server.aProject({ student });
  const caller = server.as(student);
  const entry = (text_log: string) => ({
    project_id: project.id,
    start_date: '2026-03-02',
    end_date: '2026-03-02',
    total_hours: 1,
    text_log,
  });
  const texts = async () => {
    const { hours } = await caller.call(projectCalls.loadStudentProject, { project_id: project.id });
    return hours.map(({ text_log }) => text_log).sort();
  };
  await caller.call(hoursCalls.createHoursEntry, entry('before'));

  const noticed = server.supervised.length;
  const unfreeze = await freeze(dataDir);
  // More requests than connections: some wait for a reply, some for a new connection, and some in the pool's queue.
  const replies = await Promise.all(
    Array.from({ length: 24 }, () => caller.send(hoursCalls.createHoursEntry, entry('during'))),
  );
  for (const reply of replies) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    await reply.arrayBuffer();
  }
  expect(await server.readiness()).toBe(503);

  unfreeze();
  await expect.poll(server.readiness).toBe(200);
  expect(await texts()).toEqual(['before']);
  await caller.call(hoursCalls.createHoursEntry, entry('after'));
  expect(await texts()).toEqual(['after', 'before']);
  expect(server.supervised).toHaveLength(noticed);
  const { app } = pools;
  await expect.poll(() => [app.totalCount - app.idleCount, app.waitingCount]).toEqual([0, 0]);
  const ours = `select from pg_stat_activity where application_name = 'waypost'`;
  await expect.poll(async () => (await pools.owner.query(ours)).rows.length).toBe(app.totalCount);
});
