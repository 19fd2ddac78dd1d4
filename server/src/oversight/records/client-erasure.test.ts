import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { recordCalls } from '@waypost/contract/oversight/records/calls';
import { secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { verifyAudit } from '../../platform/database/audit-chain.ts';
import { eraseDueClients } from '../../platform/database/erasure.ts';
import { clients } from '../../platform/database/tables/clients.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { newFileKey } from '../../platform/outside/file-store.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const passwordHash = hashPassword(PASSWORD);
const { getClientErasure, startClientErasure, stopClientErasure } = recordCalls;

beforeEach(async () => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
  await server.database.owner.query('delete from tries');
});

async function aSchool(fullName: string) {
  const client = await server.aClient({ fullName });
  const admin = await server.anAdmin({ client, email: `${fullName.replaceAll(' ', '.')}@admins.test` });
  const owner = server.as(await server.aSuperAdmin({ passwordHash: await passwordHash }));
  return { client, admin, owner };
}

const start = (owner: Caller, id: string, name: string, more: object = {}) =>
  owner.call(startClientErasure, { id, name, password: PASSWORD, code: '', ...more });

/** The daily job, on two servers at once, on this day. */
async function run(day: string) {
  const now = new Date(`${day}T11:47:00.000Z`);
  const once = () => eraseDueClients(server.database.owner, server.jobs, now);
  const [one, two] = await Promise.all([once(), once()]);
  return one + two;
}
const isThere = async (id: string) =>
  (await server.db.select().from(clients).where(eq(clients.id, id))).length === 1;

test('is announced to its Admins, and runs once after fourteen days, deleting everything', async () => {
  const { client, admin, owner } = await aSchool('Bay Schools');
  const other = await aSchool('Other Schools');
  const student = await server.aStudent({ client });
  await server.aProject({ student });
  const stored = await server.aFile(student, { storageKey: newFileKey() });
  expect(await owner.call(getClientErasure, { id: client.id })).toEqual({
    erase_on: null,
    needs_code: false,
  });
  const announced = (day: string) => ({ erase_on: day, needs_code: false });
  expect(await start(owner, client.id, 'bay schools')).toEqual(announced('2026-03-18'));
  // Announced the day before and again today: neither another day nor another mail.
  await server.db.update(clients).set({ eraseOn: '2026-03-17' }).where(eq(clients.id, client.id));
  expect(await start(owner, client.id, 'Bay Schools')).toEqual(announced('2026-03-17'));
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
    [admin.email, 'Your school system will be erased on 03/18/2026'],
  ]);
  const seen = await server.as(admin).call(auditCalls.getAuditEntries, { action: 'announce client erasure' });
  expect(seen).toHaveLength(1);
  await server.database.owner.query(`insert into jobs.job (name, data) values ('mail', $1)`, [
    { to: admin.email, subject: '', text: '', html: '' },
  ]);

  expect(await run('2026-03-16')).toBe(0);
  expect(await isThere(client.id)).toBe(true);
  server.jobs.removedFiles.length = 0;
  expect(await run('2026-03-17')).toBe(1);
  expect([await isThere(client.id), await isThere(other.client.id)]).toEqual([false, true]);
  expect(server.jobs.removedFiles).toEqual([stored.storageKey]);
  const { rowCount } = await server.database.owner.query(`select from jobs.job where data->>'to' = $1`, [
    admin.email,
  ]);
  expect(rowCount).toBe(0);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, client.id));
  expect(entries.map(({ action }) => action).sort()).toEqual(['announce client erasure', 'erase client']);
  expect((await verifyAudit(server.database.owner)).faults).toEqual([]);
});

test('can be stopped until then, and its Admins are notified', async () => {
  const { client, admin, owner } = await aSchool('Calm Schools');
  await start(owner, client.id, 'Calm Schools');
  server.jobs.mail.length = 0;
  for (let turn = 0; turn < 2; turn += 1)
    expect(await owner.call(stopClientErasure, { id: client.id })).toMatchObject({ erase_on: null });
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject])).toEqual([
    [admin.email, 'Your school system will not be erased'],
  ]);
  expect(await run('2026-12-31')).toBe(0);
  expect(await isThere(client.id)).toBe(true);
});

test('takes the name, the password, and with two-step login a code that was not used', async () => {
  const { client, owner } = await aSchool('Deep Schools');
  const errors = async (more: object) =>
    (
      await owner.refusal(startClientErasure, {
        id: client.id,
        name: 'Deep Schools',
        password: PASSWORD,
        code: '',
        ...more,
      })
    ).problem.errors;
  expect(await errors({ name: 'Deep' })).toEqual({ name: ['type the name exactly as it is shown'] });
  expect(await errors({ password: 'wrong' })).toEqual({ password: ['Wrong password entered'] });
  const { secret = '' } = await owner.call(secondFactorCalls.startSecondFactor, {
    password: PASSWORD,
    code: '',
  });
  const codeOf = () => generateSync({ secret, epoch: server.clock.now().getTime() / 1000 });
  const used = codeOf();
  await owner.call(secondFactorCalls.confirmSecondFactor, { code: used });
  const wrong = { code: ['This code is wrong or was used before. Wait for the next one.'] };
  for (const code of ['', used]) expect(await errors({ code })).toEqual(wrong);
  server.clock.moveTo('2026-03-04T15:02:00.000Z');
  expect(await owner.call(getClientErasure, { id: client.id })).toEqual({ erase_on: null, needs_code: true });
  expect(await start(owner, client.id, 'Deep Schools', { code: codeOf() })).toEqual({
    erase_on: '2026-03-18',
    needs_code: true,
  });
});

test('is for SuperAdmins alone, and never for the platform itself', async () => {
  const { client, admin, owner } = await aSchool('Even Schools');
  const teacher = await server.aTeacher({ client });
  const input = { id: client.id, name: 'Even Schools', password: PASSWORD, code: '' };
  for (const one of [admin, teacher]) {
    const caller = server.as(one);
    expect((await caller.refusal(getClientErasure, { id: client.id })).status).toBe(403);
    expect((await caller.refusal(startClientErasure, input)).status).toBe(403);
    expect((await caller.refusal(stopClientErasure, { id: client.id })).status).toBe(403);
  }
  const [platform] = await server.db.select().from(clients).where(eq(clients.isPlatform, true));
  const id = platform?.id ?? '';
  expect((await owner.refusal(getClientErasure, { id })).status).toBe(404);
  const named = { ...input, id, name: platform?.fullName };
  expect((await owner.refusal(startClientErasure, named)).status).toBe(404);
  expect((await owner.refusal(stopClientErasure, { id })).status).toBe(404);
});
