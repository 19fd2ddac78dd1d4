import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { signOffCalls } from '@waypost/contract/placements/sign-off/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
const { getSignOffs } = signOffCalls;

/** Placements of a new school system whose summary is waiting, a minute apart. */
async function somePlacements(count: number) {
  const client = await server.aClient();
  const asAdmin = server.as(await server.anAdmin({ client }));
  const waiting: string[] = [];
  for (let index = 0; index < count; index++) {
    const student = await server.aStudent({ client });
    waiting.push((await server.aProject({ student, finalSummary: 'I built a boat.' })).id);
    server.clock.moveBy(60_000);
  }
  return { client, asAdmin, waiting };
}

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

test('has every placement with an item that is waiting, and no others', async () => {
  const { client, asAdmin, waiting } = await somePlacements(2);
  await server.aProject({ student: await server.aStudent({ client }) });
  expect(idsOf(await asAdmin.call(getSignOffs, {})).sort()).toEqual(waiting.toSorted());
  const [first = ''] = waiting;
  await asAdmin.call(projectCalls.setAdminApproval, { project_id: first, approval_type: 'summary' });
  expect(idsOf(await asAdmin.call(getSignOffs, {}))).toEqual(waiting.slice(1));
});

test('is paginated, the oldest placement first, and skips none when others are approved meanwhile', async () => {
  const { asAdmin, waiting } = await somePlacements(5);
  const oldestFirst = idsOf(await asAdmin.call(getSignOffs, {}));
  expect(oldestFirst).toEqual(waiting);
  const page = await asAdmin.send(getSignOffs, { limit: '2' });
  expect(page.headers.get('x-total-count')).toBe('5');
  for (const project_id of waiting.slice(0, 2))
    await asAdmin.call(projectCalls.approveItems, { project_id, approval_types: ['summary'] });
  const after = waiting[1];
  expect(idsOf(await asAdmin.call(getSignOffs, { after, limit: '2' } as never))).toEqual(waiting.slice(2, 4));
  expect(idsOf(await asAdmin.call(getSignOffs, { after: waiting[4] }))).toEqual([]);
});

test('is for Admins, of their own school system', async () => {
  const { client } = await somePlacements(1);
  const others = server.as(await server.anAdmin({ client: await server.aClient() }));
  expect(await others.call(getSignOffs, {})).toEqual([]);
  for (const somebody of [
    await server.aTeacher({ client }),
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
  ])
    expect((await server.as(somebody).refusal(getSignOffs, {})).status).toBe(403);
});

test('takes as many queries for many placements as for one', async () => {
  const one = await somePlacements(1);
  const many = await somePlacements(4);
  const count = (caller: typeof one.asAdmin) =>
    statementsOf(server.database.app, () => caller.call(getSignOffs, {}));
  expect((await count(many.asAdmin)).length).toBe((await count(one.asAdmin)).length);
});
