import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();

const settings = async (pool: 'app' | 'lists' | 'owner') => {
  const { rows } = await server.database[pool].query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  return rows[0];
};

test('requests cancel slow statements; a list may wait for its reader, a migration for anything', async () => {
  expect(await settings('app')).toEqual({ statement: '1min', lock: '15s', idle: '1min' });
  expect(await settings('lists')).toEqual({ statement: '1min', lock: '15s', idle: '0' });
  expect(await settings('owner')).toEqual({ statement: '0', lock: '0', idle: '0' });
});

test('a call that cannot get its lock is told when to retry', async () => {
  const blocker = await server.database.owner.connect();
  const waiting = await server.database.app.connect();
  await waiting.query(`set lock_timeout = '50ms'`);
  waiting.release();
  await blocker.query('begin; lock table sessions in access exclusive mode');
  try {
    const student = server.as({ token: 'any' });
    const reply = await student.send(accountCalls.getUserData, {});
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    blocker.release(true);
    // The call gave it back, and the next test gets it.
    const used = await server.database.app.connect();
    await used.query('reset lock_timeout');
    used.release();
  }
});

/** Makes a call and another transaction wait for each other. Returns the reply, or null if the other was canceled. */
async function deadlock(): Promise<Response | null> {
  const blocker = await server.database.owner.connect();
  await blocker.query('begin; lock table users in access exclusive mode');
  try {
    const sent = server.as({ token: 'any' }).send(accountCalls.getUserData, {});
    await expect
      .poll(() => waiting(`select from pg_locks where relation = 'users'::regclass and not granted`))
      .toBe(1);
    const isCanceled = await blocker.query('lock table sessions in access exclusive mode').then(
      () => false,
      () => true,
    );
    const reply = await sent;
    return isCanceled ? null : reply;
  } finally {
    blocker.release(true);
  }
}

test('a call that PostgreSQL cancels to end a deadlock is told when to retry', async () => {
  // The first to look for a deadlock is canceled: the call, which has waited longer, unless this machine is busy.
  let reply: Response | null = null;
  while (!reply) reply = await deadlock();
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
});

const waiting = async (query: string) => (await server.database.owner.query(query)).rowCount;
