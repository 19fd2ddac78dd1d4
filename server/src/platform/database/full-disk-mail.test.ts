import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { ask } from '@waypost/embedded-database/testing/folders';
import { aSmallDisk, canMount } from '@waypost/embedded-database/testing/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { Caller } from '../../../testing/caller.ts';
import { makeFactories } from '../../../testing/factories.ts';
import { freePort } from '../../../testing/free-port.ts';
import { inDatabase } from '../../../testing/kill-rounds.ts';
import {
  hurryRetries,
  queueMails,
  startMailingServer,
  UNHANDLED,
} from '../../../testing/mail-kill-rounds.ts';
import { aMailServer } from '../../../testing/mail-server.ts';
import { systemClock } from '../outside/clock.ts';

/* The built product: `node scripts/prepare.mjs` builds it. Its database, its files and its log share a small disk. */
const MAILS = 100;
const TRIES = 20;

test.skipIf(!canMount)(
  'on a full disk the server keeps running while mail is sent, and sends the rest once there is space',
  async () => {
    const disk = await aSmallDisk(384);
    onTestFinished(() => disk.remove());
    const smtp = await aMailServer();
    const port = await freePort();
    const logFile = join(disk.path, 'server.log');
    const log = await open(logFile, 'a');
    onTestFinished(() => log.close());
    const server = await startMailingServer(disk.path, port, smtp.url, log.fd);
    onTestFinished(async () => void (await server.stop()));
    const { student, project } = await inDatabase(disk.path, async ({ owner }) => {
      const factories = makeFactories(owner, systemClock);
      const student = await factories.aStudent();
      return { student, project: await factories.aProject({ student }) };
    });
    const caller = new Caller(`http://127.0.0.1:${port}`, student.token);
    const read = async () =>
      (await caller.send(projectCalls.loadStudentProject, { project_id: project.id })).status;
    const write = async () =>
      (
        await caller.send(hoursCalls.createHoursEntry, {
          project_id: project.id,
          start_date: '2026-03-02',
          end_date: '2026-03-02',
          total_hours: 0.01,
          text_log: randomBytes(1800).toString('hex'),
        })
      ).status;

    // The write-ahead log has room, so that the database keeps running.
    const superuser = {
      host: join(disk.path, 'postgres', 'socket'),
      port: 5432,
      user: 'postgres',
      database: 'postgres',
    };
    await ask(superuser, 'select pg_switch_wal()');
    await ask(superuser, `select pg_logical_emit_message(true, 'begin', 'a file')`);
    // Long mails, so that saving what became of one needs space.
    const addresses = Array.from({ length: MAILS }, (_, index) => `${index}@school.example.org`);
    await queueMails(disk.path, addresses, randomBytes(750).toString('hex'));
    await expect.poll(() => smtp.received.length).toBeGreaterThan(0);
    await disk.fill();
    while ((await write()) !== 503);
    for (let tries = 0; tries < TRIES; tries++) expect([await read(), await write()]).toEqual([200, 503]);
    expect(smtp.received.length).toBeLessThan(MAILS);
    expect(server.hasEnded()).toBe(false);

    await disk.free();
    await expect.poll(write).toBe(200);
    const recipients = () => new Set(smtp.received.map(({ to }) => to[0]));
    await expect
      .poll(async () => {
        await hurryRetries(disk.path);
        return recipients().size;
      })
      .toBe(MAILS);
    expect(smtp.received).toHaveLength(MAILS);
    expect(await server.stop()).toBe(0);
    expect(await readFile(logFile, 'utf8')).not.toMatch(UNHANDLED);
  },
  300_000,
);
