import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from './actor.ts';
import { asSession, enterTenant } from './tenant.ts';

const server = startTestServer();

/** Runs a query as a request does: restricted, in a transaction, in this client or in none. */
const inClient = <T extends object>(clientId: string | null, text: string, values: unknown[] = []) =>
  asSession(server.database.app, null, new Date(), async (tx) => {
    if (clientId) await enterTenant(tx, clientId);
    return (await tx.client.query<T>(text, values)).rows;
  });

test('every table with a client column has row-level security and the tenant policy', async () => {
  const { rows } = await server.database.owner.query(`
    select c.table_name from information_schema.columns c
    join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and c.column_name = 'client_id' and t.relkind = 'r'
      and not (t.relrowsecurity and exists (select from pg_policies p where p.tablename = c.table_name and p.policyname = 'tenant'))`);
  expect(rows).toEqual([]);
});

test('every foreign key between two tenant tables includes the client on both sides', async () => {
  const { rows } = await server.database.owner.query(`
    select k.conrelid::regclass::text as from_table, k.conname from pg_constraint k
    where k.contype = 'f' and k.confrelid <> 'clients'::regclass
      and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'client_id')
      and not exists (
        select from unnest(k.conkey, k.confkey) as pair(here, there)
        join pg_attribute h on h.attrelid = k.conrelid and h.attnum = pair.here
        join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.there
        where h.attname = 'client_id' and t.attname = 'client_id')`);
  expect(rows).toEqual([]);
});

test('a transaction that has not entered a client sees no rows', async () => {
  await server.aStudent();
  expect(await inClient(null, 'select id from users')).toEqual([]);
});

test("a transaction sees only its own client's rows, whatever it queries", async () => {
  const [one, other] = [await server.aStudent(), await server.aStudent()];
  const seen = await inClient<{ id: string }>(one.clientId, 'select id from users');
  expect(seen.map((row) => row.id)).toContain(one.id);
  expect(seen.map((row) => row.id)).not.toContain(other.id);
});

test('rejects a row written into another client', async () => {
  const [one, other] = [await server.aClient(), await server.aClient()];
  const write = inClient(
    one.id,
    `insert into programs (client_id, name, ordinal) values ($1, 'Welding', 9)`,
    [other.id],
  );
  await expect(write).rejects.toThrow(/row-level security/);
});

test("rejects a reference to another client's row, even where policies do not apply", async () => {
  const [one, other] = [await server.aStudent(), await server.aClient()];
  const refer = server.database.owner.query('update students set school_id = $1 where user_id = $2', [
    other.school.id,
    one.id,
  ]);
  await expect(refer).rejects.toThrow(/foreign key/);
});

test('a failed statement rolls back its transaction, and reports it even if the error was swallowed', async () => {
  const student = await server.aStudent();
  const work = asSession(server.database.app, null, new Date(), async ({ client }) => {
    await client.query(`select set_config('app.client_id', $1, true)`, [student.clientId]);
    await client.query(`update users set first_name = 'Changed' where id = $1`, [student.id]);
    await client.query('select 1 / 0').catch(() => undefined);
    return 'saved';
  });
  await expect(work).rejects.toThrow('nothing was kept');
  const { rows } = await server.database.owner.query('select first_name from users where id = $1', [
    student.id,
  ]);
  expect(rows).not.toEqual([{ first_name: 'Changed' }]);
});

test('the next request on the same connection does not inherit the client', async () => {
  const student = await server.aStudent();
  const client = await server.database.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.client_id', $1, true)`, [student.clientId]);
    await client.query('commit');
    expect((await client.query('select id from users')).rows).toEqual([]);
  } finally {
    client.release();
  }
});

test('a failed transaction leaves no changes and no open connection', async () => {
  const { id } = await server.aClient();
  await expect(
    asSession(server.database.app, null, new Date(), async (tx) => {
      await enterTenant(tx, id);
      await tx.client.query(`insert into programs (client_id, name, ordinal) values ($1, 'Half done', 9)`, [
        id,
      ]);
      await tx.client.query('select 1 / 0').catch(() => undefined);
    }),
  ).rejects.toThrow();
  expect(await inClient(id, `select name from programs where name = 'Half done'`)).toEqual([]);
});

test('only the platform creates and changes school systems', async () => {
  const client = await server.aClient();
  const rename = (as: string) =>
    inClient<{ id: string }>(as, `update clients set short_name = 'X' where id = $1 returning id`, [
      client.id,
    ]);
  expect(await rename(client.id)).toEqual([]);
  expect(await rename(PLATFORM)).toHaveLength(1);
});

test('requests run as a role that can neither alter tables nor rewrite the audit trail', async () => {
  const { id } = await server.aClient();
  await expect(inClient(id, 'alter table users disable row level security')).rejects.toThrow(/must be owner/);
  await expect(inClient(id, 'delete from audit_entries')).rejects.toThrow(/permission denied/);
});
