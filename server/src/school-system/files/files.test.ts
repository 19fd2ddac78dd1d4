import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { FILE_MAX_BYTES, FILES_PER_PERSON } from '@waypost/contract/school-system/files/rules';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  aDoc,
  aDocx,
  anOdt,
  anUnfoldingPng,
  aPdf,
  aPicture,
  aProtectedPdf,
  aSpreadsheet,
  zipOf,
} from '../../../testing/sample-files.ts';
import { startTestServer, type TestFile } from '../../../testing/server.ts';
import { files } from '../../platform/database/tables/files.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projectFiles } from '../../platform/database/tables/projects.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };

const aFileCalled = (name: string, content: Uint8Array = aPdf()): TestFile => ({ name, content });
const upload = (person: Person, input: Record<string, string>, file = aFileCalled('resume.pdf')) =>
  server.as(person).call(fileCalls.uploadFile, input, file);
const rowsOf = (person: Person) => server.db.select().from(files).where(eq(files.ownerId, person.id));

/** Expects a refusal, with no new row or bytes afterwards. */
async function refusedUpload(person: Person, input: Record<string, unknown>, file?: TestFile) {
  const before = server.files.files.size;
  const refused = await server.as(person).refusal(fileCalls.uploadFile, input, file);
  expect(await rowsOf(person)).toEqual([]);
  expect(server.files.files.size).toBe(before);
  return refused;
}

test('an upload belongs to the caller, with the given name, and downloads unchanged', async () => {
  const student = await server.aStudent();
  const sent = await upload(student, { key: 'student_resume_file', description: 'My résumé' });
  expect(sent.name).toBe('student_resume_file');
  const listed = await server.as(student).call(fileCalls.getUsersFiles, {});
  expect(listed).toEqual([expect.objectContaining({ ...sent, description: 'My résumé' })]);
  const bytes = await (await server.as(student).fetch(sent.path, {})).arrayBuffer();
  expect(new Uint8Array(bytes)).toEqual(new Uint8Array(aPdf()));
});

test('an upload without a name gets its file’s name, without a path', async () => {
  const student = await server.aStudent();
  const sent = await upload(student, {}, aFileCalled('..\\..\\Été\u202e 2026.pdf'));
  expect(sent.name).toBe('Été 2026.pdf');
});

test('lists a person’s files only to them, the newest first', async () => {
  const [one, other] = [await server.aStudent(), await server.aStudent()];
  await upload(one, { name: 'first' });
  server.clock.moveBy(1000);
  await upload(one, { name: 'second' });
  const listed = await server.as(one).call(fileCalls.getUsersFiles, {});
  expect(listed.map((file) => file.name)).toEqual(['second', 'first']);
  expect(await server.as(other).call(fileCalls.getUsersFiles, {})).toEqual([]);
});

test.each([
  ['a PDF', aPdf()],
  ['a Word document', aDocx()],
  ['an old Word document', aDoc()],
  ['an OpenDocument text', anOdt()],
])('accepts %s, whatever its name says', async (_, content) => {
  const student = await server.aStudent();
  await upload(student, {}, aFileCalled('whatever.exe', content));
  expect(await rowsOf(student)).toHaveLength(1);
});

test.each([
  ['a spreadsheet', 'sheet.pdf', aSpreadsheet()],
  ['another archive', 'resume.docx', zipOf({ 'a.txt': 'a' })],
  ['a page', 'resume.pdf', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a program', 'resume.pdf', Buffer.from('MZ\u0090\u0000\u0003')],
  ['nothing at all', 'resume.pdf', new Uint8Array()],
])('rejects %s that claims to be a document, and stores nothing', async (_, name, content) => {
  const student = await server.aStudent();
  const refused = await refusedUpload(student, { key: 'student_resume_file' }, aFileCalled(name, content));
  expect(refused.status).toBe(400);
  expect(refused.problem.errors).toEqual({
    fileupload: ['choose a PDF, Word, OpenDocument, JPEG, or PNG file'],
  });
});

test.each(['profile_pic_full', 'profile_pic_cropped'])(
  'rejects a document that is sent as %s, and stores nothing',
  async (key) => {
    const refused = await refusedUpload(await server.aStudent(), { key }, aFileCalled('me.jpg'));
    expect(refused.status).toBe(400);
    expect(refused.problem.errors).toEqual({
      fileupload: ['we can’t read this picture; choose a JPEG, PNG, WebP, or GIF of at most 25 megapixels'],
    });
  },
);

test('stores a picture as a JPEG without its location', async () => {
  const student = await server.aStudent();
  const content = await aPicture({ fromPhone: true });
  const { path } = await upload(student, { key: 'profile_pic_cropped' }, aFileCalled('me.jpg', content));
  const kept = Buffer.from(await (await server.as(student).fetch(path, {})).arrayBuffer());
  const { format, exif } = await sharp(kept).metadata();
  expect([format, exif]).toEqual(['jpeg', undefined]);
});

test('a newer full picture replaces the older one', async () => {
  const student = await server.aStudent();
  const picture = aFileCalled('me.jpg', await aPicture());
  await upload(student, { key: 'profile_pic_full' }, picture);
  const [older] = await rowsOf(student);
  await upload(student, { key: 'profile_pic_full' }, picture);
  const kept = await rowsOf(student);
  expect(kept).toHaveLength(1);
  expect(kept[0]?.id).not.toBe(older?.id);
  expect(server.jobs.removedFiles).toContain(older?.storageKey);
});

test('accepts exactly ten megabytes', async () => {
  const student = await server.aStudent();
  const content = Buffer.concat([aPdf(), Buffer.alloc(FILE_MAX_BYTES - aPdf().length)]);
  await upload(student, {}, aFileCalled('long.pdf', content));
  expect((await rowsOf(student)).map((file) => file.bytes)).toEqual([FILE_MAX_BYTES]);
});

test.each([1, 30 * 1024 * 1024])('rejects %i bytes more than that, and stores nothing', async (more) => {
  const content = Buffer.concat([aPdf(), Buffer.alloc(FILE_MAX_BYTES - aPdf().length + more)]);
  const refused = await refusedUpload(await server.aStudent(), {}, aFileCalled('long.pdf', content));
  expect([refused.status, refused.problem.title, refused.problem.detail]).toEqual([
    413,
    'File too large to upload',
    'Please choose a smaller sized file',
  ]);
});

test('rejects a form without a file at its field', async () => {
  const refused = await refusedUpload(await server.aStudent(), { key: 'student_resume_file' });
  expect([refused.status, refused.problem.errors]).toEqual([400, { fileupload: ['choose a file'] }]);
});

test.each([
  ['a NUL in its name', { name: 'a\u0000b' }],
  ['a megabyte of description', { description: 'x'.repeat(1024 * 1024) }],
  ['a word where there is yes or no', { no_delete: 'perhaps' }],
])('rejects a form with %s', async (_, input) => {
  const refused = await refusedUpload(await server.aStudent(), input, aFileCalled('a.pdf'));
  expect(refused.status).toBe(400);
});

test('rejects an upload that is not a form', async () => {
  const student = await server.aStudent();
  const response = await server.as(student).fetch('/api/upload_file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const { detail } = (await response.json()) as { detail: string };
  expect([response.status, detail]).toEqual([400, 'This call takes a form with a file in `fileupload`.']);
});

test('visitors cannot upload, list or delete files', async () => {
  const visitor = server.visitor();
  const before = server.files.files.size;
  const refused = await Promise.all([
    visitor.refusal(fileCalls.uploadFile, {}, aFileCalled('a.pdf')),
    visitor.refusal(fileCalls.getUsersFiles, {}),
    visitor.refusal(fileCalls.getFileById, { id: crypto.randomUUID() }),
    visitor.refusal(fileCalls.deleteFile, { file_id: crypto.randomUUID() }),
    visitor.refusal(fileCalls.getResourceFiles, { type: 'student' }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(server.files.files.size).toBe(before);
});

test('an upload whose row cannot be saved leaves no bytes behind', async () => {
  const student = await server.aStudent();
  await server.database.owner.query(
    `alter table files add constraint never check (description <> 'never') not valid`,
  );
  const refused = await refusedUpload(student, { description: 'never' }, aFileCalled('a.pdf'));
  expect(refused.status).toBe(500);
});

test('a full account accepts no more files, even concurrently', async () => {
  const student = await server.aStudent();
  for (let made = 0; made < FILES_PER_PERSON - 1; made++) await server.aFile(student);
  const before = server.files.files.size;
  const sent = await Promise.all(
    [1, 2, 3].map(() => server.as(student).send(fileCalls.uploadFile, {}, aFileCalled('a.pdf'))),
  );
  expect(sent.map((response) => response.status).sort()).toEqual([200, 409, 409]);
  expect(await rowsOf(student)).toHaveLength(FILES_PER_PERSON);
  expect(server.files.files.size).toBe(before + 1);
});

test('an Admin’s upload for students is a resource, last on its shelf and not the Admin’s own', async () => {
  const admin = await server.anAdmin();
  await upload(admin, { description: 'student', name: 'Handbook', no_delete: 'true' });
  await upload(admin, { description: 'student', name: 'Calendar' });
  await upload(admin, { description: 'business', name: 'Guide' });
  const student = await server.aStudent({ clientId: admin.clientId });
  const listed = await server.as(student).call(fileCalls.getResourceFiles, { type: 'student' });
  expect(listed.map(({ name, ordinal, no_delete }) => [name, ordinal, no_delete])).toEqual([
    ['Handbook', 1, true],
    ['Calendar', 2, false],
  ]);
  expect(await server.as(admin).call(fileCalls.getUsersFiles, {})).toEqual([]);
});

test('no one else can create a resource, or a file that cannot be deleted', async () => {
  const teacher = await server.aTeacher();
  await upload(teacher, { description: 'student', name: 'Mine' });
  expect(await server.as(teacher).call(fileCalls.getResourceFiles, { type: 'student' })).toEqual([]);
  const refused = await refusedUpload(await server.aTeacher(), { no_delete: 'true' }, aFileCalled('a.pdf'));
  expect(refused.status).toBe(403);
});

test('resources are listed by school system and type', async () => {
  const admin = await server.anAdmin();
  await upload(admin, { description: 'business', name: 'Guide' });
  const business = await server.aBusiness({ clientId: admin.clientId });
  const listed = await server.as(business).call(fileCalls.getResourceFiles, { type: 'business' });
  expect(listed.map((file) => file.name)).toEqual(['Guide']);
  const refused = await server.as(business).refusal(fileCalls.getResourceFiles, { type: 'student' });
  expect(refused.status).toBe(403);
  const elsewhere = await server.aBusiness();
  expect(await server.as(elsewhere).call(fileCalls.getResourceFiles, { type: 'business' })).toEqual([]);
  const unfinished = await server.aBusiness({ clientId: admin.clientId, saves: 0 });
  const early = await server.as(unfinished).refusal(fileCalls.getResourceFiles, { type: 'business' });
  expect([early.status, early.problem.type]).toEqual([403, '/problems/unfinished']);
});

test('a person deletes their own file: the row immediately, the bytes after the commit', async () => {
  const student = await server.aStudent();
  const file = await server.aFile(student);
  expect(await server.as(student).call(fileCalls.deleteFile, { file_id: file.id })).toEqual({
    message: 'success',
  });
  expect(await rowsOf(student)).toEqual([]);
  expect(server.jobs.removedFiles).toContain(file.storageKey);
});

test.each(['student', 'teacher', 'admin', 'elsewhere'])(
  'no one can delete another person’s file: %s',
  async (who) => {
    const student = await server.aStudent();
    const { clientId } = student;
    const others = {
      student: () => server.aStudent({ clientId }),
      teacher: () => server.aTeacher({ clientId }),
      admin: () => server.anAdmin({ clientId }),
      elsewhere: () => server.anAdmin(),
    };
    const other = await others[who as keyof typeof others]();
    const file = await server.aFile(student);
    const refused = await server.as(other).refusal(fileCalls.deleteFile, { file_id: file.id });
    expect([refused.status, refused.problem.type]).toEqual([404, '/problems/not-found']);
    expect(await rowsOf(student)).toHaveLength(1);
    expect(server.jobs.removedFiles).not.toContain(file.storageKey);
  },
);

test('an approved student’s agreement stays on file; before the approval it can be deleted', async () => {
  for (const [approved, status] of [
    [true, 409],
    [false, 200],
  ] as const) {
    const student = await server.aStudent({ approved });
    const file = await server.aFile(student, { name: 'student_agreement_file' });
    await server.db.update(users).set({ agreementFileId: file.id }).where(eq(users.id, student.id));
    const reply = await server.as(student).send(fileCalls.deleteFile, { file_id: file.id });
    expect(reply.status).toBe(status);
    expect(await rowsOf(student)).toHaveLength(approved ? 1 : 0);
  }
});

test('a resource can be deleted by any Admin of its school system, and by no one else', async () => {
  const admin = await server.anAdmin();
  const { clientId } = admin;
  const { _id } = await upload(admin, { description: 'student', name: 'Handbook' });
  const others = [
    await server.aTeacher({ clientId }),
    await server.aStudent({ clientId }),
    await server.anAdmin(),
  ];
  for (const other of others)
    expect((await server.as(other).refusal(fileCalls.deleteFile, { file_id: _id })).status).toBe(404);
  const colleague = await server.anAdmin({ clientId });
  const removed = await server.as(colleague).call(fileCalls.deleteFile, { file_id: _id });
  expect(removed).toEqual({ message: 'success' });
});

test('a file that is marked as permanent cannot be deleted, and stays in the placement', async () => {
  const admin = await server.anAdmin();
  const { _id } = await upload(admin, { description: 'student', name: 'Handbook', no_delete: 'true' });
  expect(await server.as(admin).call(fileCalls.deleteFile, { file_id: _id })).toEqual({ message: 'fail' });

  const student = await server.aStudent();
  const project = await server.aProject({ student });
  const file = await server.aFile(student, { noDelete: true });
  const link = { clientId: student.clientId, projectId: project.id, fileId: file.id };
  await server.db.insert(projectFiles).values(link);
  expect(await server.as(student).call(fileCalls.deleteFile, { file_id: file.id })).toEqual({
    message: 'fail',
  });
  expect(server.jobs.removedFiles).not.toContain(file.storageKey);
  expect(await server.db.select().from(projectFiles).where(eq(projectFiles.fileId, file.id))).toHaveLength(1);
});

test('a document that needs a password is refused at its field', async () => {
  const locked = aFileCalled('resume.pdf', await aProtectedPdf({ userPassword: 'secret' }));
  const refused = await refusedUpload(await server.aStudent(), { key: 'student_resume_file' }, locked);
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    {
      fileupload: [
        'this file needs a password, so nobody else could open it; save it without a password and choose it again',
      ],
    },
  ]);
});

test('a picture with too many pixels is refused with the limits, at its field', async () => {
  const bomb = aFileCalled('me.png', anUnfoldingPng(5_100));
  const refused = await refusedUpload(await server.aStudent(), { key: 'profile_pic_full' }, bomb);
  expect([refused.status, refused.problem.errors]).toEqual([
    400,
    {
      fileupload: ['choose a picture of at most 25 megapixels, with no side longer than 12,000 pixels'],
    },
  ]);
});

test.each([
  ['essay', 'essay.pdf'],
  ['essay.exe', 'essay.pdf'],
  ['Essay.PDF', 'Essay.PDF'],
])('a file called %s keeps the extension of its content: %s', async (name, kept) => {
  const { path } = await upload(await server.aStudent(), {}, aFileCalled(name));
  expect(path.split('/').at(-1)).toBe(kept);
});
