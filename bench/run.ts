/*
 * Measures the built product against limits of the same run, prints a table for README.md, and exits 1 if a limit is
 * missed. Needs the machine for itself.
 *
 *   npm run bench -- load [--seconds 2] [--rounds 3] [--only browse]
 *   npm run bench -- mix [--seconds 300] [--rate 200] [--students 50000] [--attacker]
 *   npm run bench -- lists [--rounds 30] [--only follow-ups] [--plans]
 *   npm run bench -- screen [--seconds 4] [--only users]
 */
import { parseArgs } from 'node:util';
import { measureLists } from './lists.ts';
import { measureLoad } from './load.ts';
import { measureMix } from './mix.ts';
import { machine, withBench } from './product.ts';
import { measureScreens } from './screen.ts';

const benches = {
  load: { measure: measureLoad, seconds: 2, rounds: 3, students: 20_000 },
  mix: { measure: measureMix, seconds: 300, rounds: 1, students: 50_000 },
  lists: { measure: measureLists, seconds: 0, rounds: 30, students: 20_000 },
  screen: { measure: measureScreens, seconds: 4, rounds: 1, students: 20_000 },
};

const { values, positionals } = parseArgs({
  options: {
    /** How long each measurement takes. */
    seconds: { type: 'string' },
    students: { type: 'string' },
    /** Measures only what has a name that starts with this. */
    only: { type: 'string', default: '' },
    /** How often each call or list is measured. */
    rounds: { type: 'string' },
    /** Prints PostgreSQL's plan of each statement of the lists. */
    plans: { type: 'boolean', default: false },
    /** Requests a second of the mix. */
    rate: { type: 'string', default: '200' },
    /** Whether someone attacks the server during the mix. */
    attacker: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [name = ''] = positionals;
if (!isBench(name)) throw new Error(`choose one of ${Object.keys(benches).join(', ')}`);
const { measure, seconds, rounds, students } = benches[name];
const options = {
  ...values,
  seconds: Number(values.seconds ?? seconds),
  rounds: Number(values.rounds ?? rounds),
  rate: Number(values.rate),
};
const missed = await withBench(Number(values.students ?? students), (bench) => {
  console.log(`${machine}; ${JSON.stringify(bench.loaded.size)}\n`);
  return measure(bench, options);
});
for (const sentence of missed) console.error(sentence);
if (missed.length > 0) process.exitCode = 1;

function isBench(text: string): text is keyof typeof benches {
  return Object.hasOwn(benches, text);
}
