import { expect, test } from 'vitest';
import { makeTurns, type Payer } from './call-turns.ts';
import { TooManyTries } from './limits.ts';

const PATIENCE = 60_000;
const STUDENT = aPayer({});

/** A payer whose calls took this many seconds lately. */
function aPayer({ used = 0, places = 10, waiting = 200 }): Payer {
  return { used: () => used, places, waiting };
}

/** Takes places one after another, as soon as each is free, and returns the names in the order of their turns. */
async function inTurn(turns: ReturnType<typeof makeTurns>, waiting: [name: string, payer: Payer | null][]) {
  const order: string[] = [];
  const leave = await turns(STUDENT);
  const all = waiting.map(async ([name, payer]) => {
    const leaveAgain = await turns(payer);
    order.push(name);
    leaveAgain();
  });
  leave();
  await Promise.all(all);
  return order;
}

test('the next place goes to the payer who used the least time lately', async () => {
  const waiting: [string, Payer][] = [
    ['an attacker', aPayer({ used: 90 })],
    ['an attacker again', aPayer({ used: 90 })],
    ['a busy account', aPayer({ used: 20 })],
    ['a student', STUDENT],
  ];
  expect(await inTurn(makeTurns(1, PATIENCE), waiting)).toEqual([
    'a student',
    'a busy account',
    'an attacker',
    'an attacker again',
  ]);
});

test('payers who used little are served in the order in which they came, like the server’s own work', async () => {
  const waiting: [string, Payer | null][] = [
    ['a student', aPayer({ used: 4 })],
    ['a job', null],
    ['another student', STUDENT],
  ];
  expect(await inTurn(makeTurns(1, PATIENCE), waiting)).toEqual(['a student', 'a job', 'another student']);
});

test('nobody has more places than allowed, even if others are free', async () => {
  const turns = makeTurns(4, PATIENCE);
  const greedy = aPayer({ places: 2 });
  const leave = await turns(greedy);
  await turns(greedy);
  let isIn = false;
  const third = turns(greedy).then(() => {
    isIn = true;
  });
  // Another payer, and the server itself, still get a place at once.
  await turns(STUDENT);
  await turns(null);
  expect(isIn).toBe(false);
  leave();
  await third;
});

test('refuses with 429 when too many of a payer’s calls wait, but no one else', async () => {
  const turns = makeTurns(1, PATIENCE);
  const greedy = aPayer({});
  const leave = await turns(STUDENT);
  const waiting = Array.from({ length: 200 }, () => turns(greedy));
  await expect(turns(greedy)).rejects.toThrow(TooManyTries);
  const other = turns(aPayer({}));
  leave();
  for (const one of waiting) (await one)();
  (await other)();
});

test('when too many wait in all, the one with the most is refused, and a newcomer waits', async () => {
  const turns = makeTurns(1, PATIENCE, 3);
  const [greedy, ada, grace] = [aPayer({}), aPayer({}), aPayer({})];
  const leave = await turns(STUDENT);
  const waiting = [turns(greedy), turns(greedy)];
  const last = expect(turns(greedy)).rejects.toThrow(TooManyTries);
  waiting.push(turns(ada));
  await last;
  // Nobody has two more than this newcomer would have.
  const second = expect(waiting[1]).rejects.toThrow(TooManyTries);
  waiting.splice(1, 1);
  waiting.push(turns(grace));
  await second;
  await expect(turns(aPayer({}))).rejects.toThrow(TooManyTries);
  leave();
  for (const one of waiting) (await one)();
});

test('gives up after a while, and the place goes to the next', async () => {
  const turns = makeTurns(1, 20);
  const leave = await turns(STUDENT);
  await expect(turns(STUDENT)).rejects.toThrow('no connection became free');
  leave();
  (await turns(STUDENT))();
});
