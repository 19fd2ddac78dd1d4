/*
 * Attacks the built product with wapiti, sqlmap and slowhttptest, and exits 1 for any finding of medium severity or
 * above. With --planted, breaks a copy of it in several ways and exits 1 if the same tools miss one.
 *
 *   npm run campaign -- scan -- [--tools wapiti,sqlmap,slow] [--calls name,name] [--roles student,admin] [--seconds 900] [--planted]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { faults, plant } from './faults.ts';
import { type Finding, isSerious, report, type Scanned } from './findings.ts';
import { requestsOf } from './requests.ts';
import { slow, slowAttacks } from './slow.ts';
import { sqlmap, takesInput } from './sqlmap.ts';
import { roles, startTarget, type Target } from './target.ts';
import { pagePaths, pathsFor, wapiti } from './wapiti.ts';

const { values } = parseArgs({
  options: {
    planted: { type: 'boolean', default: false },
    tools: { type: 'string', default: 'wapiti,sqlmap,slow' },
    calls: { type: 'string', default: '' },
    roles: { type: 'string', default: roles.join(',') },
    /** The time limit of each of wapiti's modules with one role. */
    seconds: { type: 'string', default: '900' },
    faults: { type: 'string', default: '' },
  },
});
const list = (text: string) => text.split(',').filter((part) => part !== '');

const target = await startTarget();
try {
  process.exitCode = (await (values.planted ? scanPlanted(target) : scan(target))) ? 0 : 1;
} finally {
  await target.stop();
}

/** Returns whether nothing serious was found. */
async function scan(target: Target): Promise<boolean> {
  const all: Scanned[] = [];
  const add = async (tool: string, what: string, work: () => Promise<Finding[]>) => {
    target.served().answered();
    const findings = await work();
    const { requests, findings: errors } = target.served().answered();
    all.push({ tool, target: what, requests, findings: [...findings, ...errors] });
    console.log(`${tool}, ${what}: ${requests} requests, ${findings.length + errors.length} findings`);
  };
  const tools = list(values.tools);
  const requests = requestsOf(target.world, list(values.calls));
  const seconds = Number(values.seconds);
  if (tools.includes('wapiti')) {
    await add('wapiti', 'pages of links', () => wapiti(target, 'visitor', target.linkPaths, { seconds }));
    for (const role of roles.filter((one) => list(values.roles).includes(one))) {
      const paths = await pathsFor(target, role, requests);
      const pages = list(values.calls).length > 0 ? [] : pagePaths();
      await add('wapiti', `${pages.length} pages and ${paths.length} calls as ${role}`, () =>
        wapiti(target, role, [...pages, ...paths], { seconds }),
      );
    }
  }
  if (tools.includes('sqlmap')) {
    const tested = requests.filter(takesInput);
    await add('sqlmap', `${tested.length} calls`, async () => {
      const findings: Finding[] = [];
      for (const asked of tested) findings.push(...(await sqlmap(target, asked)));
      return findings;
    });
  }
  if (tools.includes('slow'))
    for (const kind of Object.keys(slowAttacks) as (keyof typeof slowAttacks)[])
      await add('slowhttptest', `slow ${kind}`, () => slow(target, kind));
  console.log(report(all));
  return !all.some(({ findings }) => findings.some(isSerious));
}

/** Returns whether every planted fault was reported. */
async function scanPlanted(target: Target): Promise<boolean> {
  const lines: string[] = [];
  let missed = 0;
  const wanted = list(values.faults).map(Number);
  for (const [index, fault] of faults.entries()) {
    if (wanted.length > 0 && !wanted.includes(index + 1)) continue;
    await target.serve(await plant(fault, join(target.folder, `planted-${index}`)));
    const findings = (await fault.scan(target)).filter(isSerious);
    const found = findings.find(({ what }) => fault.reported.test(what));
    if (!found) missed += 1;
    lines.push(`| ${fault.name} | ${found ? `${found.severity}: ${found.what}` : 'MISSED'} |`);
    console.log(lines.at(-1));
  }
  console.log(['', '| planted fault | reported as |', '|---|---|', ...lines].join('\n'));
  return missed === 0;
}
