import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { uploadFile, getAgreements, deleteFile } = fileCalls;
const key = 'agreement_file_id_fk' as const;

/** An approved student whose agreement is on file, and staff. */
async function anApprovedStudent() {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Byron' });
  const first = await upload(student);
  await server.as(student).call(profileCalls.saveUserFile, { user_id: student.id, file_id: first, key });
  await server.db.update(users).set({ approved: true }).where(eq(users.id, student.id));
  const [teacher, admin] = [await server.aTeacher({ client }), await server.anAdmin({ client })];
  return { client, student, first, teacher: server.as(teacher), admin: server.as(admin) };
}

async function upload(by: { token: string }): Promise<string> {
  const file = { name: 'agreement.pdf', content: aPdf() };
  const { _id } = await server.as(by).call(uploadFile, { key: 'student_agreement_file' }, file);
  server.clock.moveBy(1000);
  return _id;
}

const replace = async (student: { id: string; token: string }) => {
  const file_id = await upload(student);
  const user = await server
    .as(student)
    .call(profileCalls.saveUserFile, { user_id: student.id, file_id, key });
  return { file_id, user };
};
const auditedFor = async ({ id }: { id: string }) => {
  const { rows } = await server.database.owner.query(
    `select action, actor_id, subject_name, details from audit_entries
      where subject_id = $1 and action = 'replace agreement'`,
    [id],
  );
  return rows;
};

test('a student who replaces an approved agreement must be approved again, and staff keep the old one', async () => {
  const { student, first, teacher } = await anApprovedStudent();
  const { file_id, user } = await replace(student);
  expect(user.approved).toBe(false);
  expect(await auditedFor(student)).toEqual([
    {
      action: 'replace agreement',
      actor_id: student.id,
      subject_name: 'Ada Byron',
      details: { approval: 'needed again' },
    },
  ]);
  const agreements = await teacher.call(getAgreements, { id: student.id });
  expect(agreements.map(({ _id, replaced_at }) => [_id, replaced_at !== null])).toEqual([
    [file_id, false],
    [first, true],
  ]);
  for (const { path } of agreements) expect((await teacher.fetch(path, {})).status).toBe(200);
  // The new agreement is in the list of accounts to approve.
  const waiting = await teacher.call(peopleCalls.filterUsers, { role: 'Student', approved: 'Waiting' });
  expect(waiting.map(({ _id }) => _id)).toEqual([student.id]);
  await teacher.call(peopleCalls.swapApprovalStatus, { _id: student.id, approved: true });
  expect(await teacher.call(getAgreements, { id: student.id })).toEqual(agreements);
});

test('an agreement that an account was approved with cannot be deleted, by name or by replacing it again', async () => {
  const { student, first, teacher, admin } = await anApprovedStudent();
  const second = await replace(student);
  for (const caller of [server.as(student), admin]) {
    const response = await caller.send(deleteFile, { file_id: first });
    if (response.ok) expect(await response.json()).toEqual({ message: 'fail' });
  }
  // The second was never approved, so it is deleted like any replaced file.
  const third = await replace(student);
  const kept = await teacher.call(getAgreements, { id: student.id });
  expect(kept.map(({ _id }) => _id)).toEqual([third.file_id, first]);
  expect((await teacher.refusal(fileCalls.getFileById, { id: second.file_id })).status).toBe(404);
  // Restoring the first one is a change of the agreement like any other.
  await server.as(student).call(profileCalls.saveUserFile, { user_id: student.id, file_id: first, key });
  const back = await teacher.call(getAgreements, { id: student.id });
  expect(back.map(({ _id, replaced_at }) => [_id, replaced_at])).toEqual([[first, null]]);
});

test('an agreement uploaded by staff does not affect the approval, and keeps the old one', async () => {
  const { student, first, admin } = await anApprovedStudent();
  const { _id } = await admin.call(
    uploadFile,
    { key: 'student_agreement_file' },
    { name: 'a.pdf', content: aPdf() },
  );
  const user = await admin.call(profileCalls.saveUserFile, { user_id: student.id, file_id: _id, key });
  expect(user.approved).toBe(true);
  const agreements = await admin.call(getAgreements, { id: student.id });
  expect(new Set(agreements.map((one) => one._id))).toEqual(new Set([_id, first]));
  expect(await auditedFor(student)).toMatchObject([{ details: { approval: 'unchanged' } }]);
});

test('only staff see earlier agreements', async () => {
  const { client, student } = await anApprovedStudent();
  await replace(student);
  const business = server.as(await server.aBusiness({ client }));
  for (const caller of [server.as(student), business])
    expect((await caller.refusal(getAgreements, { id: student.id })).status).toBe(403);
  for (const caller of [server.as(await server.aTeacher()), server.as(await server.anAdmin())])
    expect((await caller.refusal(getAgreements, { id: student.id })).status).toBe(404);
});
