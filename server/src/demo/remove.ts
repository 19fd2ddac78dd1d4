import { DEMO_DOMAIN } from '@waypost/contract/people/accounts/demo';
import type { Pool, PoolClient } from 'pg';
import { CannotStart } from '../config.ts';
import { PLATFORM } from '../platform/access/actor.ts';
import { CannotDo } from '../platform/database/cannot-do.ts';
import { inOrderOfRemoval } from '../platform/database/removal-order.ts';
import type { FileStore } from '../platform/outside/file-store.ts';

const DEMO_ACCOUNT = `email_lower like '%@${DEMO_DOMAIN}'`;
/** The school systems of the demo's staff. Nobody can sign up as staff, so a stranger cannot add to these. */
const DEMO_CLIENTS = `select distinct client_id from users
  where ${DEMO_ACCOUNT} and role in ('Teacher', 'Admin') and client_id <> '${PLATFORM}'`;

/** Whether the database has demo accounts, whose password is published. */
export async function hasDemo(owner: Pool): Promise<boolean> {
  const { rowCount } = await owner.query(`select from users where ${DEMO_ACCOUNT} limit 1`);
  return rowCount === 1;
}

/** Without the demo, the server never serves its accounts: throws `CannotStart` if there are any. */
export async function refuseDemo(owner: Pool): Promise<void> {
  if (await hasDemo(owner))
    throw new CannotStart(
      `This database has the demo's accounts (@${DEMO_DOMAIN}), whose password is published, and the demo is off. ` +
        'Remove them and their school system with "npm run remove-demo", or start over with an empty DATA_DIR or ' +
        'database. To keep the demo, set DEMO=on.',
    );
}

/**
 * Deletes the demo's accounts, its school system and everything in it, in one transaction; other school systems are
 * unchanged. Throws `CannotDo` if other people have accounts in the demo's school system, unless `withEverybody`.
 * Returns the number of deleted accounts.
 */
export async function removeDemo(
  owner: Pool,
  files: Pick<FileStore, 'remove'>,
  { withEverybody = false } = {},
): Promise<number> {
  const connection = await owner.connect();
  try {
    await connection.query('begin');
    const { rows: clients } = await connection.query<{ client_id: string }>(DEMO_CLIENTS);
    const ids = clients.map((row) => row.client_id);
    if (!withEverybody) await refuseOthers(connection, ids);
    const { rows: keys } = await connection.query<{ storage_key: string }>(
      `select f.storage_key from files f where f.client_id = any($1)
         or exists(select from users u where u.client_id = f.client_id and u.id = f.owner_id and u.${DEMO_ACCOUNT})`,
      [ids],
    );
    const { rows: removed } = await connection.query(
      `select id from users where client_id = any($1) or ${DEMO_ACCOUNT}`,
      [ids],
    );
    for (const table of await inOrderOfRemoval(connection))
      await connection.query(`delete from "${table}" where client_id = any($1)`, [ids]);
    await connection.query('delete from clients where id = any($1)', [ids]);
    await connection.query(
      `delete from files f using users u where u.client_id = f.client_id and u.id = f.owner_id and u.${DEMO_ACCOUNT}`,
    );
    await connection.query(`delete from users where ${DEMO_ACCOUNT}`);
    await connection.query('commit');
    for (const { storage_key } of keys) await files.remove(storage_key);
    return removed.length;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    connection.release();
  }
}

async function refuseOthers(connection: PoolClient, clientIds: string[]): Promise<void> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*)::int as count from users where client_id = any($1) and not ${DEMO_ACCOUNT}`,
    [clientIds],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new CannotDo(
      `The demo's school system also has ${count} ${count === 1 ? 'account' : 'accounts'} of other people. ` +
        'To remove those too, with everything in them, run "npm run remove-demo -- --with-everybody".',
    );
}
