import { accountCalls } from '@waypost/contract/accounts/calls';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';

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
  }
});
