import type { Call } from '@waypost/contract/call';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { sessions } from '../../platform/database/tables/logins.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);

/** After this time, a call notes again that its session was used. */
const A_WHILE_MS = 6 * 60_000;

/** A student with two browsers, unused for a while, and an uploaded picture. */
async function aStudentInTwoBrowsers() {
  const student = await server.aStudent({ passwordHash: await passwordHash });
  const { clientId } = student;
  const admin = await server.anAdmin({ clientId });
  await server.db
    .update(settings)
    .set({ defaultPasswordHash: await passwordHash })
    .where(eq(settings.clientId, clientId));
  const token = `phone of ${student.id}`;
  const now = server.clock.now();
  await server.db.insert(sessions).values({
    clientId,
    userId: student.id,
    tokenHash: hashSecret(token),
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  const picture = await server.aFile(student, { contentType: 'image/jpeg' });
  server.clock.moveBy(A_WHILE_MS);
  return {
    student,
    picture,
    laptop: server.as(student),
    phone: server.as({ token }),
    admin: server.as(admin),
  };
}

type Browsers = Awaited<ReturnType<typeof aStudentInTwoBrowsers>>;
type Sent = [Caller, Call, object];

/** What ends the sessions of an account. All lock the account first. */
const endings: Record<string, (browsers: Browsers) => Sent> = {
  'changes the password': ({ laptop, student: { email } }) => [
    laptop,
    accountCalls.changePassword,
    { email, password: PASSWORD, new_password: 'a heron by the pier' },
  ],
  'has the password reset by staff': ({ admin, student }) => [
    admin,
    peopleCalls.adminResetPassword,
    { _id: student.id },
  ],
  'is logged out by staff': ({ admin, student }) => [
    admin,
    sessionCalls.endSessionsOfUser,
    { _id: student.id },
  ],
};

/** What locks the account from another browser. */
const calls: Record<string, (browsers: Browsers) => Sent> = {
  'deletes a file': ({ phone, picture }) => [phone, fileCalls.deleteFile, { file_id: picture.id }],
  'chooses a picture': ({ phone, picture, student }) => [
    phone,
    profileCalls.saveUserFile,
    { user_id: student.id, file_id: picture.id, key: 'profile_pic_id_fk' },
  ],
};

const pairs = Object.keys(endings).flatMap((ending) => Object.keys(calls).map((call) => [ending, call]));

/** Lets both calls wait for the account, in this order. Returns their replies' statuses. */
async function race(order: 'ending first' | 'call first', ending: string, call: string) {
  const browsers = await aStudentInTwoBrowsers();
  const { phone, student } = browsers;
  const sent = [endings[ending]?.(browsers), calls[call]?.(browsers)];
  const blocker = await server.database.owner.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select from users where id = $1 for update', [student.id]);
    const replies: Promise<Response>[] = [];
    for (const one of order === 'ending first' ? sent : sent.toReversed()) {
      if (!one) throw new Error('there is no such call');
      const [caller, what, input] = one;
      replies.push(caller.send(what, input));
      await untilLockWait(server.database.owner, replies.length);
    }
    await blocker.query('commit');
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect((await phone.send(accountCalls.getUserData, {})).status).toBe(401);
    return statuses;
  } finally {
    blocker.release(true);
  }
}

test.each(pairs)(
  'a student who %s and in another browser %s: both succeed, and that browser is logged out',
  {
    timeout: 60_000,
  },
  async (ending, call) => {
    for (let round = 0; round < rounds(1); round++)
      for (const order of ['ending first', 'call first'] as const)
        expect(await race(order, ending, call)).toEqual([200, 200]);
  },
);
