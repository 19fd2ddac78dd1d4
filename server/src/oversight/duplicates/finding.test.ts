import { PART_MAX } from '@waypost/contract/list-part';
import { type DuplicateUser, duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { FIND_SHARED } from './queries.ts';

const server = startTestServer();
const { findDuplicateUsers } = duplicateCalls;
const notBusiness = { role: 'NotBusiness' } as const;
const business = { role: 'Business' } as const;

let number = 0;
/** A student who shares only the given values with others. */
function aStudent(client: { id: string }, given: Parameters<typeof server.aStudent>[0] = {}) {
  number += 1;
  const own = { studentId: `S-${number}`, cellPhone: '' };
  return server.aStudent({ client, ...given, student: { ...own, ...given.student } });
}
const aBusiness = (client: { id: string }, given: Parameters<typeof server.aBusiness>[0] = {}) =>
  server.aBusiness({ client, contacts: [{ name: 'Grace' }], ...given });

async function aSystem() {
  const client = await server.aClient();
  return { client, asAdmin: server.as(await server.anAdmin({ client })) };
}

const matchesOf = (users: DuplicateUser[]) => users.map(({ _id, same }) => [_id, same]);
const byId = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

test('lists businesses with one name, ignoring letter case, spaces and accents, together', async () => {
  const { client, asAdmin } = await aSystem();
  const same = [
    await aBusiness(client, { businessName: 'Bayside Marine, Inc.' }),
    await aBusiness(client, { businessName: 'bayside  marine inc' }),
    await aBusiness(client, { businessName: 'Báyside Mariné’ Inc' }),
  ];
  await aBusiness(client, { businessName: 'Bayside Marine Two' });
  await aBusiness(client, { businessName: '' });
  await aBusiness(client, { businessName: '' });
  const found = await asAdmin.call(findDuplicateUsers, business);
  expect(matchesOf(found).sort()).toEqual(byId(same).map((id) => [id, ['name']]));
  expect(found[0]).toMatchObject({ client: client.id, role: 'Business', group: 1 });
});

test('lists businesses with the same contact phone', async () => {
  const { client, asAdmin } = await aSystem();
  const phone = { contacts: [{ phone: '(410)555-0142' }] };
  const same = [await aBusiness(client, phone), await aBusiness(client, phone)];
  expect(matchesOf(await asAdmin.call(findDuplicateUsers, business)).sort()).toEqual(
    byId(same).map((id) => [id, ['phone']]),
  );
});

test('lists students with the same name, cell phone or student id, with their school', async () => {
  const { client, asAdmin } = await aSystem();
  const named = { firstName: 'Mary-Ann', lastName: "O'Neil", student: { schoolId: client.school.id } };
  const [one, other] = [
    await aStudent(client, named),
    await aStudent(client, {
      firstName: 'maryann',
      lastName: 'O’Neil',
      student: { cellPhone: '(410)555-0001', studentId: '77' },
    }),
  ];
  const called = await aStudent(client, { student: { cellPhone: '(410)555-0001' } });
  const enrolled = await aStudent(client, { student: { studentId: '77' } });
  await aStudent(client);
  const found = await asAdmin.call(findDuplicateUsers, notBusiness);
  expect(Object.fromEntries(matchesOf(found))).toEqual({
    [one.id]: ['name'],
    [other.id]: ['name', 'phone', 'student id'],
    [called.id]: ['phone'],
    [enrolled.id]: ['student id'],
  });
  expect(new Set(found.map(({ group }) => group))).toEqual(new Set([1]));
  expect(found.find(({ _id }) => _id === one.id)?.school_attending).toBe(client.school.name);
});

test('compares teachers only with teachers, not with a student of the same name', async () => {
  const { client, asAdmin } = await aSystem();
  const named = { client, firstName: 'Tea', lastName: 'Cher' };
  await aStudent(client, named);
  const one = await server.aTeacher(named);
  expect(await asAdmin.call(findDuplicateUsers, notBusiness)).toEqual([]);
  const other = await server.aTeacher(named);
  const found = await asAdmin.call(findDuplicateUsers, notBusiness);
  expect(found.map(({ _id }) => _id).sort()).toEqual(byId([one, other]));
});

test('an Admin sees no duplicates of another school system; a SuperAdmin sees each one separately', async () => {
  const [here, there] = [await aSystem(), await aSystem()];
  const named = { businessName: 'One of a kind, twice' };
  await aBusiness(here.client, named);
  await aBusiness(there.client, named);
  expect(await here.asAdmin.call(findDuplicateUsers, business)).toEqual([]);
  const owner = server.as(await server.aSuperAdmin());
  const mine = (users: DuplicateUser[]) => users.filter(({ client }) => client === there.client.id);
  expect(mine(await owner.call(findDuplicateUsers, business))).toEqual([]);
  await aBusiness(there.client, named);
  expect(mine(await owner.call(findDuplicateUsers, business))).toHaveLength(2);
  expect(await here.asAdmin.call(findDuplicateUsers, business)).toEqual([]);
});

test('lists a whole group if one of its accounts matches the filters', async () => {
  const { client, asAdmin } = await aSystem();
  const named = { firstName: 'Nia', lastName: 'Ellsworth' };
  await aStudent(client, { ...named, approved: false, student: { schoolId: client.school.id } });
  await aStudent(client, { ...named, approved: true });
  const count = async (filter: object) =>
    (await asAdmin.call(findDuplicateUsers, { ...notBusiness, ...filter })).length;
  expect(await count({ approved: 'Not Approved' })).toBe(2);
  expect(await count({ schools: [client.school.name] })).toBe(2);
  expect(await count({ schools: ['Elsewhere'] })).toBe(0);
  expect(await count({ schools: null, focus_areas: [], approved: 'All' })).toBe(2);
  expect(await count({ focus_areas: [client.area.name] })).toBe(0);
});

test('lists a page of the duplicates, or all of them, with the total', async () => {
  const { client, asAdmin } = await aSystem();
  const more = PART_MAX + 2;
  await server.database.owner.query(
    `insert into users (client_id, email, role, first_name, last_name, approved)
     select $1::uuid, 'twin' || n || '-' || $1::uuid || '@waypost.test', 'Student', 'Twin', 'Of' || (n / 2), n > 3
       from generate_series(2, $2::int + 1) n`,
    [client.id, more],
  );
  const ask = async (filter: object) => {
    const reply = await asAdmin.send(findDuplicateUsers, { ...notBusiness, ...filter });
    const found = (await reply.json()) as DuplicateUser[];
    const ids = found.map(({ _id }) => _id);
    return { ids, count: ids.length, total: reply.headers.get('x-total-count') };
  };
  const all = await ask({});
  expect(all).toMatchObject({ count: more, total: String(more) });
  expect(new Set(all.ids).size).toBe(more);
  expect((await ask({ limit: PART_MAX })).ids).toEqual(all.ids.slice(0, PART_MAX));
  expect((await ask({ limit: 10, offset: PART_MAX })).ids).toEqual(all.ids.slice(PART_MAX));
  expect((await ask({ offset: PART_MAX })).ids).toEqual(all.ids.slice(PART_MAX));
  expect(await ask({ approved: 'Approved' })).toMatchObject({ count: more - 2, total: String(more - 2) });
  expect(await ask({ approved: 'Not Approved' })).toMatchObject({ count: 2, total: '2' });
});

test('accepts only the two roles', async () => {
  const { asAdmin } = await aSystem();
  const refused = await asAdmin.refusal(findDuplicateUsers, { role: 'Student' });
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['role']]);
});

test('no one else may list duplicates', async () => {
  const { client } = await aSystem();
  for (const role of ['Student', 'Business', 'Teacher'] as const) {
    const caller = server.as(await server.aUser(role, { client }));
    expect((await caller.refusal(findDuplicateUsers, business)).status).toBe(403);
  }
});

test('finds the few duplicates among 20,000 students in two queries, by index only', async () => {
  const { client, asAdmin } = await aSystem();
  const { owner } = server.database;
  await owner.query(
    `insert into users (client_id, email, role, first_name, last_name)
     select $1, 'many' || n || '@waypost.test', 'Student', 'First' || n, 'Last' || (n % 19990) from generate_series(1, 20000) n`,
    [client.id],
  );
  // Otherwise their keys are looked up with a plan for a handful of users.
  await owner.query('analyze users');
  await owner.query(
    `insert into students (client_id, user_id, student_id, cell_phone)
     select client_id, id, email, case when email = 'many7@waypost.test' or email = 'many8@waypost.test'
       then '(410)555-0009' else '' end from users where client_id = $1 and role = 'Student'`,
    [client.id],
  );
  await owner.query('vacuum analyze users, students');
  const asked = await statementsOf(server.database.app, async () => {
    const page = { ...notBusiness, limit: 100 };
    expect(await asAdmin.call(findDuplicateUsers, page)).toHaveLength(2);
  });
  expect(asked).toHaveLength(5);
  const plan = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    const roles = ['Student', 'Teacher'];
    const { rows } = await tx.client.query(`explain ${FIND_SHARED}`, [client.id, roles]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).not.toContain('Seq Scan on users');
  expect(plan).toContain('users_by_plain_name');
});
