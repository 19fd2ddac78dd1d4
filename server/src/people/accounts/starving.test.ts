import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { expect, test } from 'vitest';
import { aProgressiveJpeg } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const median = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('logins do not wait for the pictures that one account uploads', { timeout: 120_000 }, async () => {
  const client = await server.aClient();
  const flooding = await server.aStudent({ client });
  const student = await server.aStudent({ client, passwordHash: await hashPassword(PASSWORD) });
  const login = () => server.visitor().call(accountCalls.login, { email: student.email, password: PASSWORD });
  // The most work that a picture may take, and crafted ones that take more.
  const heavy = { name: 'page.jpg', content: aProgressiveJpeg(5_000, 10) };
  const crafted = { name: 'page.jpg', content: aProgressiveJpeg(5_000, 15) };
  const upload = (file: typeof heavy) => server.as(flooding).send(fileCalls.uploadFile, {}, file);

  await login();
  const onePicture = await timed(() => upload(heavy));
  let flooded = true;
  const flood = Array.from({ length: 6 }, async () => {
    while (flooded) for (const file of [heavy, crafted]) if (flooded) await upload(file);
  });
  const logins: number[] = [];
  for (let count = 0; count < 5; count += 1) logins.push(await timed(login));
  flooded = false;
  await Promise.all(flood);

  // If pictures took the whole pool, each login would wait for at least one of them.
  expect(median(logins)).toBeLessThan(onePicture / 2);
});
