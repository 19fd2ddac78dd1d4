import { fileCalls } from '@waypost/contract/school-system/files/calls';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer } from '../../../testing/server.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';
import { projectFiles } from '../../platform/database/tables/projects.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };

/** A file with stored bytes, attached to its owner as `as` says. */
async function aStoredFile(
  owner: Person,
  as: 'profilePicId' | 'resumeFileId' | 'agreementFileId' | null = null,
  given: Parameters<typeof server.aFile>[1] = {},
) {
  const storageKey = newFileKey();
  await server.files.put(storageKey, aPdf(), 'application/pdf');
  const file = await server.aFile(owner, { bytes: aPdf().length, storageKey, ...given });
  if (as)
    await server.db
      .update(users)
      .set({ [as]: file.id })
      .where(eq(users.id, owner.id));
  return file;
}

const pathOf = (file: { id: string }) => `/files/${file.id}/any-name`;

/** Which of these people get the bytes. Everybody else must get exactly the 404 of an unknown id. */
async function whoSees(file: { id: string }): Promise<string[]> {
  const seeing: string[] = [];
  for (const [name, person] of Object.entries(cast)) {
    const caller = person ? server.as(person) : server.visitor();
    const response = await caller.fetch(pathOf(file), {});
    const body = await response.text();
    if (response.status === 200) seeing.push(name);
    else {
      const unknown = await caller.fetch(`/files/${crypto.randomUUID()}/any-name`, {});
      expect([response.status, body]).toEqual([404, await unknown.text()]);
    }
    if (!person) continue;
    const described = await caller.send(fileCalls.getFileById, { id: file.id });
    expect([name, described.status]).toEqual([name, response.status]);
  }
  return seeing;
}

let cast: Record<string, Person | null>;
let owner: Person;
let appliedTo: Person;

beforeAll(async () => {
  const client = await server.aClient();
  owner = await server.aStudent({ client, firstName: 'Ada', lastName: 'Byron' });
  appliedTo = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const opportunity = await server.anOpportunity({ business: appliedTo });
  await server.anApplication({ student: owner, opportunity });
  const employer = await server.aBusiness({ client });
  await server.aProject({ student: owner, business: employer });
  const elsewhere = await server.aClient();
  cast = {
    owner,
    'another student': await server.aStudent({ client }),
    'the business applied to': appliedTo,
    employer,
    'another business': await server.aBusiness({ client }),
    teacher: await server.aTeacher({ client }),
    admin: await server.anAdmin({ client }),
    'an admin elsewhere': await server.anAdmin({ client: elsewhere }),
    'a business elsewhere': await server.aBusiness({ client: elsewhere }),
    superadmin: await server.aSuperAdmin(),
    visitor: null,
  };
});

const STAFF = ['teacher', 'admin'];
const ACQUAINTED = ['the business applied to', 'employer'];
const MEMBERS = ['owner', 'another student', ...ACQUAINTED, 'another business', ...STAFF];

test('a résumé is visible to its student, to businesses they applied to or work for, and to staff', async () => {
  const file = await aStoredFile(owner, 'resumeFileId');
  expect(await whoSees(file)).toEqual(['owner', ...ACQUAINTED, ...STAFF]);
});

test('a student’s picture is visible to the same people', async () => {
  const file = await aStoredFile(owner, 'profilePicId', { contentType: 'image/jpeg' });
  expect(await whoSees(file)).toEqual(['owner', ...ACQUAINTED, ...STAFF]);
});

test('an agreement is visible only to its owner and staff', async () => {
  const file = await aStoredFile(owner, 'agreementFileId');
  expect(await whoSees(file)).toEqual(['owner', ...STAFF]);
});

test('a file without a use is visible only to its owner and staff', async () => {
  expect(await whoSees(await aStoredFile(owner))).toEqual(['owner', ...STAFF]);
});

test('businesses no longer see a résumé that was replaced', async () => {
  const replaced = await aStoredFile(owner, 'resumeFileId');
  await aStoredFile(owner, 'resumeFileId');
  expect(await whoSees(replaced)).toEqual(['owner', ...STAFF]);
});

test('a business’s logo is visible to every member of its school system', async () => {
  const file = await aStoredFile(appliedTo, 'profilePicId', { contentType: 'image/jpeg' });
  expect(await whoSees(file)).toEqual(MEMBERS);
});

test('a business’s agreement is visible only to the business and staff', async () => {
  const file = await aStoredFile(appliedTo, 'agreementFileId');
  expect(await whoSees(file)).toEqual(['the business applied to', ...STAFF]);
});

test.each([
  ['student', ['owner', 'another student', ...STAFF]],
  ['business', [...ACQUAINTED, 'another business', ...STAFF]],
])('a %s resource is visible to its readers and to staff', async (shelf, seen) => {
  const file = await aStoredFile(owner, null, { shelf });
  await server.database.owner.query('update files set owner_id = null where id = $1', [file.id]);
  expect(await whoSees(file)).toEqual(seen);
});

test('a placement’s file is between its student and the school: no business sees it', async () => {
  const employer = cast.employer ?? owner;
  const project = await server.aProject({ student: owner, business: employer });
  const file = await aStoredFile(owner);
  await server.db
    .insert(projectFiles)
    .values({ clientId: owner.clientId, projectId: project.id, fileId: file.id });
  expect(await whoSees(file)).toEqual(['owner', ...STAFF]);
});

test('a school system’s logo is public', async () => {
  const admin = cast.admin ?? owner;
  const file = await aStoredFile(admin, null, { contentType: 'image/jpeg' });
  await server.db.update(settings).set({ logoFileId: file.id }).where(eq(settings.clientId, admin.clientId));
  expect(await whoSees(file)).toEqual(Object.keys(cast));
});

test('a saved file has its owner’s name and the extension of its content', async () => {
  const file = await aStoredFile(owner, 'resumeFileId', { name: 'student_resume_file' });
  const response = await server.as(appliedTo).fetch(pathOf(file), {});
  expect(response.headers.get('content-disposition')).toContain('filename="Ada Byron resume.pdf"');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(aPdf()));
});

test.each([
  ['application/pdf', 'inline'],
  ['image/jpeg', 'inline'],
  ['image/png', 'inline'],
  ['application/msword', 'attachment'],
  ['text/html', 'attachment'],
  ['image/svg+xml', 'attachment'],
])('%s is sent as %s', async (contentType, disposition) => {
  const file = await aStoredFile(owner, null, { contentType });
  const { headers } = await server.as(owner).fetch(pathOf(file), {});
  expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('browsers may cache pictures, but never documents', async () => {
  const picture = await aStoredFile(owner, 'profilePicId', { contentType: 'image/jpeg' });
  const resume = await aStoredFile(owner, 'resumeFileId', { contentType: 'image/jpeg' });
  const kept = async (file: { id: string }) =>
    (await server.as(owner).fetch(pathOf(file), {})).headers.get('cache-control');
  expect([await kept(picture), await kept(resume)]).toEqual(['private, no-cache', 'no-store']);
  const again = await server.as(owner).fetch(pathOf(resume), { headers: { 'if-none-match': '"null"' } });
  expect(again.status).toBe(200);
});

test('records when staff or a business open a student’s résumé, but not the student', async () => {
  const file = await aStoredFile(owner, 'resumeFileId', { name: 'student_resume_file' });
  for (const person of [cast.teacher, appliedTo, owner])
    await (await server.as(person ?? owner).fetch(pathOf(file), {})).arrayBuffer();
  const { rows } = await server.database.owner.query(
    `select actor_id, subject_id, subject_name, action from audit_entries where details->>'file' = 'student_resume_file' and at = $1`,
    [server.clock.now()],
  );
  expect(rows.map((row) => row.actor_id)).not.toContain(owner.id);
  for (const viewer of [cast.teacher, appliedTo])
    expect(rows).toContainEqual({
      actor_id: viewer?.id,
      subject_id: owner.id,
      subject_name: 'Ada Byron',
      action: 'open student file',
    });
});

test('a file whose bytes are missing is not found', async () => {
  const file = await server.aFile(owner, { storageKey: newFileKey() });
  expect((await server.as(owner).fetch(pathOf(file), {})).status).toBe(404);
});

test('rejects an invalid id without an error', async () => {
  expect((await server.as(owner).fetch('/files/1%27or%271/x', {})).status).toBe(400);
  expect((await server.as(owner).refusal(fileCalls.getFileById, { id: '\u0000' })).status).toBe(400);
});
