import type { Crew } from './crew.ts';
import type { Mutant } from './places.ts';
import type { ReachMap } from './reach.ts';
import { GONE } from './runner.ts';

export interface Verdict {
  mutant: Mutant;
  outcome: 'killed' | 'timed out' | 'survived' | 'gone';
  /** The test that failed, and its message. */
  by: string | null;
  /** How many test files could have noticed it. */
  ran: number;
}

/** Test files that are run by themselves first: most mutants are noticed by these. */
const NEAREST = 3;

/** How many test files run against a mutant, the nearest first. `--survivors` runs all of them. */
export const MOST = 15;

/** A mutant that makes test files take this much longer is assumed never to end, even on a busy machine. */
const patience = (milliseconds: number) => Math.ceil(90_000 + 5 * milliseconds);

/** Runs the test files that can see the mutant, until one of them fails. */
export async function judge(
  mutant: Mutant,
  reach: Pick<ReachMap, 'testsFor' | 'millisecondsOf'>,
  crew: Pick<Crew, 'run' | 'testFiles'>,
  { below = '', most = MOST }: { below?: string; most?: number } = {},
): Promise<Verdict> {
  const all = (await crew.testFiles()).filter((test) => test.startsWith(below));
  const seeing = reach.testsFor(mutant.file, mutant.inside, mutant.row?.tests ?? [], all).slice(0, most);
  const ran = seeing.length;
  for (const tests of [seeing.slice(0, NEAREST), seeing.slice(NEAREST)]) {
    if (tests.length === 0) continue;
    const usual = tests.reduce((sum, test) => sum + reach.millisecondsOf(test), 0);
    const answer = await crew.run({ mutant, tests }, patience(usual));
    if (!answer) return { mutant, outcome: 'timed out', by: tests.join(', '), ran };
    if (!answer.failure) continue;
    const { test, message } = answer.failure;
    if (message.includes(GONE)) return { mutant, outcome: 'gone', by: null, ran };
    return { mutant, outcome: 'killed', by: `${test} › ${message}`, ran };
  }
  return { mutant, outcome: 'survived', by: null, ran };
}
