import { randomUUID } from 'node:crypto';
import { LIST_MAX } from '@waypost/contract/list-order';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { LIST_CHANGED, listFull } from '@waypost/contract/school-system/lists/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { files } from '../../platform/database/tables/files.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { deleteFile, getResourceFiles, reorderFiles, translateResource, uploadFile } = fileCalls;

/** An Admin, and three resources for students that they uploaded. */
async function aShelf() {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const add = (name: string, description = 'student', no_delete?: 'true') =>
    admin.call(uploadFile, { key: name, description, no_delete }, { name: 'x.pdf', content: aPdf() });
  for (const name of ['Handbook', 'Letters', 'Safety']) await add(name);
  const readList = async (type: 'student' | 'business' = 'student') =>
    (await admin.call(getResourceFiles, { type })).map(({ _id, name, ordinal }) => ({ _id, name, ordinal }));
  return { client, admin, add, readList };
}

test('resources are appended and can be reordered, numbered from 1', async () => {
  const { admin, readList, add } = await aShelf();
  await add('For businesses', 'business');
  const before = await readList();
  expect(before.map(({ name, ordinal }) => [name, ordinal])).toEqual([
    ['Handbook', 1],
    ['Letters', 2],
    ['Safety', 3],
  ]);
  const [handbook, letters, safety] = before.map(({ _id }) => _id);
  const list = [safety, handbook, letters].map((_id = '', index) => ({ _id, ordinal: index + 1 }));
  expect(await admin.call(reorderFiles, { list })).toEqual({ message: 'success' });
  expect((await readList()).map(({ name, ordinal }) => [name, ordinal])).toEqual([
    ['Safety', 1],
    ['Handbook', 2],
    ['Letters', 3],
  ]);
  expect(await readList('business')).toMatchObject([{ name: 'For businesses', ordinal: 1 }]);
});

test('a resource’s Spanish name is uploaded with it, or added later, also to a permanent one', async () => {
  const { client, admin, add, readList } = await aShelf();
  const content = { name: 'x.pdf', content: aPdf() };
  await admin.call(uploadFile, { key: 'Map', name_es: 'Mapa', description: 'student' }, content);
  const law = await add('Law', 'student', 'true');
  expect(await admin.call(translateResource, { file_id: law._id, name_es: 'Ley' })).toEqual({
    message: 'success',
  });
  const shown = await server
    .as(await server.aStudent({ client }))
    .call(getResourceFiles, { type: 'student' });
  expect(shown.map(({ name, name_es }) => [name, name_es])).toEqual([
    ['Handbook', ''],
    ['Letters', ''],
    ['Safety', ''],
    ['Map', 'Mapa'],
    ['Law', 'Ley'],
  ]);
  await admin.send(translateResource, { file_id: law._id });
  expect((await admin.call(getResourceFiles, { type: 'student' })).at(-1)?.name_es).toBe('');
  const [handbook] = await readList();
  const own = await server.aFile(await server.anAdmin({ client }));
  const stranger = server.as(await server.anAdmin());
  for (const [caller, file_id = ''] of [
    [admin, own.id],
    [stranger, handbook?._id],
  ] as const)
    expect((await caller.refusal(translateResource, { file_id, name_es: 'X' })).status).toBe(404);
});

test('two concurrent resources get different positions', async () => {
  const { add, readList } = await aShelf();
  const { owner } = server.database;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    // Each waits here with its row written but not yet visible to the other.
    await holder.query('lock table audit_entries in access exclusive mode');
    const adding = Promise.all([add('Map'), add('Calendar')]);
    await untilLockWait(owner, 2);
    await holder.query('rollback');
    await adding;
  } finally {
    holder.release();
  }
  expect((await readList()).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5]);
});

test('a deletion numbers a resource that is being added, too', async () => {
  const { admin, add, readList } = await aShelf();
  const [handbook] = await readList();
  const { owner } = server.database;
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    // Each waits here with its change written but not yet visible to the other.
    await holder.query('lock table audit_entries in access exclusive mode');
    const adding = add('Map');
    await untilLockWait(owner, 1);
    const removing = admin.call(deleteFile, { file_id: handbook?._id ?? '' });
    await untilLockWait(owner, 2);
    await holder.query('rollback');
    await Promise.all([adding, removing]);
  } finally {
    holder.release();
  }
  expect((await readList()).map(({ name, ordinal }) => [name, ordinal])).toEqual([
    ['Letters', 1],
    ['Safety', 2],
    ['Map', 3],
  ]);
});

test('a full shelf accepts no more, so that it can always be reordered', async () => {
  const { client, admin, readList } = await aShelf();
  const [one] = await server.db.select().from(files).where(eq(files.clientId, client.id));
  if (!one) throw new Error('no resource');
  const more = Array.from({ length: LIST_MAX - 3 }, (_, index) => ({
    ...one,
    id: randomUUID(),
    storageKey: randomUUID(),
    ordinal: index + 4,
  }));
  await server.db.insert(files).values(more);
  const sheet = { name: 'x.pdf', content: aPdf() };
  const { status, problem } = await admin.refusal(uploadFile, { key: 'Map', description: 'student' }, sheet);
  expect([status, problem.detail]).toEqual([409, listFull()]);
  expect(await readList()).toHaveLength(LIST_MAX);
  expect(await admin.call(uploadFile, { key: 'Map', description: 'business' }, sheet)).toMatchObject({
    name: 'Map',
  });
});

test('neither the logo nor an import file can be deleted as a resource', async () => {
  const { client, admin } = await aShelf();
  const [one] = await server.db.select().from(files).where(eq(files.clientId, client.id));
  if (!one) throw new Error('no resource');
  for (const shelf of ['logo', 'import students']) {
    const id = randomUUID();
    await server.db.insert(files).values({ ...one, id, storageKey: randomUUID(), shelf });
    expect((await admin.refusal(deleteFile, { file_id: id })).status).toBe(404);
  }
});

test('rejects an order that does not contain exactly the resources of one type', async () => {
  const { client, admin, readList, add } = await aShelf();
  const business = await add('For businesses', 'business');
  const own = await server.aFile(await server.anAdmin({ client }));
  const before = await readList();
  const [handbook, letters, safety] = before.map(({ _id }) => _id);
  const orders = [[handbook, letters], [handbook, letters, safety, business._id], [own.id], []];
  for (const order of orders) {
    const list = order.map((_id, index) => ({ _id, ordinal: 9 - index }));
    const { status, problem } = await admin.refusal(reorderFiles, { list });
    expect([order, status, problem.detail]).toEqual([order, 409, LIST_CHANGED]);
  }
  expect(await readList()).toEqual(before);
});

test('an Admin can delete a resource unless it is marked as permanent, and the rest are numbered from 1', async () => {
  const { client, admin, readList, add } = await aShelf();
  const kept = await add('Law', 'student', 'true');
  const [handbook] = await readList();
  expect(await admin.call(deleteFile, { file_id: handbook?._id ?? '' })).toEqual({ message: 'success' });
  expect(await admin.call(deleteFile, { file_id: kept._id })).toEqual({ message: 'fail' });
  expect((await readList()).map(({ name, ordinal }) => [name, ordinal])).toEqual([
    ['Letters', 1],
    ['Safety', 2],
    ['Law', 3],
  ]);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...Array(4).fill('add to list'),
    'delete from list',
  ]);
});

test('only an Admin can reorder resources', async () => {
  const { client, readList } = await aShelf();
  const list = (await readList()).map(({ _id, ordinal }) => ({ _id, ordinal: 9 - ordinal }));
  for (const user of [await server.aTeacher({ client }), await server.aStudent({ client })])
    expect((await server.as(user).refusal(reorderFiles, { list })).status).toBe(403);
  expect((await server.as(await server.anAdmin()).refusal(reorderFiles, { list })).status).toBe(409);
  const kept = await server.db.select().from(files).where(eq(files.clientId, client.id));
  expect(kept.map(({ ordinal }) => ordinal).sort()).toEqual([1, 2, 3]);
});
