import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { CREATION_KEY_HEADER } from '@waypost/contract/creation-key';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { expect, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { startTestServer } from '../../../testing/server.ts';
import { aWorld } from '../../../testing/world.ts';

/* When a reply is lost, a form can only send again what it has sent. The key tells the server that it is the same thing. */
const server = startTestServer();

const creating = (Object.keys(allCalls) as CallName[]).filter((name) => (allCalls[name] as Call).creates);
const program = (name: string) => ({ name, name_es: '' });
const keyed = (key: string) => ({ [CREATION_KEY_HEADER]: key });

test.for(creating)('%s, sent again under its key, replies the same and changes nothing', async (name) => {
  const world = await aWorld(server);
  const { as, input, file, status = 200 } = minimalInputs(world)[name];
  const caller = server.as(world[as === 'visitor' ? 'student' : as]).sending(keyed('first-try'));
  const first = await caller.send(allCalls[name] as Call, input, file);
  expect(first.status).toBe(status);
  const reply = await first.text();
  const before = await everything(server.database.owner);
  const [files, mails] = [[...server.files.files.keys()], server.jobs.mail.length];

  const second = await caller.send(allCalls[name] as Call, input, file);
  expect([second.status, await second.text()]).toEqual([status, reply]);
  expect(await everything(server.database.owner)).toBe(before);
  expect([[...server.files.files.keys()], server.jobs.mail.length]).toEqual([files, mails]);
});

test('the same opportunity sent twice at the same time is created once', async () => {
  const { business } = await aWorld(server);
  const caller = server.as(business).sending(keyed('both'));
  const { input } = minimalInputs(await aWorld(server)).createOpportunity;
  const ids = await Promise.all(
    Array.from({ length: 4 }, () => caller.call(opportunityCalls.createOpportunity, input as never)),
  );
  expect(new Set(ids.map(({ _id }) => _id)).size).toBe(1);
});

test('another thing under the same key is refused, and changes nothing', async () => {
  const { admin } = await aWorld(server);
  const caller = server.as(admin).sending(keyed('one'));
  await caller.call(listCalls.createProgram, program('Welding'));
  const before = await everything(server.database.owner);
  const { status, problem } = await caller.refusal(listCalls.createProgram, program('Baking'));
  expect([status, problem.type]).toEqual([409, '/problems/already-created']);
  const other = await caller.refusal(listCalls.createFocusArea, program('Welding'));
  expect(other.problem.type).toBe('/problems/already-created');
  expect(await everything(server.database.owner)).toBe(before);
});

test('a key belongs to one person', async () => {
  const { client, admin } = await aWorld(server);
  const colleague = await server.anAdmin({ client });
  await server.as(admin).sending(keyed('shared')).call(listCalls.createProgram, program('Welding'));
  await server.as(colleague).sending(keyed('shared')).call(listCalls.createProgram, program('Baking'));
  const names = (await server.as(admin).call(listCalls.getPrograms, {})).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Welding', 'Baking']));
});

test('what was refused can be sent again under the same key', async () => {
  const { student } = await aWorld(server);
  const caller = server.as(student).sending(keyed('again'));
  const guardian = { student_id: student.id, name: '', relationship: '', email: '', phone: '' } as const;
  const settings = { language: 'en', may_sign: true } as const;
  expect((await caller.refusal(guardianCalls.saveGuardian, { ...guardian, ...settings })).status).toBe(400);
  const saved = await caller.call(guardianCalls.saveGuardian, { ...guardian, ...settings, name: 'Ana Cole' });
  expect(saved.map(({ name }) => name)).toContain('Ana Cole');
});

test('a key that is too long, or has other characters, is refused', async () => {
  const { admin } = await aWorld(server);
  for (const key of ['x'.repeat(65), 'two words']) {
    const refused = await server
      .as(admin)
      .sending(keyed(key))
      .refusal(listCalls.createProgram, program('Welding'));
    expect([key, refused.status, refused.problem.detail]).toEqual([
      key,
      400,
      'A creation key has at most 64 letters, digits, hyphens and underscores.',
    ]);
  }
});
