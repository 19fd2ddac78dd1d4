import type { Crew } from './crew.ts';
import type { Mutant } from './places.ts';
import type { ReachMap } from './reach.ts';
import { GONE } from './runner.ts';

export interface Verdict {
  mutant: Mutant;
  outcome: 'killed' | 'timed out' | 'survived' | 'gone';
  /** The test that noticed, and what it said. */
  by: string | null;
  /** The test files that were run, in order. */
  ran: string[];
}

/** A mutant that makes a test file take this much longer never ends, even on a busy machine. */
const patience = (milliseconds: number) => Math.ceil(90_000 + 5 * milliseconds);

/** Runs the test files that can see the mutant, until one of them fails. */
export async function judge(
  mutant: Mutant,
  reach: Pick<ReachMap, 'testsFor' | 'millisecondsOf'>,
  crew: Pick<Crew, 'run' | 'testFiles'>,
  below = '',
): Promise<Verdict> {
  const ran: string[] = [];
  const all = (await crew.testFiles()).filter((test) => test.startsWith(below));
  for (const test of reach.testsFor(mutant.file, mutant.inside, mutant.row?.tests ?? [], all)) {
    ran.push(test);
    const answer = await crew.run({ mutant, test }, patience(reach.millisecondsOf(test)));
    if (!answer) return { mutant, outcome: 'timed out', by: test, ran };
    if (answer.failure?.includes(GONE)) return { mutant, outcome: 'gone', by: null, ran };
    if (answer.failure !== null) return { mutant, outcome: 'killed', by: `${test} › ${answer.failure}`, ran };
  }
  return { mutant, outcome: 'survived', by: null, ran };
}
