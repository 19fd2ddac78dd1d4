import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { nameUser } from '@waypost/contract/named-user';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { expect, test, vi } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { aWorld } from '../../../testing/world.ts';

/* A page names the user it shows. All tabs of a browser share one session, so another tab may have logged in someone else. */
const server = startTestServer();

const names = Object.keys(allCalls) as CallName[];

/** What budgets have counted, which `everything` leaves out. */
const spent = async () => (await server.database.owner.query('select * from tries order by 1, 2')).rows;

test('every call meant for someone else is refused, and changes nothing', async () => {
  const world = await aWorld(server);
  const stranger = nameUser(world.otherStudent.id, null);
  const before = [await everything(server.database.owner), await spent()];
  const [files, mails] = [server.files.files.size, server.jobs.mail.length];
  for (const [name, { as, input, file }] of Object.entries(minimalInputs(world))) {
    const call = allCalls[name as CallName] as Call;
    const caller = server.as(as === 'visitor' ? world.student : world[as]);
    const response = await caller.naming(stranger).send(call, input, file);
    const { type } = (await response.json()) as { type: string };
    expect([name, response.status, type]).toEqual([name, 409, '/problems/someone-else']);
    expect([name, response.headers.getSetCookie()]).toEqual([name, []]);
  }
  expect([await everything(server.database.owner), await spent()]).toEqual(before);
  expect([server.files.files.size, server.jobs.mail.length]).toEqual([files, mails]);
});

test('a call that names its own user is made, and so is one that names nobody', async () => {
  const student = await server.aStudent();
  const caller = server.as(student);
  expect((await caller.naming(student.id).call(profileCalls.getUser, { id: student.id }))._id).toBe(
    student.id,
  );
  expect((await caller.call(profileCalls.getUser, { id: student.id }))._id).toBe(student.id);
  expect((await caller.naming('').refusal(profileCalls.getUser, { id: student.id })).problem.type).toBe(
    '/problems/someone-else',
  );
});

test('without a session, a call is refused as logged out, unless it is open to visitors', async () => {
  const page = server.visitor().naming((await server.aStudent()).id);
  for (const name of names.filter((one) => one !== 'getFile')) {
    const call = allCalls[name] as Call;
    const response = await page.send(call, {});
    const { type } = response.ok ? { type: 'replied' } : ((await response.json()) as { type: string });
    expect([name, type]).not.toEqual([name, '/problems/someone-else']);
  }
  expect((await page.refusal(accountCalls.getUserData, {})).status).toBe(401);
  expect(await page.call(accountCalls.logout, {})).toEqual({ message: 'success' });
});

test('in a masquerade, both people count, and each step of it names the user after the last one', async () => {
  const client = await server.aClient();
  const [admin, student] = [await server.anAdmin({ client }), await server.aStudent({ client })];
  const tab = server.as(admin);
  const page = tab.naming(nameUser(admin.id, null));
  await page.call(masqueradeCalls.masquerade, { id: student.id });
  // The page's own calls only follow once it knows that it has another user.
  const acting = nameUser(student.id, admin.id);
  for (const other of [admin.id, student.id, nameUser(admin.id, student.id)])
    expect([other, (await page.naming(other).send(masqueradeCalls.setMasquerade, {})).status]).toEqual([
      other,
      409,
    ]);
  const masked = page.naming(acting);
  expect(await masked.call(masqueradeCalls.setMasquerade, { adminUser_id: admin.id })).toEqual({
    message: 'success',
  });
  await masked.call(masqueradeCalls.masquerade, { id: admin.id });
  expect((await masked.refusal(masqueradeCalls.endMasquerade, { adminUser_id: admin.id })).status).toBe(409);
  const back = masked.naming(nameUser(admin.id, null));
  expect(await back.call(masqueradeCalls.endMasquerade, { adminUser_id: admin.id })).toEqual({
    message: 'success',
  });
});

test('each transaction of a call checks the user again', async () => {
  const client = await server.aClient();
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const { owner } = server.database;
  const { put } = server.outside.files;
  const putting = vi.spyOn(server.outside.files, 'put').mockImplementation(async (...file) => {
    await put(...file);
    // Between the call's transactions.
    await owner.query('update sessions set user_id = $1 where user_id = $2', [other.id, student.id]);
  });
  const file = { name: 'letter.pdf', content: aPdf() };
  const refused = await server.as(student).naming(student.id).refusal(fileCalls.uploadFile, {}, file);
  putting.mockRestore();
  expect(refused.problem.type).toBe('/problems/someone-else');
  const stored = await owner.query('select from files where client_id = $1', [client.id]);
  expect([stored.rowCount, server.files.files.size]).toEqual([0, 0]);
});
