import { findCalls } from '@waypost/contract/oversight/find/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { find } = findCalls;

/** A school system with a student at work, and another one with people of the same names. */
async function aWorld() {
  const client = await server.aClient();
  const business = await server.aBusiness({ client, businessName: 'Skipjack Sailmakers' });
  const student = await server.aStudent({ client, firstName: 'Quinlan', lastName: 'Torres' });
  const opportunity = await server.anOpportunity({ business, title: 'Sail loft assistant' });
  const project = await server.aProject({ student, opportunity });
  return { client, business, student, opportunity, project };
}

test('staff find people by either name, a business, placements and opportunities, of their own school system', async () => {
  const { client, student, business, opportunity, project } = await aWorld();
  await aWorld();
  const teacher = server.as(await server.aTeacher({ client }));
  const kinds = async (text: string) =>
    (await teacher.call(find, { text })).map(({ kind, _id }) => [kind, _id]);
  for (const text of ['quin', 'TORRES', 'torres q'])
    expect(await kinds(text)).toEqual([
      ['student', student.id],
      ['placement', project.id],
    ]);
  expect(await kinds('skipj')).toEqual([
    ['business', business.id],
    ['opportunity', opportunity.id],
  ]);
  expect(await kinds('loft sail')).toEqual([['opportunity', opportunity.id]]);
  expect(await kinds('nobody')).toEqual([]);
  expect(await kinds('%%')).toEqual([]);
});

test.each([
  ['Zoë', 'Muñoz', ['zoe', 'munoz', 'Zoe\u0308']],
  ['Ana', 'O’Shea', ["O'Shea", 'oshea', 'ana o']],
  ['Jose\u0301', 'Groß', ['José', 'gross']],
])('staff find %s %s without its accents and apostrophes', async (firstName, lastName, texts) => {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName, lastName });
  const teacher = server.as(await server.aTeacher({ client }));
  for (const text of texts)
    expect((await teacher.call(find, { text })).map(({ _id }) => [text, _id])).toEqual([[text, student.id]]);
  expect(await teacher.call(find, { text: "''" })).toEqual([]);
});

test('a business finds its own interns and opportunities, and no other students', async () => {
  const { client, business, opportunity, project } = await aWorld();
  await server.aStudent({ client, firstName: 'Quinlan', lastName: 'Other' });
  const other = await server.aBusiness({ client, businessName: 'Skipjack Boats' });
  await server.anOpportunity({ business: other, title: 'Sail cutter' });
  const mine = await server.as(business).call(find, { text: 'quinlan' });
  expect(mine).toEqual([
    { kind: 'placement', _id: project.id, name: 'Quinlan Torres', detail: 'Sail loft assistant' },
  ]);
  const sails = await server.as(business).call(find, { text: 'sail' });
  expect(sails.map(({ _id }) => _id)).toEqual([opportunity.id]);
  expect(await server.as(other).call(find, { text: 'quinlan' })).toEqual([]);
});

test('a student finds their placements and what they could apply for, and no one’s name', async () => {
  const { client, student, business, project } = await aWorld();
  const open = await server.anOpportunity({ business, title: 'Rigger' });
  const closed = { applicationOpen: '2001-01-01', applicationClose: '2001-02-01' };
  await server.anOpportunity({ business, title: 'Rigger of old', ...closed });
  const unapproved = await server.aBusiness({ client, approved: false });
  await server.anOpportunity({ business: unapproved, title: 'Rigger elsewhere' });
  const found = (text: string) => server.as(student).call(find, { text });
  expect((await found('rigger')).map(({ _id }) => _id)).toEqual([open.id]);
  expect((await found('loft')).filter(({ kind }) => kind === 'placement').map(({ _id }) => _id)).toEqual([
    project.id,
  ]);
  expect(await found('quinlan')).toEqual([]);
});

test('runs one query for each search, with at most five results of a kind', async () => {
  const { client, business, student } = await aWorld();
  const teacher = await server.aTeacher({ client });
  for (let count = 0; count < 7; count += 1) {
    await server.aStudent({ client, firstName: 'Quinlan', lastName: `Number${count}` });
    await server.anOpportunity({ business, title: `Sail maker ${count}` });
  }
  for (const who of [teacher, business, student]) {
    const made = await statementsOf(server.database.app, () => server.as(who).call(find, { text: 'sail' }));
    expect(made.filter((name) => name.startsWith('findFor'))).toHaveLength(1);
  }
  const many = await server.as(teacher).call(find, { text: 'quinlan' });
  expect(many.filter(({ kind }) => kind === 'student')).toHaveLength(5);
  expect(await server.as(teacher).call(find, { text: 'sail' })).toHaveLength(5);
});

test('a name that starts with the text is looked up in an index', async () => {
  const { client } = await aWorld();
  const connection = await server.database.owner.connect();
  try {
    await connection.query('begin');
    await connection.query(
      `insert into users (client_id, email, role, first_name, last_name)
        select $1, 'many' || n || '@people.test', 'Student', 'First' || n, 'Last' || n from generate_series(1, 3000) n`,
      [client.id],
    );
    await connection.query('analyze users');
    const { rows } = await connection.query(
      `explain select u.id from users u where u.client_id = $1 and u.role in ('Student')
        and u.first_last_folded >= fold_text($2) and u.first_last_folded < fold_text($2) || chr(1114111) limit 100`,
      [client.id, 'qu'],
    );
    expect(JSON.stringify(rows)).toContain('users_by_first_last');
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test('takes at least two characters, and refuses too many searches for a while', async () => {
  const { client, student } = await aWorld();
  const teacher = await server.aTeacher({ client });
  const short = await server.as(teacher).refusal(find, { text: ' q ' });
  expect([short.status, short.problem.errors]).toEqual([400, { text: ['type at least 2 characters'] }]);
  const caller = server.as(student);
  for (let count = 0; count < budgets.finds.units; count += 1) await caller.call(find, { text: 'sail' });
  expect((await caller.refusal(find, { text: 'sail' })).status).toBe(429);
  expect((await server.as(teacher).send(find, { text: 'sail' })).status).toBe(200);
});

test('an unapproved business and a SuperAdmin find nothing', async () => {
  const { business } = await aWorld();
  await server.db.update(users).set({ approved: false }).where(eq(users.id, business.id));
  expect((await server.as(business).refusal(find, { text: 'sail' })).status).toBe(403);
  expect((await server.as(await server.aSuperAdmin()).refusal(find, { text: 'sail' })).status).toBe(403);
  expect((await server.visitor().refusal(find, { text: 'sail' })).status).toBe(401);
});
