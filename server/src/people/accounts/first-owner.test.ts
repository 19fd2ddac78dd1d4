import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { inviteFirstOwner } from './first-owner.ts';

const server = startTestServer();
const email = 'owner@waypost.test';
const invite = () =>
  inviteFirstOwner(server.database.app, {
    email,
    now: server.clock.now(),
    publicUrl: 'https://waypost.test',
    jobs: server.jobs,
  });

test('invites the first SuperAdmin once, who can log in only by the mailed link', async () => {
  const invited = await Promise.all([invite(), invite()]);
  expect(invited.sort()).toEqual([false, true]);
  const mails = server.jobs.mail.filter(({ to }) => to === email);
  expect(mails).toHaveLength(1);
  const code = /forgotPassword\/(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';

  const browser = server.visitor();
  const found = await browser.call(accountCalls.findUserByCode, { code });
  expect(found.email).toBe(email);
  const password = 'a lighthouse on a rock';
  await browser.call(accountCalls.changePasswordById, { _id: found._id ?? '', new_password: password });
  const login = await browser.call(accountCalls.login, { email, password });
  expect([login.message, login.user?.role]).toEqual(['success', 'SuperAdmin']);
  expect(await invite()).toBe(false);
});
