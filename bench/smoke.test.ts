import { afterEach, expect, test, vi } from 'vitest';
import { measureLists } from './lists.ts';
import { measureLoad } from './load.ts';
import { measureMix } from './mix.ts';
import { withBench } from './product.ts';
import { measureScreens } from './screen.ts';

// Latencies and rates say nothing in a small school system and so short a time.
const STUDENTS = 100;
/** Only what hangs takes longer, on however busy a machine. */
const TIMEOUT_MS = 600_000;

afterEach(() => vi.restoreAllMocks());

test(
  'every bench runs to its end without an error',
  async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    await withBench(STUDENTS, async (bench) => {
      await measureLists(bench, { rounds: 1, only: '' });
      await measureLoad(bench, { seconds: 0, only: 'log', rounds: 1 });
      const mix = await measureMix(bench, { seconds: 1, rate: 100 });
      expect(mix.filter((missed) => /^\/\S+ \w+: \d+ times$/.test(missed))).toEqual([]);
      await measureScreens(bench, { seconds: 0.1, only: 'users' });
    });
  },
  TIMEOUT_MS,
);
