import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { hashSecret } from '../access/sessions.ts';
import { newFileKey } from '../outside/file-store.ts';
import { sweep, sweepFiles } from './sweep.ts';
import { passwordCodes, sessions } from './tables/logins.ts';
import { creationKeys, removedFiles } from './tables/people.ts';
import { tries } from './tables/platform.ts';

const server = startTestServer();

test('deletes what has expired, and nothing else', async () => {
  const now = server.clock.now();
  const [ended, running] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const student = await server.aStudent();
  const fileIds = { ended: randomUUID(), running: randomUUID() };
  const holder = { clientId: student.clientId, userId: student.id };
  await server.db.delete(sessions);
  for (const [word, at] of [
    ['ended', ended],
    ['running', running],
  ] as const) {
    const hash = hashSecret(word);
    await server.db.insert(sessions).values({ ...holder, tokenHash: hash, lastSeenAt: now, expiresAt: at });
    await server.db
      .insert(passwordCodes)
      .values({ ...holder, codeHash: hash, purpose: 'reset', expiresAt: at });
    const createdAt = new Date(at.getTime() - 86_400_000);
    await server.db.insert(creationKeys).values({ ...holder, key: word, hash, createdAt });
    await server.db.insert(removedFiles).values({ ...holder, fileId: fileIds[word], removedAt: createdAt });
    await server.db.insert(tries).values({ key: hash, count: 1, endsAt: at });
  }
  await sweep(server.database.owner, now);
  const left = [
    (await server.db.select().from(sessions)).map((row) => row.tokenHash),
    (await server.db.select().from(passwordCodes)).map((row) => row.codeHash),
    (await server.db.select().from(creationKeys)).map((row) => row.hash),
    (await server.db.select().from(tries)).map((row) => row.key),
  ];
  expect(left).toEqual(Array(4).fill([hashSecret('running')]));
  expect((await server.db.select().from(removedFiles)).map((row) => row.fileId)).toEqual([fileIds.running]);
});

test('deletes an upload without a row after a week, and nothing else', async () => {
  const student = await server.aStudent();
  const named = await server.aFile(student, { storageKey: newFileKey() });
  const stray = newFileKey();
  for (const key of [named.storageKey, stray])
    await server.files.put(key, Buffer.from('bytes'), 'application/pdf');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  expect(await sweepFiles(server.database.owner, server.files, day(6))).toBe(0);
  expect(await sweepFiles(server.database.owner, server.files, day(8))).toBe(1);
  expect([...server.files.files.keys()]).toEqual([named.storageKey]);
});
