import { expect, test } from 'vitest';
import { makeFairGate } from './gate.ts';
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
  return <T>(work: () => Promise<T>) => through('ada', work);
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
    gate(who, async () => {
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
  const running = gate('greedy', first.work);
  const waiting = [gate('greedy', idle)];
  await expect(gate('greedy', idle)).rejects.toThrow(TooManyTries);
  waiting.push(gate('ada', idle));
  await expect(gate('grace', idle)).rejects.toThrow(TooManyTries);
  first.finish();
  await running;
  expect(await Promise.all(waiting)).toEqual(['done', 'done']);
  expect(await gate('grace', idle)).toBe('done');
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
