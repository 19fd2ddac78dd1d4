import { describe, expect, it } from 'vitest';
import { ServiceUnreachable } from './geocoding-services.ts';
import { ServiceBusy, withCircuitBreaker, withPacing } from './pacing.ts';

const url = new URL('http://service.example');

describe('queued requests', () => {
  it('start one second apart, the first immediately', async () => {
    const { wait, pauses, ask } = inTurns();
    await Promise.all([ask(url), ask(url), ask(url)]);
    expect(pauses).toEqual([1_000, 2_000]);
    wait(2_500);
    await ask(url);
    expect(pauses).toEqual([1_000, 2_000, 500]);
    wait(10_000);
    await ask(url);
    expect(pauses, 'an idle time is not saved up').toHaveLength(3);
  });

  it('are refused without queuing when the wait would be too long', async () => {
    const { wait, pauses, ask } = inTurns();
    await Promise.all([ask(url), ask(url), ask(url)]);
    await expect(ask(url)).rejects.toBeInstanceOf(ServiceBusy);
    wait(1_000);
    await ask(url);
    expect(pauses).toEqual([1_000, 2_000, 2_000]);
  });

  function inTurns() {
    const { elapsed, wait } = aStopwatch();
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds);
    };
    const ask = withPacing(async () => 'answer', { everyMs: 1_000, maxWaitMs: 2_000, elapsed, pause });
    return { wait, pauses, ask };
  }
});

describe('a failing service', () => {
  it('is not called for a minute after two failures in a row, which is logged once', async () => {
    const { wait, fail, tries, rests } = aRestingService();
    await fail();
    expect(rests).toEqual([]);
    await fail();
    await fail();
    expect(tries).toHaveLength(2);
    wait(59_999);
    await fail();
    expect(tries).toHaveLength(2);
    wait(1);
    await fail();
    expect(tries).toHaveLength(3);
    expect(rests).toEqual(['down']);
  });

  it('receives one trial request after the pause, while others are refused', async () => {
    const { wait, run, fail, tries } = aRestingService();
    await fail();
    await fail();
    wait(60_000);
    let finish: (answer: string) => void = () => undefined;
    const trial = run(() => new Promise<string>((resolve) => (finish = resolve)));
    await fail();
    expect(tries).toHaveLength(2);
    finish('back');
    expect(await trial).toBe('back');
    expect(await run(async () => 'answer')).toBe('answer');
    await fail();
    expect(await run(async () => 'one failure is forgiven again')).toBeDefined();
  });

  it('is not paused because of a long queue or an error of our own', async () => {
    const { run } = aRestingService();
    for (let turn = 0; turn < 3; turn++) {
      await expect(run(() => Promise.reject(new ServiceBusy()))).rejects.toBeInstanceOf(ServiceBusy);
      await expect(run(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
    }
    expect(await run(async () => 'answer')).toBe('answer');
  });

  function aRestingService() {
    const { elapsed, wait } = aStopwatch();
    const tries: number[] = [];
    const rests: string[] = [];
    const run = withCircuitBreaker(elapsed, (reason) => rests.push(reason));
    const fail = () =>
      expect(
        run(async () => {
          tries.push(elapsed());
          throw new ServiceUnreachable('down');
        }),
      ).rejects.toBeInstanceOf(ServiceUnreachable);
    return { wait, tries, rests, run, fail };
  }
});

/** Shows the time that the test has let pass, in milliseconds. */
function aStopwatch() {
  let passed = 0;
  return {
    elapsed: () => passed,
    wait: (milliseconds: number) => {
      passed += milliseconds;
    },
  };
}
