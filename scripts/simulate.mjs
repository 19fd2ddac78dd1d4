// `npm run simulate [-- terms] [--seed first] [--planted]`: compares seeded school terms with a model. With `--seed`
// alone, runs a single term. With `--planted`, shows which seed finds each planted fault.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { commandOf, run, runTogether } from './stages.mjs';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, planted: { type: 'boolean' } },
  allowPositionals: true,
});
const terms = Number(positionals[0] ?? (values.planted ? 500 : values.seed ? 1 : 10_000));
const first = Number(values.seed ?? 1);
const command = [commandOf('vitest'), ['run', 'server/testing/simulation.test.ts']];
/** How many terms a process plays. It needs half a minute to start. */
const AT_ONCE = 500;

if (values.planted || terms < AT_ONCE) {
  const environment = { TERMS: terms, SEED: first, ...(values.planted && { PLANTED: 'on' }) };
  process.exitCode = await run('simulation', ...command, environment);
} else {
  const parts = Array.from({ length: Math.ceil(terms / AT_ONCE) }, (_, part) => {
    const SEED = first + part * AT_ONCE;
    const TERMS = Math.min(AT_ONCE, first + terms - SEED);
    return [`terms ${SEED} to ${SEED + TERMS - 1}`, ...command, { SEED, TERMS }];
  });
  // A term often waits for the database: on 2 cores, two processes played 137 terms a minute, and four 185.
  const ended = await runTogether('simulation', parts, 2 * availableParallelism());
  process.exitCode = ended.some(({ code }) => code !== 0) ? 1 : 0;
}
