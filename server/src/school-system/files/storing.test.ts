import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { aSmallDisk, canMount } from '@waypost/embedded-database/testing/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { aPdf } from '../../../testing/sample-files.ts';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { createApp } from '../../app.ts';
import { openPools, type Reach } from '../../platform/database/connect.ts';
import { createFileStore } from '../../platform/outside/file-store.ts';
import type { Outside } from '../../platform/outside/outside.ts';

/* A file's bytes and its row are stored in two places. Whatever fails in between, no row is without its bytes. */
const server = startTestServer();

/** Another server, with some dependencies replaced. */
async function another({
  pool = server.database.app,
  ...others
}: Partial<Outside> & { pool?: typeof server.database.app }) {
  const app = await createApp({ pool, outside: { ...server.outside, ...others }, secureCookies: false });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return (user: { token: string }) => new Caller(origin, user.token);
}

/** A PDF with this many kilobytes of noise after its end. */
const aPdfOf = (kilobytes: number) => Buffer.concat([aPdf(), randomBytes(kilobytes * 1024)]);
const named = (content: Uint8Array) => ({ name: 'letter.pdf', content });

test.skipIf(!canMount)(
  'on a full disk an upload is refused, and neither a row nor a part of it remains',
  async () => {
    const disk = await aSmallDisk(4);
    onTestFinished(() => disk.remove());
    const files = await createFileStore({ kind: 'folder', path: `${disk.path}/files` });
    const as = await another({ files });
    const student = await server.aStudent();
    const kept = await as(student).call(fileCalls.uploadFile, {}, named(aPdfOf(10)));
    const stored = async () =>
      (await readdir(`${disk.path}/files`, { recursive: true })).filter((name) => name.includes('/'));
    const [before, [one]] = [await everything(server.database.owner), await stored()];

    // More than is left, so that the first part of it can be written.
    const reply = await as(student).send(fileCalls.uploadFile, {}, named(aPdfOf(6 * 1024)));
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60']);
    expect(((await reply.json()) as { detail: string }).detail).toContain('Waypost’s disk is full');
    expect(await everything(server.database.owner)).toBe(before);
    expect(await stored()).toEqual([one]);

    await disk.fill();
    expect((await as(student).send(fileCalls.uploadFile, {}, named(aPdfOf(10)))).status).toBe(503);
    expect(await stored()).toEqual([one]);
    expect((await as(student).fetch(kept.path, {})).status).toBe(200);

    await disk.free();
    await as(student).call(fileCalls.uploadFile, {}, named(aPdfOf(10)));
    expect(await stored()).toHaveLength(2);
  },
);

/** A proxy to the database that cuts a connection after a commit, before the server receives the reply. */
async function cuttingAfterCommit({ host = '', port = 5432 }: Reach) {
  const target: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const state = { isCutting: false, cut: 0 };
  const relay = createServer((near) => {
    const far: Socket = connect(target);
    let isLast = false;
    near.on('data', (bytes: Buffer) => {
      isLast ||= state.isCutting && bytes.includes('commit');
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!isLast) return near.write(bytes);
      if (!bytes.includes('COMMIT')) return;
      state.cut += 1;
      near.destroy();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => undefined).on('close', () => to.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  return { state, reach: { host: '127.0.0.1', port: (relay.address() as AddressInfo).port } };
}

test('an upload whose connection broke after COMMIT keeps its bytes, because it may have its row', async () => {
  const { state, reach } = await cuttingAfterCommit(server.database.reach);
  const pools = openPools({ ...server.database.reach, ...reach });
  onTestFinished(async () => {
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
  });
  const student = await server.aStudent();
  const content = aPdfOf(1);
  const put = server.outside.files.put;
  // Earlier transactions only check, so cut only after the bytes are stored.
  const files = {
    ...server.outside.files,
    put: async (...args: Parameters<typeof put>) => {
      await put(...args);
      state.isCutting = true;
    },
  };
  const losing = await another({ pool: pools.app, files });
  const reply = await losing(student).send(fileCalls.uploadFile, {}, named(content));
  expect([state.cut, reply.status, reply.headers.get('retry-after')]).toEqual([1, 503, '5']);
  const [file] = await server.as(student).call(fileCalls.getUsersFiles, {});
  const bytes = await (await server.as(student).fetch(file?.path ?? '', {})).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(content);
});
