import { randomBytes } from 'node:crypto';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { ask, postmasterOf } from '@waypost/embedded-database/testing/folders';
import { aSmallDisk, canMount } from '@waypost/embedded-database/testing/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { asSuperuser, startOnEmbedded } from '../../../testing/embedded-server.ts';
import { everything } from '../../../testing/everything.ts';

/** The server with its database on a small disk, and a student who logs hours. */
async function aServerOnSmallDisk() {
  const disk = await aSmallDisk(384);
  // Registered before the database starts, so it runs after the database has stopped.
  onTestFinished(() => disk.remove());
  const server = await startOnEmbedded(disk.path);
  const student = await server.aStudent();
  const project = await server.aProject({ student });
  const caller = server.as(student);
  return {
    ...server,
    disk,
    student,
    /** Texts that cannot be compressed, so that each needs more of the disk. */
    logHours: () =>
      caller.send(hoursCalls.createHoursEntry, {
        project_id: project.id,
        start_date: '2026-03-02',
        end_date: '2026-03-02',
        // So little that a day has room for all of them.
        total_hours: 0.01,
        text_log: randomBytes(1800).toString('hex'),
      }),
    readHours: () => caller.send(projectCalls.loadStudentProject, { project_id: project.id }),
  };
}

type SmallDiskServer = Awaited<ReturnType<typeof aServerOnSmallDisk>>;

/** Begins a new file of the write-ahead log, which has room for everything that follows. */
async function makeRoomInLog({ embedded }: SmallDiskServer): Promise<void> {
  await ask(asSuperuser(embedded), 'select pg_switch_wal()');
  await ask(embedded.connection, `select pg_logical_emit_message(true, 'begin', 'a file')`);
}

/** Writes through the server until it refuses. */
async function untilRefused({ logHours, pools }: SmallDiskServer) {
  for (;;) {
    const before = await everything(pools.owner);
    const reply = await logHours();
    if (!reply.ok) return { reply, before };
    await reply.arrayBuffer();
  }
}

test.skipIf(!canMount)(
  'on a full disk nothing is saved, everything is readable, and saving resumes once there is space',
  async () => {
    const server = await aServerOnSmallDisk();
    const { disk, pools, student } = server;
    await makeRoomInLog(server);
    await disk.fill();
    const postmaster = await postmasterOf(disk.path);

    const { reply, before } = await untilRefused(server);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await reply.json()).toMatchObject({
      type: '/problems/unavailable',
      detail:
        'Waypost’s disk is full, so this wasn’t saved. Try again later. If this continues, tell the people who run Waypost',
    });
    expect(await everything(pools.owner)).toBe(before);
    expect(server.logged.join()).toContain(
      'the disk is full, so nothing can be saved: free up space, and Waypost resumes without a restart',
    );

    // Updating last_seen_at fails too.
    const more = `insert into sessions (client_id, user_id, token_hash, created_at, last_seen_at, expires_at)
    select client_id, user_id, sha256(random()::text::bytea), created_at, last_seen_at, expires_at
      from sessions, generate_series(1, 100) where user_id = '${student.id}' limit 100`;
    for (let isFull = false; !isFull; )
      await pools.owner.query(more).catch((error: { code?: string }) => {
        expect(error.code).toBe('53100');
        isFull = true;
      });
    server.clock.moveBy(6 * 60_000);
    expect((await server.readHours()).status).toBe(200);
    expect(await server.readiness()).toBe(200);

    await disk.free();
    expect((await server.logHours()).status).toBe(200);
    expect(await postmasterOf(disk.path)).toBe(postmaster);
  },
);

test.skipIf(!canMount)(
  'a database that cannot write its log stops, and recovers by itself once there is space',
  async () => {
    const server = await aServerOnSmallDisk();
    const { disk, pools, embedded } = server;
    expect((await server.logHours()).status).toBe(200);
    const before = await everything(pools.owner);
    await disk.fill();
    const megabytes = `select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))`;
    for (let isDown = false; !isDown; )
      await ask(embedded.connection, megabytes).catch(() => {
        isDown = true;
      });

    await expect.poll(() => server.supervised.join()).toContain('is full, so make room on it');
    const reply = await server.logHours();
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await server.readiness()).toBe(503);

    await disk.free();
    await expect.poll(() => server.supervised.at(-1)).toBe('The database is running again.');
    await expect.poll(server.readiness).toBe(200);
    expect(await everything(pools.owner)).toBe(before);
    expect((await server.logHours()).status).toBe(200);
  },
);
