import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { files } from '../../platform/database/tables/files.ts';
import { projectFiles } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };
type Key = 'profile_pic_id_fk' | 'resume_file_id_fk' | 'agreement_file_id_fk';

let client: Awaited<ReturnType<typeof server.aClient>>;
beforeAll(async () => {
  client = await server.aClient();
});

const saveFileFor = (actor: Person, user: Person, file: { id: string }, key: Key = 'resume_file_id_fk') =>
  server.as(actor).call(profileCalls.saveUserFile, { user_id: user.id, file_id: file.id, key });
const refusedAttachment = (
  actor: Person,
  user: Person,
  file: { id: string },
  key: Key = 'resume_file_id_fk',
) => server.as(actor).refusal(profileCalls.saveUserFile, { user_id: user.id, file_id: file.id, key });
const rowOf = async (file: { id: string }) =>
  (await server.db.select().from(files).where(eq(files.id, file.id)))[0];

test('a student attaches their résumé, agreement and picture to their account', async () => {
  const student = await server.aStudent({ client });
  const [resume, agreement] = [await server.aFile(student), await server.aFile(student)];
  const picture = await server.aFile(student, { contentType: 'image/jpeg', name: 'profile_pic_cropped' });
  await saveFileFor(student, student, resume);
  await saveFileFor(student, student, agreement, 'agreement_file_id_fk');
  const user = await saveFileFor(student, student, picture, 'profile_pic_id_fk');
  expect(user).toMatchObject({
    resume_file_id_fk: { _id: resume.id },
    agreement_file_id_fk: { _id: agreement.id },
    profile_pic_id_fk: { _id: picture.id, path: `/files/${picture.id}/profile_pic_cropped` },
    __v: 1,
  });
});

test('a newer file replaces the older one, which is deleted', async () => {
  const student = await server.aStudent({ client });
  const [older, newer] = [await server.aFile(student), await server.aFile(student)];
  await saveFileFor(student, student, older);
  const user = await saveFileFor(student, student, newer);
  expect(user.resume_file_id_fk?._id).toBe(newer.id);
  expect(await rowOf(older)).toBeUndefined();
  expect(server.jobs.removedFiles).toContain(older.storageKey);
});

test('attaching the same file again keeps it', async () => {
  const student = await server.aStudent({ client });
  const file = await server.aFile(student);
  await saveFileFor(student, student, file);
  await saveFileFor(student, student, file);
  expect(await rowOf(file)).toBeDefined();
});

test('a file that is replaced in one place stays where another place uses it', async () => {
  const student = await server.aStudent({ client });
  const both = await server.aFile(student);
  await saveFileFor(student, student, both);
  await saveFileFor(student, student, both, 'agreement_file_id_fk');
  const user = await saveFileFor(student, student, await server.aFile(student));
  expect(user.agreement_file_id_fk?._id).toBe(both.id);

  const project = await server.aProject({ student });
  const linked = await server.aFile(student);
  await saveFileFor(student, student, linked);
  await server.db
    .insert(projectFiles)
    .values({ clientId: client.id, projectId: project.id, fileId: linked.id });
  await saveFileFor(student, student, await server.aFile(student));
  expect(await rowOf(linked)).toBeDefined();
});

test('an Admin attaches a file for a user of the client, who then owns it, and the action is recorded', async () => {
  const admin = await server.anAdmin({ client });
  const student = await server.aStudent({ client, firstName: 'Ada', lastName: 'Byron' });
  const file = await server.aFile(admin);
  const user = await saveFileFor(admin, student, file, 'agreement_file_id_fk');
  expect(user.agreement_file_id_fk?._id).toBe(file.id);
  expect((await rowOf(file))?.ownerId).toBe(student.id);
  const { rows } = await server.database.owner.query(
    'select action, subject_id, details from audit_entries where actor_id = $1',
    [admin.id],
  );
  expect(rows).toEqual([
    { action: 'save user file', subject_id: student.id, details: { key: 'agreement_file_id_fk' } },
  ]);
});

test('no one else can attach a file to another’s account', async () => {
  const student = await server.aStudent({ client });
  const others = [
    await server.aStudent({ client }),
    await server.aTeacher({ client }),
    await server.aBusiness({ client }),
    await server.anAdmin(),
    await server.aSuperAdmin(),
  ];
  for (const other of others) {
    const refused = await refusedAttachment(other, student, await server.aFile(other));
    expect([other.role, refused.status, refused.problem.type]).toEqual([
      other.role,
      404,
      '/problems/not-found',
    ]);
  }
});

test('another person’s file cannot be attached, not even by an Admin', async () => {
  const [student, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const admin = await server.anAdmin({ client });
  const foreign = [await server.aFile(other), await server.aFile(await server.aStudent())];
  for (const file of foreign) {
    expect((await refusedAttachment(student, student, file)).status).toBe(404);
    expect((await refusedAttachment(admin, student, file)).status).toBe(404);
    expect((await rowOf(file))?.ownerId).not.toBe(student.id);
  }
  expect((await refusedAttachment(student, student, { id: crypto.randomUUID() })).status).toBe(404);
});

test('a resource cannot be attached to an account', async () => {
  const admin = await server.anAdmin({ client });
  const file = await server.aFile(admin, { shelf: 'student' });
  await server.db.update(files).set({ ownerId: null }).where(eq(files.id, file.id));
  expect((await refusedAttachment(admin, admin, file, 'profile_pic_id_fk')).status).toBe(404);
});

test('only a picture becomes a profile picture', async () => {
  const student = await server.aStudent({ client });
  const refused = await refusedAttachment(student, student, await server.aFile(student), 'profile_pic_id_fk');
  expect([refused.status, refused.problem.errors]).toEqual([400, { file_id: ['this is not a picture'] }]);
});

test.each([
  ['Business', 'resume_file_id_fk'],
  ['Teacher', 'resume_file_id_fk'],
  ['Teacher', 'agreement_file_id_fk'],
  ['Admin', 'agreement_file_id_fk'],
] as const)('a %s has no %s', async (role, key) => {
  const person = await server.aUser(role, { client });
  const refused = await refusedAttachment(person, person, await server.aFile(person), key);
  expect([refused.status, refused.problem.errors]).toEqual([400, { key: ['this account has no such file'] }]);
});

test('rejects an unknown key', async () => {
  const student = await server.aStudent({ client });
  const file = await server.aFile(student);
  expect((await refusedAttachment(student, student, file, 'role' as Key)).status).toBe(400);
});
