import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { without } from '../../../testing/without-locks.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { focusAreas, programs } from '../../platform/database/tables/lists.ts';

const ADMINS = 4;

/** A school system without focus areas, and several Admins who edit them. */
async function someAdmins(server: TestServer) {
  const client = await server.aClient();
  const ofIt = eq(focusAreas.clientId, client.id);
  await server.db.delete(focusAreas).where(ofIt);
  const admins = await Promise.all(
    Array.from({ length: ADMINS }, async () => server.as(await server.anAdmin({ client }))),
  );
  const readList = async () => {
    const rows = await server.db.select().from(focusAreas).where(ofIt);
    return rows.toSorted((one, other) => one.ordinal - other.ordinal);
  };
  return { client, admins, readList };
}

/** All add concurrently, several times; returns the resulting ordinals. */
async function addAtOnce(server: TestServer) {
  const { admins, readList } = await someAdmins(server);
  for (let round = 0; round < 3; round++)
    await Promise.all(
      admins.map((admin, index) =>
        admin.call(listCalls.createFocusArea, { name: `${round} ${index}`, name_es: '' }),
      ),
    );
  return (await readList()).map(({ ordinal }) => ordinal);
}

describe('concurrent admins', () => {
  const server = startTestServer();

  test('add entries with distinct ordinals', async () => {
    expect(await addAtOnce(server)).toEqual(Array.from({ length: 3 * ADMINS }, (_, index) => index + 1));
  });

  test('add the same name: one succeeds, the others are refused', async () => {
    const { admins, readList } = await someAdmins(server);
    const replies = await Promise.all(
      admins.map((admin) => admin.call(listCalls.createFocusArea, { name: 'Boats', name_es: '' })),
    );
    expect(replies.map(({ message }) => message).sort()).toEqual([
      ...Array<string>(ADMINS - 1).fill('Already Exists'),
      'success',
    ]);
    expect(await readList()).toHaveLength(1);
  });

  test('reorder the list: one order wins as a whole, never a mixture', async () => {
    const { admins, readList } = await someAdmins(server);
    for (let entry = 0; entry < 8; entry++)
      await admins[0]?.call(listCalls.createFocusArea, { name: `Area ${entry}`, name_es: '' });
    const ids = (await readList()).map(({ id }) => id);
    const orders = admins.map((_, turn) => [...ids.slice(turn * 2), ...ids.slice(0, turn * 2)]);
    for (let round = 0; round < rounds(4); round++) {
      await Promise.all(
        admins.map((admin, turn) =>
          admin.call(listCalls.reorderFocusAreas, {
            list: (orders[turn] ?? []).map((_id, index) => ({ _id, ordinal: index + 1 })),
          }),
        ),
      );
      const now = await readList();
      expect(now.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(orders).toContainEqual(now.map(({ id }) => id));
    }
  });

  test('add and reorder without losing an entry or repeating an ordinal', async () => {
    for (let round = 0; round < rounds(4); round++) {
      const { admins, readList } = await someAdmins(server);
      const [one, other] = admins;
      for (const name of ['A', 'B', 'C']) await one?.call(listCalls.createFocusArea, { name, name_es: '' });
      const list = (await readList()).map(({ id }, index) => ({ _id: id, ordinal: 3 - index }));
      const [ordered, added] = await Promise.all([
        one?.send(listCalls.reorderFocusAreas, { list }),
        other?.send(listCalls.createFocusArea, { name: 'D' }),
      ]);
      expect(added?.status).toBe(200);
      const now = await readList();
      expect(now.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4]);
      expect(now.map(({ name }) => name).join('')).toBe(ordered?.status === 200 ? 'CBAD' : 'ABCD');
    }
  });

  test('load the defaults only once', async () => {
    await server.db.delete(programs).where(eq(programs.clientId, PLATFORM));
    const names = ['One', 'Two'].map((name, index) => ({ clientId: PLATFORM, name, ordinal: index + 1 }));
    await server.db.insert(programs).values(names);
    for (let round = 0; round < rounds(2); round++) {
      const { client, admins } = await someAdmins(server);
      await server.db.delete(programs).where(eq(programs.clientId, client.id));
      const replies = await Promise.all(admins.map((admin) => admin.send(listCalls.loadDefaultPrograms, {})));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(await server.db.select().from(programs).where(eq(programs.clientId, client.id))).toHaveLength(2);
    }
  });
});

describe('without the lock', () => {
  const server = startTestServer();

  test('the same race gives two entries one ordinal', async () => {
    without.listLock = true;
    let twice = false;
    for (let round = 0; round < 60 && !twice; round++) {
      const ordinals = await addAtOnce(server);
      twice = new Set(ordinals).size < ordinals.length;
    }
    expect(twice).toBe(true);
  });
});
