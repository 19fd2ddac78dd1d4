import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCalls } from '@waypost/contract/oversight/audit/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestServer } from '../../../testing/server.ts';
import { doneBy, record } from '../access/audit.ts';
import { asSession, enterTenant } from '../access/tenant.ts';
import { backUp, restore } from '../archive/backup.ts';
import { createMemoryStore } from '../outside/file-store.ts';
import { findHeads, verifyAudit } from './audit-chain.ts';

const NOW = new Date('2026-03-04T15:00:00.000Z');
const [CLIENT, MAYA, GRACE] = [randomUUID(), randomUUID(), randomUUID()];

/** A separate database with a trail of six entries: Grace views Maya's record and logs in. */
async function aTrail(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.drop());
  await database.owner.query(
    `insert into clients (id, full_name, short_name, max_users) values ($1, 'Bay Schools', 'Bay', 9)`,
    [CLIENT],
  );
  for (let n = 0; n < 3; n++) {
    await append(database, { action: 'view student', subject: { id: MAYA, name: 'Maya Torres' } });
    await append(database, { action: 'sign in', details: { search: 'maya torres' } });
  }
  return database;
}

type AuditEvent = Parameters<typeof record>[2];

const append = (
  { app }: Pick<TestDatabase, 'app'>,
  event: AuditEvent,
  work?: (sql: Ask) => Promise<unknown>,
) =>
  asSession(app, null, NOW, async (tx) => {
    await enterTenant(tx, CLIENT);
    await record(tx, doneBy({ clientId: CLIENT, id: GRACE, name: 'Grace Hopper' }), event, NOW);
    await work?.((text, values) => tx.client.query(text, values));
  });
type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

async function headOf(owner: Pool): Promise<string> {
  const { rows } = await owner.query(
    `select position || ':' || encode(hash, 'hex') as code from audit_chain order by position desc limit 1`,
  );
  return rows[0].code;
}

test('an untouched trail verifies, and has the head that was noted', async () => {
  const { owner } = await aTrail();
  const code = await headOf(owner);
  expect(await findHeads(owner)).toEqual([{ client: CLIENT, code }]);
  expect(await verifyAudit(owner, [code])).toEqual({ entries: 6, faults: [] });
});

/** What the database's owner does to the trail, and the report about it. An entry is found by its position. */
const at = (position: number) =>
  `(client_id, id) = (select client_id, entry_id from audit_chain where position = ${position})`;
const tampering: [string, string, RegExp[]][] = [
  ['an altered action', `update audit_entries set action = 'sign up' where ${at(3)}`, [/entry 3 .*altered/]],
  ['an altered name', `update audit_entries set actor_name = 'Eve' where ${at(3)}`, [/entry 3 .*altered/]],
  ['an altered id', `update audit_entries set actor_id = null where ${at(3)}`, [/entry 3 .*altered/]],
  ['altered details', `update audit_entries set details = '{"a":1}' where ${at(2)}`, [/entry 2 .*altered/]],
  ['a name put in', `update audit_entries set subject_name = 'Eve' where ${at(2)}`, [/entry 2 .*altered/]],
  [
    'an altered moment',
    `update audit_entries set at = at + interval '1 us' where ${at(3)}`,
    [/entry 3 .*altered/],
  ],
  ['a removed entry', `delete from audit_entries where ${at(3)}`, [/entry 3 was removed/]],
  [
    'an entry that was removed with its place',
    `delete from audit_entries where ${at(3)}; delete from audit_chain where position = 3`,
    [/entry 3 was removed/],
  ],
  [
    'entries at the beginning that were removed with their places',
    `delete from audit_entries where ${at(1)} or ${at(2)}; delete from audit_chain where position < 3`,
    [/entries 1 to 2 were removed/],
  ],
  [
    'two entries in each other’s place',
    `update audit_chain set position = -position where position in (3, 5);
     update audit_chain set position = 8 + position where position < 0`,
    [
      /entry 3 .*not where it was/,
      /entry 4 .*not where it was/,
      /entry 5 .*not where it was/,
      /entry 6 .*not/,
    ],
  ],
  [
    'a name blanked without an erasure',
    `update audit_entries set actor_name = '' where ${at(3)};
     update audit_chain set salts[1] = null where position = 3`,
    [/entry 3 .*altered/],
  ],
  ['an entry without a place', `delete from audit_chain where position = 6`, [/added outside the chain/]],
];

test.each(tampering)('detects %s', async (_, change, faults) => {
  const { owner } = await aTrail();
  await owner.query(change);
  const report = await verifyAudit(owner);
  expect(report.faults).toEqual(faults.map((fault) => expect.stringMatching(fault)));
});

test('detects a truncated end by a head that was noted before', async () => {
  const { owner } = await aTrail();
  const head = await headOf(owner);
  await owner.query(`delete from audit_entries where ${at(6)}; delete from audit_chain where position = 6`);
  expect((await verifyAudit(owner)).faults).toEqual([]);
  expect((await verifyAudit(owner, [head])).faults).toEqual([expect.stringContaining(head)]);
});

test('detects a trail rewritten from an altered entry on by a head that was noted before', async () => {
  const database = await aTrail();
  const head = await headOf(database.owner);
  await database.owner.query(
    `delete from audit_entries where ${at(6)}; delete from audit_chain where position = 6`,
  );
  await append(database, { action: 'sign in', details: { search: 'somebody else' } });
  expect((await verifyAudit(database.owner)).faults).toEqual([]);
  expect((await verifyAudit(database.owner, [head])).faults).toHaveLength(1);
});

test('after an erasure the trail does not name the person and still verifies', async () => {
  const database = await aTrail();
  const head = await headOf(database.owner);
  await append(database, { action: 'erase person', subject: { id: MAYA, name: '' } }, (ask) =>
    ask('select erase_from_audit($1, $2)', [MAYA, ['Maya Torres']]),
  );
  const { rows } = await database.owner.query('select t::text as row from audit_entries t');
  expect(rows.map(({ row }) => row).filter((row) => /maya/i.test(row))).toEqual([]);
  expect(rows.filter(({ row }) => row.includes('Grace Hopper'))).toHaveLength(7);
  expect(await verifyAudit(database.owner, [head])).toEqual({ entries: 7, faults: [] });
  // Text that an erasure blanked cannot be replaced.
  await database.owner.query(`update audit_entries set subject_name = 'Eve' where ${at(1)}`);
  expect((await verifyAudit(database.owner)).faults).toHaveLength(1);
});

test('entries of concurrent transactions form one chain, and a rollback leaves no gap', async () => {
  const database = await aTrail();
  const all = Array.from({ length: 40 }, (_, n) =>
    append(database, { action: 'sign in' }, async () => {
      if (n % 4 === 0) throw new Error('changed my mind');
    }).catch(() => undefined),
  );
  await Promise.all(all);
  expect(await verifyAudit(database.owner)).toEqual({ entries: 36, faults: [] });
});

test('no request can add to the chain, change it, or leave out an entry', async () => {
  const database = await aTrail();
  for (const text of [
    'delete from audit_chain',
    'update audit_chain set position = 9',
    `insert into audit_chain values ('${CLIENT}', 9, gen_random_uuid(), '{}', '{}', '')`,
    'alter table audit_entries disable trigger audit_entry_chained',
    'select chain_audit_entry(e) from audit_entries e',
  ])
    await expect(append(database, { action: 'sign in' }, (ask) => ask(text))).rejects.toThrow(
      /permission denied|must be owner/,
    );
});

test('a restored trail verifies and continues', async () => {
  const database = await aTrail();
  const folder = await mkdtemp(join(tmpdir(), 'waypost-audit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const head = await headOf(database.owner);
  const files = createMemoryStore();
  await backUp(database.owner, join(folder, 'backup'), { files, made: NOW });
  const other = await openTestDatabase();
  onTestFinished(() => other.drop());
  await restore(other.owner, join(folder, 'backup'), { files });
  await append(other, { action: 'sign in' });
  expect(await verifyAudit(other.owner, [head])).toEqual({ entries: 7, faults: [] });
});

const server = startTestServer();

test('an Admin sees the head of their own trail, which changes with each entry', async () => {
  const client = await server.aClient();
  const [admin, student] = [await server.anAdmin({ client }), await server.aStudent({ client })];
  const asAdmin = server.as(admin);
  expect(await asAdmin.call(auditCalls.getAuditHead, {})).toEqual({ entries: 0, code: null });
  await asAdmin.call(peopleCalls.swapApprovalStatus, { _id: student.id, approved: false });
  const { entries, code } = await asAdmin.call(auditCalls.getAuditHead, {});
  expect([entries, code]).toEqual([1, expect.stringMatching(/^1:[0-9a-f]{64}$/)]);
  expect((await verifyAudit(server.database.owner, [code ?? ''])).faults).toEqual([]);
  const teacher = server.as(await server.aTeacher({ client }));
  expect((await teacher.refusal(auditCalls.getAuditHead, {})).status).toBe(403);
});
