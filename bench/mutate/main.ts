// `npm run campaign -- mutate`: breaks the product in seeded places, one at a time, and lists what no test notices.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Crew } from './crew.ts';
import { readHandbook } from './handbook.ts';
import { isIgnored, startsPrograms } from './ignored.ts';
import { areas, areasOf, type Mutant, mutantsOf, mutate, sourceFiles } from './places.ts';
import { ReachMap } from './reach.ts';
import { sample } from './sample.ts';
import { judge, MOST, type Verdict } from './verdict.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'bench', 'results', 'mutate');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260301' },
    count: { type: 'string', default: '300' },
    /** Skip this many mutants of each area, to continue a stopped run. */
    from: { type: 'string', default: '0' },
    /** Only these areas, separated by commas. */
    area: { type: 'string' },
    /** Only the previous run's survivors, against every test file that can see them. */
    survivors: { type: 'boolean', default: false },
    /** Record again what each test file runs; with a path, only for files below it. */
    record: { type: 'string' },
    /** Record nothing: a test file without a record is assumed to see its own feature. */
    unrecorded: { type: 'boolean', default: false },
    /** Run only the test files below this path; a survivor may still be covered elsewhere. */
    tests: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
});

/** Whether a test file runs the product in its own process. */
const isObserving = (test: string) => /^(contract|web|server)\//.test(test) && !startsPrograms.test(test);

const reach = new ReachMap(root, join(results, 'reach'));
if (!values.unrecorded) await record();
const chosen = await choose();
if (values.list) for (const mutant of chosen) console.log(describe(mutant));
else await run(chosen);

/** Runs each test file once with probes in the sources, to know later which of them can see a mutant. */
async function record() {
  const crew = new Crew(root, 'record');
  const all = (await crew.testFiles()).filter(isObserving);
  const wanted = (test: string) =>
    values.record === undefined ? !reach.has(test) : test.startsWith(values.record);
  const size = (test: string) => statSync(join(root, test)).size;
  const missing = all.filter(wanted).sort((one, other) => size(one) - size(other));
  for (const [index, test] of missing.entries()) {
    const answer = await crew.run({ mutant: null, tests: [test] }, 600_000);
    const passed = answer?.failure === null;
    reach.add(test, answer?.milliseconds ?? 0, passed, answer?.reached ?? []);
    console.log(
      `${index + 1}/${missing.length} ${test} ${passed ? 'recorded' : `FAILS: ${answer?.failure?.message}`}`,
    );
  }
  await crew.close();
}

async function choose(): Promise<Mutant[]> {
  if (values.survivors)
    return (JSON.parse(readFileSync(join(results, 'last.json'), 'utf8')) as Verdict[])
      .filter(({ outcome }) => outcome === 'survived')
      .map(({ mutant }) => mutant);
  const rows = readHandbook(root);
  const wanted = areas.filter((area) => !values.area || values.area.split(',').includes(area));
  const all: Mutant[] = [];
  for (const file of sourceFiles(root))
    if (areasOf(file).some((area) => wanted.includes(area)))
      all.push(...(await mutantsOf(root, file, rows, reach.reaches)));
  const size = { count: Number(values.count), seed: Number(values.seed) };
  const isValid = (mutant: Mutant) =>
    !isIgnored(mutant) && mutate(readFileSync(join(root, mutant.file), 'utf8'), mutant) !== null;
  return wanted.flatMap((area) =>
    sample(
      area,
      all.filter((one) => one.area === area),
      size,
      isValid,
    ).slice(Number(values.from)),
  );
}

async function run(mutants: readonly Mutant[]) {
  const began = Date.now();
  const crew = new Crew(root, 'mutate');
  const verdicts: Verdict[] = [];
  mkdirSync(results, { recursive: true });
  for (const [index, mutant] of mutants.entries()) {
    const verdict = await judge(mutant, reach, crew, {
      below: values.tests,
      most: values.survivors ? Number.POSITIVE_INFINITY : MOST,
    });
    verdicts.push(verdict);
    console.log(`${index + 1}/${mutants.length} ${verdict.outcome} ${describe(mutant)} ${verdict.by ?? ''}`);
    writeFileSync(join(results, 'last.json'), JSON.stringify(verdicts));
  }
  await crew.close();
  report(verdicts);
  console.log(`${Math.round((Date.now() - began) / 60_000)} minutes, seed ${values.seed}`);
}

function report(verdicts: readonly Verdict[]) {
  const survivors = verdicts.filter(({ outcome }) => outcome === 'survived');
  console.log('\nSurvivors');
  for (const { mutant, ran } of survivors) {
    console.log(`- ${describe(mutant)} (${ran} test files)`);
    if (mutant.row) console.log(`  ${mutant.row.statement}`);
  }
  console.log('\n| area | mutants | survived | share |\n|---|---|---|---|');
  for (const area of areas) {
    const here = verdicts.filter(({ mutant, outcome }) => mutant.area === area && outcome !== 'gone');
    const left = here.filter(({ outcome }) => outcome === 'survived').length;
    if (here.length > 0)
      console.log(`| ${area} | ${here.length} | ${left} | ${((100 * left) / here.length).toFixed(1)} % |`);
  }
}

function describe({ area, file, line, kind, before, replacement }: Mutant): string {
  const brief = (text: string) => JSON.stringify(text.replaceAll(/\s+/g, ' ').slice(0, 80));
  return `[${area}] ${file}:${line} ${kind}: ${brief(before)} → ${brief(replacement)}`;
}
