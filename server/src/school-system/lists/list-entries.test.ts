import { randomUUID } from 'node:crypto';
import type { Call } from '@waypost/contract/call';
import { evaluationCalls } from '@waypost/contract/placements/evaluations/calls';
import { listCalls, listsByName } from '@waypost/contract/school-system/lists/calls';
import {
  LIST_CHANGED,
  LIST_FILLED,
  type ListName,
  NO_DEFAULTS,
} from '@waypost/contract/school-system/lists/rules';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import {
  evaluationQuestions,
  focusAreas,
  programs,
  reflectionQuestions,
  schools,
} from '../../platform/database/tables/lists.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();

const tables = { schools, programs, focusAreas, reflectionQuestions, evaluationQuestions };
const school = { type: 'High', street: '1 Main Street', city: 'Annapolis', state: 'MD', zip: '21401' };

/** The form's input for an entry of each list, and the field that returns it. */
const inputFor = (list: ListName, words: string) => {
  if (list === 'schools') return { ...school, name: words, lat: 38.9, lon: -76.4 };
  return list === 'programs' || list === 'focusAreas' ? { name: words } : { question_text: words };
};
const wordsOf = (entry: object) => Object.entries(entry).find(([key]) => /name|question_text/.test(key))?.[1];

/** An Admin of a school system with empty lists, and this list's calls. */
async function aListManager(list: ListName) {
  const client = await server.aClient();
  for (const table of Object.values(tables))
    await server.db.delete(table).where(eq(table.clientId, client.id));
  const admin = await server.anAdmin({ client });
  return { client, admin, ...asStored(server.as(admin), list) };
}

const callOf = (list: ListName, name: string) =>
  Object.entries(listsByName[list]).find(([known]) => known === name)?.[1] as Call;

/** A call's reply, or its refusal. */
interface Reply {
  message?: string;
  detail?: string;
  errors?: object;
}

function asStored(caller: Caller, list: ListName) {
  const send = async (name: string, input: object) => {
    const response = await caller.send(callOf(list, name), input);
    return { status: response.status, body: (await response.json()) as Reply };
  };
  const readList = async (name = 'all') =>
    ((await send(name, {})).body as { _id: string; ordinal: number }[]).map((entry) => ({
      ...entry,
      words: wordsOf(entry),
    }));
  const create = (words: string) => send('create', inputFor(list, words));
  return { send, readList, create };
}

const named = ['focusAreas', 'programs', 'schools'] as const;
const questions = ['reflectionQuestions', 'evaluationQuestions'] as const;
const defaulted = ['focusAreas', 'programs', ...questions] as const;
const every = [...named, ...questions] as const;
const taken = { focusAreas: 'Already Exists', programs: 'Already Exists', schools: 'School Exists' } as const;

describe.each(every)('the list of %s', (list) => {
  test('adds entries at its end, from ordinal 1', async () => {
    const { create, readList } = await aListManager(list);
    expect(await readList()).toEqual([]);
    for (const words of ['Third', 'First', 'Second'])
      expect(await create(words)).toEqual({ status: 200, body: { message: 'success' } });
    expect((await readList()).map(({ words, ordinal }) => [words, ordinal])).toEqual([
      ['Third', 1],
      ['First', 2],
      ['Second', 3],
    ]);
  });

  test('rejects an empty entry at its field', async () => {
    const { create, readList } = await aListManager(list);
    const field = list.endsWith('Questions') ? 'question_text' : 'name';
    for (const nothing of ['', '   ']) {
      const { status, body } = await create(nothing);
      expect([status, body.errors]).toEqual([400, { [field]: ['this field is required'] }]);
    }
    expect(await readList()).toEqual([]);
  });

  test('can be reordered, numbered from 1', async () => {
    const { create, readList, send } = await aListManager(list);
    for (const words of ['A', 'B', 'C']) await create(words);
    const [a, b, c] = await readList();
    const wanted = [
      { _id: a?._id, ordinal: 30 },
      { _id: b?._id, ordinal: 10 },
      { _id: c?._id, ordinal: 20 },
    ];
    expect(await send('reorder', { list: wanted })).toEqual({ status: 200, body: { message: 'success' } });
    expect((await readList()).map(({ words, ordinal }) => [words, ordinal])).toEqual([
      ['B', 1],
      ['C', 2],
      ['A', 3],
    ]);
  });

  test('is numbered from 1 again after an entry is deleted', async () => {
    const { create, readList, send } = await aListManager(list);
    for (const words of ['A', 'B', 'C', 'D']) await create(words);
    const [a, , c] = await readList();
    for (const one of [a, c])
      expect((await send('remove', { id: one?._id })).body).toEqual({ message: 'success' });
    expect((await readList()).map(({ words, ordinal }) => [words, ordinal])).toEqual([
      ['B', 1],
      ['D', 2],
    ]);
  });

  test('rejects an order that does not contain exactly its entries, and stays unchanged', async () => {
    const { create, readList, send } = await aListManager(list);
    for (const words of ['A', 'B']) await create(words);
    const before = await readList();
    const [a, b] = before.map(({ _id }) => _id);
    const orders = [[a], [a, b, randomUUID()], [a, a], [a, randomUUID()], []];
    for (const order of orders) {
      const list = order.map((_id, index) => ({ _id, ordinal: 9 - index }));
      const { status, body } = await send('reorder', { list });
      expect([order, status, body.detail]).toEqual([order, 409, LIST_CHANGED]);
    }
    expect(await readList()).toEqual(before);
  });

  test('deletes an unused entry', async () => {
    const { create, readList, send } = await aListManager(list);
    for (const words of ['A', 'B']) await create(words);
    const [a] = await readList();
    expect(await send('remove', { id: a?._id })).toEqual({ status: 200, body: { message: 'success' } });
    expect((await readList()).map(({ words }) => words)).toEqual(['B']);
    expect((await send('remove', { id: a?._id })).status).toBe(404);
  });

  test('records every change and who made it', async () => {
    const { create, readList, send, client, admin } = await aListManager(list);
    await create('A');
    const [a] = await readList();
    await send('reorder', { list: [{ _id: a?._id, ordinal: 1 }] });
    await send('remove', { id: a?._id });
    const logged = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
    expect(logged.map(({ action }) => action).sort()).toEqual([
      'add to list',
      'delete from list',
      'reorder list',
    ]);
    expect(new Set(logged.map(({ actorId }) => actorId))).toEqual(new Set([admin.id]));
    expect(logged.find(({ action }) => action.startsWith('delete'))).toMatchObject({ subjectName: 'A' });
  });

  test('cannot be changed by another school system’s Admin', async () => {
    const theirs = await aListManager(list);
    await theirs.create('Theirs');
    const before = await theirs.readList();
    const stranger = await aListManager(list);
    expect((await stranger.send('remove', { id: before[0]?._id })).status).toBe(404);
    expect((await stranger.send('reorder', { list: [{ _id: before[0]?._id, ordinal: 1 }] })).status).toBe(
      409,
    );
    expect(await theirs.readList()).toEqual(before);
  });
});

describe.each(named)('the names of %s', (list) => {
  test('are unique in any letter case', async () => {
    const { create, readList } = await aListManager(list);
    await create('Marine Trades');
    expect(await create('marine TRADES ')).toEqual({ status: 200, body: { message: taken[list] } });
    expect(await readList()).toHaveLength(1);
  });

  test('can repeat in another school system', async () => {
    const [one, other] = [await aListManager(list), await aListManager(list)];
    await one.create('Marine Trades');
    expect((await other.create('Marine Trades')).body).toEqual({ message: 'success' });
  });

  test('can change in place, but not to another entry’s name', async () => {
    const { create, readList, send } = await aListManager(list);
    for (const words of ['A', 'B']) await create(words);
    const [a] = await readList();
    const edit = (words: string) => send('edit', { ...inputFor(list, words), _id: a?._id });
    expect((await edit('b')).body).toEqual({ message: taken[list] });
    expect((await edit('a')).body).toEqual({ message: 'success' });
    expect((await readList()).map(({ words }) => words)).toEqual(['a', 'B']);
    expect((await send('edit', { ...inputFor(list, 'C'), _id: randomUUID() })).status).toBe(404);
  });
});

test('rejects a school with missing fields at each field', async () => {
  const { send, readList, create } = await aListManager('schools');
  const nothing = { name: '', street: '', city: '', state: '', zip: '', type: '' };
  const { status, body } = await send('create', nothing);
  expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([400, Object.keys(nothing).sort()]);
  expect(await readList()).toEqual([]);
  await create('Bay High');
  const [before] = await readList();
  const edited = await send('edit', { ...school, _id: before?._id, name: 'Bay High', street: ' ' });
  expect([edited.status, edited.body.errors]).toEqual([400, { street: ['this field is required'] }]);
  expect(await readList()).toEqual([before]);
});

test.each(['High', 'Middle', 'Elementary'])('a school can be of the type %s', async (type) => {
  const { send, readList } = await aListManager('schools');
  const named = { ...school, type, name: 'Bay School', lat: null, lon: null };
  expect((await send('create', named)).body).toEqual({ message: 'success' });
  expect(await readList()).toMatchObject([{ type }]);
});

test('a pin moved by hand stays until it is moved again or the address changes', async () => {
  const { admin, send } = await aListManager('schools');
  const placed = async (but: object) => {
    const [before] = await server.as(admin).call(listCalls.getSchools, {});
    const sent = { ...school, name: 'Bay High', ...but };
    const { status } = before ? await send('edit', { ...sent, _id: before._id }) : await send('create', sent);
    const [after] = await server.as(admin).call(listCalls.getSchools, {});
    return [status, after?.location.lat, after?.location.lon, after?.location.userOverwroteLocation];
  };
  const byHand = { userOverwroteLocation: true };
  expect(await placed({ lat: 38.1, lon: -76.1, ...byHand })).toEqual([200, 38.1, -76.1, true]);
  expect(await placed({ lat: 38.9, lon: -76.4 })).toEqual([200, 38.1, -76.1, true]);
  expect(await placed({ lat: 38.2, lon: -76.2, ...byHand })).toEqual([200, 38.2, -76.2, true]);
  const elsewhere = { street: '2 Main Street', lat: 38.9, lon: -76.4 };
  expect(await placed(elsewhere)).toEqual([200, 38.9, -76.4, false]);
});

test('rejects a school of an unknown type at its field', async () => {
  const { send } = await aListManager('schools');
  const { status, body } = await send('create', { ...school, type: 'University', name: 'Bay School' });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['type']]);
});

test('a reflection question can be edited', async () => {
  const { create, readList, send } = await aListManager('reflectionQuestions');
  await create('Why?');
  const [asked] = await readList();
  expect((await send('edit', { _id: asked?._id, question_text: 'Why not?' })).body).toEqual({
    message: 'success',
  });
  expect(await readList()).toMatchObject([
    { _id: asked?._id, words: 'Why not?', ordinal: 1, default: false },
  ]);
});

test.each(questions)('%s may contain the same question twice', async (list) => {
  const { create, readList } = await aListManager(list);
  await create('Why?');
  expect((await create('Why?')).body).toEqual({ message: 'success' });
  expect(await readList()).toHaveLength(2);
});

describe.each(defaulted)('the defaults of %s', (list) => {
  let owner: ReturnType<typeof asStored>;
  beforeAll(async () => {
    owner = asStored(server.as(await server.aSuperAdmin()), list);
  });
  const clear = () => server.db.delete(tables[list]).where(eq(tables[list].clientId, PLATFORM));

  test('are managed by a SuperAdmin and visible to every Admin', async () => {
    await clear();
    await owner.create('One');
    await owner.create('Two');
    const { readList } = await aListManager(list);
    expect((await readList('defaults')).map(({ words }) => words)).toEqual(['One', 'Two']);
    expect(await readList('defaults')).toEqual(await owner.readList('defaults'));
    expect(await readList()).toEqual([]);
    const marks = (await readList('defaults')).map((entry) => ('default' in entry ? entry.default : true));
    expect(marks).toEqual([true, true]);
  });

  test('are copied once to an empty list, in their order', async () => {
    await clear();
    for (const words of ['One', 'Two', 'Three']) await owner.create(words);
    const { readList, send } = await aListManager(list);
    const loaded = await send('loadDefaults', {});
    expect(loaded.status).toBe(200);
    expect((await readList()).map(({ words, ordinal }) => [words, ordinal])).toEqual([
      ['One', 1],
      ['Two', 2],
      ['Three', 3],
    ]);
    expect(loaded.body).toEqual((await readList()).map(({ words: _, ...entry }) => entry));
    const again = await send('loadDefaults', {});
    expect([again.status, again.body.detail]).toEqual([409, LIST_FILLED]);
    expect(await readList()).toHaveLength(3);
    expect(await owner.readList('defaults')).toHaveLength(3);
  });

  test('are copies: an Admin’s changes stay in their school system', async () => {
    await clear();
    await owner.create('One');
    const { readList, send } = await aListManager(list);
    await send('loadDefaults', {});
    const [own] = await readList();
    const [byDefault] = await owner.readList('defaults');
    expect(own?._id).not.toBe(byDefault?._id);
    await send('remove', { id: own?._id });
    expect((await send('remove', { id: byDefault?._id })).status).toBe(404);
    expect(await owner.readList('defaults')).toHaveLength(1);
  });

  test('are reported as missing if there are none', async () => {
    await clear();
    const { send } = await aListManager(list);
    const { status, body } = await send('loadDefaults', {});
    expect([status, body.detail]).toEqual([409, NO_DEFAULTS]);
  });

  test('are not loaded by a request from another site', async () => {
    const admin = server.as(await server.anAdmin());
    const foreign = await admin.fetch(callOf(list, 'loadDefaults').path, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  });
});

test('a business reads only its own school system’s evaluation questions', async () => {
  const { client, create } = await aListManager('evaluationQuestions');
  const other = await aListManager('evaluationQuestions');
  await create('Arrives on time');
  await other.create('Elsewhere');
  const business = server.as(await server.aBusiness({ client }));
  const asked = await business.call(evaluationCalls.getMyEvaluationQuestions, {});
  expect(asked.map((question) => question.question_text)).toEqual(['Arrives on time']);
});

test('teachers, students and businesses cannot change lists', async () => {
  const client = await server.aClient();
  for (const user of [
    await server.aTeacher({ client }),
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
  ])
    expect((await server.as(user).refusal(listCalls.createProgram, { name: 'Theirs' })).status).toBe(403);
  const kept = await server.db
    .select()
    .from(programs)
    .where(and(eq(programs.clientId, client.id), eq(programs.name, 'Theirs')));
  expect(kept).toEqual([]);
});
