import { describe, expect, it } from 'vitest';
import { clockAt } from './clock.ts';
import { ServiceUnreachable } from './geocoding-services.ts';
import { inTurn, ServiceBusy, withRest } from './politeness.ts';

const url = new URL('http://service.example');

describe('questions in turn', () => {
  it('start a second apart, the first at once', async () => {
    const { clock, pauses, ask } = inTurns();
    await Promise.all([ask(url), ask(url), ask(url)]);
    expect(pauses).toEqual([1_000, 2_000]);
    clock.moveBy(2_500);
    await ask(url);
    expect(pauses).toEqual([1_000, 2_000, 500]);
    clock.moveBy(10_000);
    await ask(url);
    expect(pauses, 'an idle time is not saved up').toHaveLength(3);
  });

  it('are refused when the wait would be too long, without taking a turn', async () => {
    const { clock, pauses, ask } = inTurns();
    await Promise.all([ask(url), ask(url), ask(url)]);
    await expect(ask(url)).rejects.toBeInstanceOf(ServiceBusy);
    clock.moveBy(1_000);
    await ask(url);
    expect(pauses).toEqual([1_000, 2_000, 2_000]);
  });

  function inTurns() {
    const clock = clockAt('2026-03-01T12:00:00Z');
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds);
    };
    const ask = inTurn(async () => 'answer', { everyMs: 1_000, maxWaitMs: 2_000, clock, pause });
    return { clock, pauses, ask };
  }
});

describe('a service that fails', () => {
  it('is left alone after two failures in a row, for a minute, and the log hears of it once', async () => {
    const { clock, fail, tries, rests } = aRestingService();
    await fail();
    expect(rests).toEqual([]);
    await fail();
    await fail();
    expect(tries).toHaveLength(2);
    clock.moveBy(59_999);
    await fail();
    expect(tries).toHaveLength(2);
    clock.moveBy(1);
    await fail();
    expect(tries).toHaveLength(3);
    expect(rests).toEqual(['down']);
  });

  it('is tried by one question after its rest, while the others go without', async () => {
    const { clock, run, fail, tries } = aRestingService();
    await fail();
    await fail();
    clock.moveBy(60_000);
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

  it('is not left alone because many wait for it, or for an error of ours', async () => {
    const { run } = aRestingService();
    for (let turn = 0; turn < 3; turn++) {
      await expect(run(() => Promise.reject(new ServiceBusy()))).rejects.toBeInstanceOf(ServiceBusy);
      await expect(run(() => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
    }
    expect(await run(async () => 'answer')).toBe('answer');
  });

  function aRestingService() {
    const clock = clockAt('2026-03-01T12:00:00Z');
    const tries: Date[] = [];
    const rests: string[] = [];
    const run = withRest(clock, (reason) => rests.push(reason));
    const fail = () =>
      expect(
        run(async () => {
          tries.push(clock.now());
          throw new ServiceUnreachable('down');
        }),
      ).rejects.toBeInstanceOf(ServiceUnreachable);
    return { clock, tries, rests, run, fail };
  }
});
