// `npm run simulate [-- terms] [--seed first] [--planted]`: compares seeded school terms with a model. With `--seed`
// alone, runs a single term. With `--planted`, shows which seed finds each planted fault.
import { parseArgs } from 'node:util';
import { run } from './stages.mjs';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, planted: { type: 'boolean' } },
  allowPositionals: true,
});
const terms = positionals[0] ?? (values.planted ? '500' : values.seed ? '1' : '10000');
process.exitCode = await run('simulation', 'npx', ['vitest', 'run', 'server/testing/simulation.test.ts'], {
  TERMS: terms,
  ...(values.seed && { SEED: values.seed }),
  ...(values.planted && { PLANTED: 'on' }),
});
