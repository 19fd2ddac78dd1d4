import { mailCalls } from '@waypost/contract/messages/mail/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
const { getMailSettings, saveMailSettings } = mailCalls;

test('a person who has turned nothing off gets everything', async () => {
  expect(await server.as(await server.aStudent()).call(getMailSettings, {})).toEqual({ muted: [] });
});

test('a kind that someone turns off stays off until turned on again, and affects no one else', async () => {
  const client = await server.aClient();
  const student = server.as(await server.aStudent({ client }));
  const other = server.as(await server.aStudent({ client }));
  expect(await student.call(saveMailSettings, { muted: ['offer', 'interview', 'offer'] })).toEqual({
    muted: ['interview', 'offer'],
  });
  expect(await student.call(getMailSettings, {})).toEqual({ muted: ['interview', 'offer'] });
  expect(await other.call(getMailSettings, {})).toEqual({ muted: [] });
  await student.call(saveMailSettings, { muted: [] });
  expect(await student.call(getMailSettings, {})).toEqual({ muted: [] });
});

test.each([
  ['that there is none of', { muted: ['offer', 'newsletter'] }, 'muted.1'],
  ['that guards the account', { muted: ['password'] }, 'muted.0'],
  ['that only the other side gets', { muted: ['application'] }, 'muted'],
  ['that is no list', { muted: 'offer' }, 'muted'],
])('a kind %s cannot be turned off', async (_, input, field) => {
  const student = server.as(await server.aStudent());
  const refused = await student.refusal(saveMailSettings, input);
  expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, [field]]);
  expect(await student.call(getMailSettings, {})).toEqual({ muted: [] });
});

test('both calls work before the profile is finished, but not for visitors', async () => {
  const fresh = server.as(await server.aBusiness({ saves: 0, approved: false }));
  expect(await fresh.call(saveMailSettings, { muted: ['hours'] })).toEqual({ muted: ['hours'] });
  expect((await server.visitor().refusal(saveMailSettings, { muted: [] })).status).toBe(401);
});
