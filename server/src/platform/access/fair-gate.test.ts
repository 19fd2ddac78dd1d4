import { expect, test } from 'vitest';
import { makeFairGate } from './fair-gate.ts';
import { TooManyTries } from './limits.ts';

/** Work that ends on command. */
function held() {
  let finish = (_: Error | null): void => undefined;
  const ends = new Promise<void>((resolve, reject) => {
    finish = (error) => (error ? reject(error) : resolve());
  });
  return { work: () => ends, finish: () => finish(null), fail: (error: Error) => finish(error) };
}

/** A gate with one caller. */
function makeGate(atOnce: number, waiting: number) {
  const through = makeFairGate(atOnce, { each: waiting, all: waiting });
  return <T>(work: () => Promise<T>) => through({ caller: 'ada' }, work);
}

test('runs no more at once than allowed, and everyone in the queue gets a turn', async () => {
  const gate = makeGate(2, 100);
  let running = 0;
  let most = 0;
  const all = Array.from({ length: 30 }, () =>
    gate(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    }),
  );
  await Promise.all(all);
  expect([most, running]).toEqual([2, 0]);
});

test('refuses a caller when the queue is full, and says when to retry', async () => {
  const gate = makeGate(1, 1);
  const [first, second] = [held(), held()];
  const [running, waiting] = [gate(first.work), gate(second.work)];
  const refused = await gate(async () => undefined).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooManyTries);
  expect((refused as TooManyTries).retryAfter).toBeGreaterThan(0);
  first.finish();
  second.finish();
  await Promise.all([running, waiting]);
});

test('work that fails frees its place', async () => {
  const gate = makeGate(1, 1);
  const broken = held();
  const failing = gate(broken.work);
  broken.fail(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(await gate(async () => 'next')).toBe('next');
});

test('callers take turns: one caller’s long queue delays another only by running work', async () => {
  const gate = makeFairGate(1, { each: 10, all: 100 });
  const order: string[] = [];
  const run = (who: string) =>
    gate({ caller: who }, async () => {
      order.push(who);
      await new Promise(setImmediate);
    });
  await Promise.all([run('greedy'), run('greedy'), run('greedy'), run('greedy'), run('ada'), run('grace')]);
  expect(order).toEqual(['greedy', 'greedy', 'ada', 'grace', 'greedy', 'greedy']);
});

test('refuses a caller whose own queue is full, and others only when all queues are', async () => {
  const gate = makeFairGate(1, { each: 1, all: 2 });
  const first = held();
  const idle = async () => 'done';
  const running = gate({ caller: 'greedy' }, first.work);
  const waiting = [gate({ caller: 'greedy' }, idle)];
  await expect(gate({ caller: 'greedy' }, idle)).rejects.toThrow(TooManyTries);
  waiting.push(gate({ caller: 'ada' }, idle));
  await expect(gate({ caller: 'grace' }, idle)).rejects.toThrow(TooManyTries);
  first.finish();
  await running;
  expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  expect(await gate({ caller: 'grace' }, idle)).toBe('done');
});

test('when all queues are full, the caller with the longest one is refused instead of a newcomer', async () => {
  const gate = makeFairGate(1, { each: 10, all: 3 });
  const first = held();
  const idle = async () => 'done';
  const running = gate({ caller: 'greedy' }, first.work);
  const waiting = [gate({ caller: 'greedy' }, idle), gate({ caller: 'greedy' }, idle)];
  const last = expect(gate({ caller: 'greedy' }, idle)).rejects.toThrow(TooManyTries);
  waiting.push(gate({ caller: 'ada' }, idle));
  await last;
  first.finish();
  await running;
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
});

test('the subjects of one caller take turns: many tries at one delay the others by one', async () => {
  const gate = makeFairGate(1, { each: 10, all: 100 });
  const order: string[] = [];
  const run = (subject: string) =>
    gate({ caller: 'a school', subject }, async () => {
      order.push(subject);
      await new Promise(setImmediate);
    });
  await Promise.all([run('ghost'), run('ghost'), run('ghost'), run('ghost'), run('ada'), run('grace')]);
  expect(order).toEqual(['ghost', 'ghost', 'ada', 'grace', 'ghost', 'ghost']);
});

test('a caller with less room than there is leaves the rest to others', async () => {
  const gate = makeFairGate(2, { each: 10, all: 100 });
  const [first, second, other] = [held(), held(), held()];
  const slow = { caller: 'a flood', most: 1 };
  const order: string[] = [];
  const running = gate(slow, first.work);
  const waiting = gate(slow, second.work).then(() => order.push('second'));
  const served = gate({ caller: 'ada' }, other.work).then(() => order.push('ada'));
  other.finish();
  await served;
  expect(order).toEqual(['ada']);
  second.finish();
  first.finish();
  await Promise.all([running, waiting]);
  expect(order).toEqual(['ada', 'second']);
});

test('admitted callers leave the queue and free their places in it', async () => {
  const gate = makeGate(1, 1);
  for (let rush = 0; rush < 3; rush += 1) {
    const first = held();
    const [running, waiting] = [gate(first.work), gate(async () => 'let in')];
    first.finish();
    await running;
    expect(await waiting).toBe('let in');
  }
});
