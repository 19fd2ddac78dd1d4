import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { without } from '../../../testing/without-locks.ts';
import { users } from '../../platform/database/tables/people.ts';

/** Whether deleting a file skips the lock on the account. */
const server = startTestServer();

/**
 * A student deletes a picture in one browser and chooses it in another, which is sent first or last. Both wait before
 * they change anything. Returns the replies and which picture the account has.
 */
async function deleteAndChoose(first: 'delete' | 'choose') {
  const student = await server.aStudent();
  const { id } = await server.aFile(student, { contentType: 'image/jpeg' });
  const send = {
    delete: () => server.as(student).send(fileCalls.deleteFile, { file_id: id }),
    choose: () =>
      server
        .as(student)
        .send(profileCalls.saveUserFile, { user_id: student.id, file_id: id, key: 'profile_pic_id_fk' }),
  };
  const blocker = await server.database.owner.connect();
  try {
    await blocker.query('begin');
    await blocker.query('select from files where id = $1 for update', [id]);
    const earlier = send[first]();
    await untilLockWait(server.database.owner, 1);
    const later = send[first === 'delete' ? 'choose' : 'delete']();
    await untilLockWait(server.database.owner, 2);
    await blocker.query('commit');
    const replies = [(await earlier).status, (await later).status];
    const [kept] = await server.db.select().from(users).where(eq(users.id, student.id));
    return { replies, picture: kept?.profilePicId ?? null };
  } finally {
    blocker.release(true);
  }
}

test('a picture that is being deleted cannot be chosen, and one that is being chosen can be deleted', async () => {
  for (let round = 0; round < rounds(3); round++) {
    expect(await deleteAndChoose('delete')).toEqual({ replies: [200, 404], picture: null });
    expect(await deleteAndChoose('choose')).toEqual({ replies: [200, 200], picture: null });
  }
});

test('without the lock on the account, choosing it fails', async () => {
  without.ownerLock = true;
  expect((await deleteAndChoose('delete')).replies).toContain(500);
});

/** A student deletes the picture in one browser while another replaces it, in no particular order. */
async function deleteAndReplace(): Promise<number[]> {
  const student = await server.aStudent();
  const [former, next] = [
    await server.aFile(student, { contentType: 'image/jpeg' }),
    await server.aFile(student, { contentType: 'image/jpeg' }),
  ];
  const choose = (file: { id: string }) =>
    server
      .as(student)
      .send(profileCalls.saveUserFile, { user_id: student.id, file_id: file.id, key: 'profile_pic_id_fk' });
  await choose(former);
  const replies = await Promise.all([
    server.as(student).send(fileCalls.deleteFile, { file_id: former.id }),
    choose(next),
  ]);
  const [kept] = await server.db.select().from(users).where(eq(users.id, student.id));
  expect(kept?.profilePicId).toBe(next.id);
  return replies.map(({ status }) => status);
}

test('a picture that is deleted and replaced at once is replaced', async () => {
  for (let round = 0; round < rounds(10); round++)
    expect([
      [200, 200],
      [404, 200],
    ]).toContainEqual(await deleteAndReplace());
});
