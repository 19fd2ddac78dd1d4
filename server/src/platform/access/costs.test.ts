import type { AddressInfo } from 'node:net';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Caller, startTestServer } from '../../../testing/server.ts';
import { whileItWaits } from '../../../testing/waiting.ts';
import { createApp } from '../../app.ts';
import { countBatches, makeCosts, runWithBill } from './costs.ts';
import { makeFairGate } from './fair-gate.ts';
import { TooManyTries } from './limits.ts';

const server = startTestServer();
const limits = {
  account: { atOnce: 1, ahead: 10, connections: 1, waiting: 200 },
  network: { atOnce: 2, ahead: 20, connections: 2, waiting: 200 },
  hashes: { inARow: 3, perSecond: 2 },
};
const session = Buffer.from('a session');

/** Costs on a clock that the test moves, in seconds. */
function byClock() {
  let now = 0;
  const begin = makeCosts(limits, () => now * 1000);
  // Another caller, whom the limit protects.
  begin(null, '203.0.113.9');
  return {
    begin,
    pass: (seconds: number) => {
      now += seconds;
    },
    /** One call that takes this many seconds. */
    call(seconds: number, of = 'ada', key = session) {
      const bill = begin(key, '192.0.2.1');
      bill.of(of);
      now += seconds;
      bill.pause();
    },
  };
}

test('never refuses a caller who makes one call after another, however long they take', () => {
  const { call } = byClock();
  for (let turn = 0; turn < 100; turn += 1) call(60);
});

test('refuses a caller with many concurrent calls until they are paid off, but no one else', () => {
  const { begin, pass, call } = byClock();
  call(0);
  const bills = Array.from({ length: 11 }, () => begin(session, '192.0.2.1'));
  // Counted while they run, so starting many at once cannot evade the limit before the first ends.
  pass(1);
  call(0);
  pass(0.5);
  expect(() => call(0)).toThrow(TooManyTries);
  call(0, 'ben', Buffer.from('another'));
  for (const bill of bills) bill.pause();
  expect(() => call(0)).toThrow('Try again in a minute.');
  pass(5);
  call(0);
});

test('never refuses a caller who is alone on a server', () => {
  let now = 0;
  const begin = makeCosts(limits, () => now * 1000);
  for (let turn = 0; turn < 100; turn += 1) begin(null, '192.0.2.1');
  now += 100;
  begin(null, '192.0.2.1');
  begin(null, '192.0.2.2');
  expect(() => begin(null, '192.0.2.1')).toThrow(TooManyTries);
});

test('counts all sessions of an account together, on any network', () => {
  const { begin, pass, call } = byClock();
  const other = Buffer.from('another');
  call(0);
  call(0, 'ada', other);
  const bills = Array.from({ length: 21 }, () => begin(session, '192.0.2.1'));
  pass(1);
  expect(() => begin(other, '198.51.100.7')).toThrow(TooManyTries);
  for (const bill of bills) bill.pause();
});

test('a refusal says when the debt will be paid off', () => {
  const { begin, pass } = byClock();
  const bills = Array.from({ length: 12 }, () => begin(null, '192.0.2.1'));
  pass(8);
  for (const bill of bills) bill.pause();
  // Twelve calls of 8 s minus the two free concurrent ones cost 80 s: 60 too many, paid off at two per second.
  const refused = () => {
    try {
      begin(null, '192.0.2.1').pause();
    } catch (error) {
      return (error as TooManyTries).retryAfter;
    }
    return null;
  };
  expect(refused()).toBe(30);
  pass(29);
  expect(refused()).toBe(1);
  pass(1);
  expect(refused()).toBeNull();
});

test('moves the cost from the network once the account is known', () => {
  const { begin, pass, call } = byClock();
  for (let turn = 0; turn < 10; turn += 1) call(0, `pupil ${turn}`, Buffer.from(`session ${turn}`));
  pass(10);
  begin(null, '192.0.2.1').pause();
});

test('counts visitors and made-up sessions of one network together', () => {
  const { begin, pass } = byClock();
  const bills = Array.from({ length: 13 }, (_, n) => begin(n % 2 ? null : Buffer.from(`${n}`), '192.0.2.1'));
  pass(2);
  expect(() => begin(null, '192.0.2.1')).toThrow(TooManyTries);
  expect(() => begin(Buffer.from('made up'), '192.0.2.1')).toThrow(TooManyTries);
  begin(null, '192.0.2.2');
  for (const bill of bills) bill.pause();
});

test("counts a list's batches, but not the time that its reader takes", async () => {
  const { begin, pass, call } = byClock();
  call(0);
  async function* batches() {
    for (const batch of [1, 2, 3]) {
      pass(2);
      yield batch;
    }
  }
  const lists: AsyncGenerator<number>[] = [];
  for (let one = 0; one < 5; one += 1) {
    const list = countBatches(begin(session, '192.0.2.1'), batches());
    lists.push(list);
    expect((await list.next()).value).toBe(1);
  }
  // Five readers who are still at their first batch.
  pass(100);
  call(0);
  for (const list of lists) await list.return(undefined);
  pass(100);
  call(0);
});

test('does not charge a school for waiting in the queue', async () => {
  const { begin, pass } = byClock();
  const gate = makeFairGate(1, { each: 100, all: 100 });
  const turns: (() => void)[] = [];
  const logins = Array.from({ length: 50 }, () => {
    const bill = begin(null, '192.0.2.1');
    const hash = () => new Promise<void>((done) => turns.push(done));
    return runWithBill(bill, () => gate({ caller: 'school' }, hash)).finally(bill.pause);
  });
  // Another caller is being served, so a refusal would be possible.
  begin(session, '198.51.100.7');
  // Fifty in sequence, one second each: without the queue, that is one at a time.
  for (const login of logins) {
    pass(1);
    begin(null, '192.0.2.1').pause();
    turns.shift()?.();
    await login;
  }
  expect(turns).toEqual([]);
});

test('knows how long each caller’s calls took lately, and forgets half of it in a minute', () => {
  const { begin, pass, call } = byClock();
  call(0);
  const bill = begin(session, '192.0.2.1');
  pass(4);
  expect(bill.payer().used()).toBe(4);
  bill.pause();
  pass(60);
  expect(bill.payer().used()).toBe(2);
  expect(begin(null, '192.0.2.1').payer().used()).toBe(0);
});

test('knows which networks’ strangers had passwords hashed in vain, until that is paid off', () => {
  const { begin, pass } = byClock();
  const guess = (network = '192.0.2.1') => {
    const bill = begin(null, network);
    const wasted = bill.wastesHashes();
    bill.chargeHash();
    bill.pause();
    return wasted;
  };
  expect([guess(), guess(), guess(), guess()]).toEqual([false, false, false, true]);
  expect(guess('192.0.2.2')).toBe(false);
  pass(1);
  expect([guess(), guess()]).toEqual([false, true]);
});

test('refuses a call over the limit with the time to retry, while other callers are served', async () => {
  const costs = makeCosts({
    ...limits,
    account: { ...limits.account, atOnce: 0.001, ahead: 0.000_001 },
  });
  costs(null, '203.0.113.9');
  const app = await createApp({
    pool: server.database.app,
    outside: server.outside,
    secureCookies: false,
    costs,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const [student, other] = [await server.aStudent(), await server.aStudent()];
  const browser = new Caller(origin, student.token);
  await browser.call(accountCalls.getUserData, {});
  const refused = await browser.send(opportunityCalls.getOpportunities, {});
  expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
    429,
    '/problems/too-many',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await new Caller(origin, other.token).call(accountCalls.getUserData, {});
  await new Caller(origin).call(accountCalls.getCurrentUser, {});
});

test('a caller with many concurrent calls leaves connections to the others', async () => {
  const pool = new pg.Pool({ ...server.database.app.options, max: 2 });
  const app = await createApp({
    pool,
    outside: server.outside,
    secureCookies: false,
    costs: makeCosts({ ...limits, account: { ...limits.account, ahead: 960 } }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await pool.end();
  });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const [student, other] = [await server.aStudent(), await server.aStudent()];
  const greedy = new Caller(origin, student.token);
  // The server knows from then on whose session it is.
  await greedy.call(accountCalls.getCurrentUser, {});
  const save = () => greedy.call(accountCalls.saveLocale, { locale: 'es' });
  // One of the calls keeps its connection, and the others wait for that.
  await whileItWaits(
    server.database.owner,
    (holder) => holder.query('select from users where id = $1 for update', [student.id]),
    () => Promise.all(Array.from({ length: 20 }, save)),
    () => new Caller(origin, other.token).call(accountCalls.getUserData, {}),
  );
});
