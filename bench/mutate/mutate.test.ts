import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Crew } from './crew.ts';
import { type Mutant, mutantsOf, sourceFiles } from './places.ts';
import { ReachMap } from './reach.ts';
import { sample } from './sample.ts';
import { judge } from './verdict.ts';

const root = join(import.meta.dirname, 'fixture');
const hours = 'contract/src/hours.ts';
const folder = mkdtempSync(join(tmpdir(), 'waypost-reach-'));
const reach = new ReachMap(root, folder);
const crew = new Crew(root, 'mutate');
let mutants: Mutant[] = [];

beforeAll(async () => {
  const recorder = new Crew(root, 'record');
  for (const test of await recorder.testFiles()) {
    const answer = await recorder.run({ mutant: null, tests: [test] }, 60_000);
    reach.add(test, answer?.milliseconds ?? 0, answer?.failure === null, answer?.reached ?? []);
  }
  await recorder.close();
  mutants = await mutantsOf(root, hours, [], reach.reaches);
});

afterAll(async () => {
  await crew.close();
  rmSync(folder, { recursive: true });
});

const of = (before: string, replacement: string) => {
  const found = mutants.find((one) => one.before === before && one.replacement === replacement);
  if (!found) throw new Error(`no mutant makes ${replacement} of ${before}`);
  return found;
};

test('reports a mutant that a test detects as killed by that test', async () => {
  const { outcome, by } = await judge(of('hours > 12', '(hours >= 12)'), reach, crew);
  expect(outcome).toBe('killed');
  expect(by).toContain('twelve hours are not a long day');
});

test('reports a mutant that no test detects as a survivor', async () => {
  const { outcome, ran } = await judge(of("'an hour'", '("")'), reach, crew);
  expect(outcome).toBe('survived');
  expect(ran).toBe(1);
});

test('kills a mutant that never ends, and continues with the next', async () => {
  const endless = of('reached += 1', '(reached -= 1)');
  expect(await crew.run({ mutant: endless, tests: ['contract/src/hours.test.ts'] }, 5_000)).toBeNull();
  const { outcome } = await judge(of('hours > 12', '(hours >= 12)'), reach, crew);
  expect(outcome).toBe('killed');
});

test('a source without a mutant passes again after one with a mutant', async () => {
  const answer = await crew.run({ mutant: null, tests: ['contract/src/hours.test.ts'] }, 60_000);
  expect(answer?.failure).toBeNull();
});

test('chooses the same places for the same seed, rotating through all kinds', () => {
  const choose = (seed: number) => sample('contract', mutants, { count: 50, seed }, () => true);
  expect(choose(7)).toEqual(choose(7));
  expect(choose(7)).not.toEqual(choose(8));
  expect(new Set(choose(7).map(({ kind }) => kind))).toEqual(new Set(mutants.map(({ kind }) => kind)));
  expect(sourceFiles(root)).toEqual([hours]);
});

test('keeps the chosen places when other code changes', () => {
  const choose = (from: readonly Mutant[]) => sample('contract', from, { count: 50, seed: 7 }, () => true);
  const left = choose(mutants)[0];
  const fewer = mutants.filter((one) => one !== left).map((one) => ({ ...one, line: one.line + 40 }));
  const names = (chosen: Mutant[]) => chosen.map(({ before, replacement }) => `${before} ${replacement}`);
  const kept = names(choose(fewer));
  expect(
    names(choose(mutants))
      .slice(1)
      .filter((name) => !kept.includes(name)).length,
  ).toBeLessThan(3);
});
