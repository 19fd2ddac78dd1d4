import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@waypost/contract/call';
import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { readArchive } from '../../platform/archive/archive.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);
const { exportPerson } = recordCalls;

beforeEach(() => server.database.owner.query('delete from tries'));

async function aSchool() {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, passwordHash: await passwordHash });
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Quillfeather' });
  return { client, admin: server.as(admin), student, adminId: admin.id };
}

const ask = (caller: Caller, _id: string, password = PASSWORD) =>
  caller.send(exportPerson as Call, { _id, password });

/** The names of an archive's entries, and all of its text. */
async function contentOf(response: Response) {
  const file = join(tmpdir(), `waypost-export-${crypto.randomUUID()}.tar.gz`);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  onTestFinished(() => rm(file, { force: true }));
  const entries: Record<string, string> = {};
  for await (const { name, content } of readArchive(file, undefined))
    entries[name] = content.toString('latin1');
  return entries;
}

test('an Admin gets everything about a student as one whole archive, and it is recorded', async () => {
  const { client, admin, student, adminId } = await aSchool();
  const other = await server.aStudent({ client, lastName: 'Elsewhere' });
  const stored = await server.aFile(student, {
    storageKey: newFileKey(),
    name: 'Aña’s resume',
    contentType: 'application/pdf',
  });
  await server.files.put(stored.storageKey, Buffer.from('a resume'), 'application/pdf');
  const response = await ask(admin, student.id);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  expect(response.headers.get('content-disposition')).toContain(
    'attachment; filename="Maya Quillfeather.tar.gz"',
  );
  expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null]);
  const entries = await contentOf(response);
  expect(entries['tables/users.csv']).toContain('Quillfeather');
  expect(Object.entries(entries).find(([name]) => name.startsWith('files/'))).toEqual([
    'files/1-Ana-s-resume.pdf',
    'a resume',
  ]);
  expect(Object.values(entries).join('')).not.toContain(other.id);
  for (const table of ['sessions', 'password_codes', 'second_factors', 'recovery_codes'])
    expect(entries[`tables/${table}.csv`]).toBeUndefined();
  const logged = await server.db.select().from(auditEntries).where(eq(auditEntries.clientId, client.id));
  expect(logged.map(({ action, actorId, subjectId }) => [action, actorId, subjectId])).toEqual([
    ['export person', adminId, student.id],
  ]);
});

test('an export has no private note of a business, and opens in a spreadsheet without running what people typed', async () => {
  const { client, admin } = await aSchool();
  const student = await server.aStudent({ client, firstName: '=HYPERLINK("http://x.test")' });
  const opportunity = await server.anOpportunity({ business: await server.aBusiness({ client }) });
  const { id } = await server.anApplication({ student, opportunity });
  await server.database.owner.query(
    `update applications set business_notes = 'Late twice.', business_stars = 2 where id = $1`,
    [id],
  );
  const entries = await contentOf(await ask(admin, student.id));
  const { 'tables/applications.csv': applications = '', 'tables/users.csv': users = '' } = entries;
  expect(applications).toContain(id);
  for (const text of ['Late twice.', 'business_notes', 'business_stars'])
    expect(applications).not.toContain(text);
  expect(users.startsWith('\u00EF\u00BB\u00BF')).toBe(true);
  expect(users).toContain(`"'=HYPERLINK(""http://x.test"")"`);
});

test('a wrong password exports nothing, and password guesses are limited', async () => {
  const { admin, student } = await aSchool();
  for (let turn = 0; turn < 10; turn += 1) {
    const refused = await admin.refusal(exportPerson, { _id: student.id, password: 'wrong' });
    expect(refused.problem.errors).toEqual({ password: ['Wrong password entered'] });
  }
  expect((await ask(admin, student.id)).status).toBe(429);
});

test('no one but an Admin of the same school system exports, and only students', async () => {
  const { client, admin, student } = await aSchool();
  const given = { passwordHash: await passwordHash };
  const business = await server.aBusiness({ client });
  const [teacher, foreign, owner] = [
    await server.aTeacher({ client, ...given }),
    await server.anAdmin(given),
    await server.aSuperAdmin(given),
  ];
  expect((await ask(server.as(teacher), student.id)).status).toBe(403);
  expect((await ask(server.as(owner), student.id)).status).toBe(403);
  expect((await ask(server.as(student), student.id)).status).toBe(403);
  expect((await ask(server.as(foreign), student.id)).status).toBe(404);
  for (const id of [business.id, teacher.id]) expect((await ask(admin, id)).status).toBe(404);
});

test('no one exports in a masquerade', async () => {
  const { client, student } = await aSchool();
  const given = { client, passwordHash: await passwordHash };
  const owner = server.as(await server.aSuperAdmin());
  await owner.call(masqueradeCalls.masquerade, { id: (await server.anAdmin(given)).id });
  expect((await ask(owner, student.id)).status).toBe(403);
});

test('allows thirty exports a day', async () => {
  const { admin, student } = await aSchool();
  await (await ask(admin, student.id)).arrayBuffer();
  await server.database.owner.query('update tries set count = 30 where count = 1');
  const refused = await admin.refusal(exportPerson, { _id: student.id, password: PASSWORD });
  expect([refused.status, refused.problem.detail]).toEqual([
    429,
    'You can export the data of 30 students a day. Try again in 24 hours.',
  ]);
});

test('a file that cannot be read ends the download, which is then no whole archive', async () => {
  const { admin, student } = await aSchool();
  const stored = await server.aFile(student);
  const { get } = server.files;
  server.files.get = async (key) => {
    if (key === stored.storageKey) throw new Error('the disk failed');
    return get(key);
  };
  onTestFinished(() => {
    server.files.get = get;
  });
  const response = await ask(admin, student.id);
  await expect(response.arrayBuffer()).rejects.toThrow();
});
