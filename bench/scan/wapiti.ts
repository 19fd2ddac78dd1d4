import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { screenAccess } from '@waypost/contract/access';
import { type Finding, isSerious, type Severity } from './findings.ts';
import type { SampleRequest } from './requests.ts';
import { runTool } from './run-tool.ts';
import type { Role, Target } from './target.ts';

/**
 * What wapiti 3.0.4 tests. Left out: what needs a server on the internet (`ssrf`, `xxe`) or a download (`nikto`,
 * `wapp`), guessing (`buster`, `brute_login_form`), and `csrf`, which looks for a token in each form: a link page's own
 * address is the token, and no cookie is involved.
 */
const MODULES = [
  'blindsql',
  'cookieflags',
  'csp',
  'exec',
  'file',
  'http_headers',
  'permanentxss',
  'redirect',
  'sql',
  'xss',
  'backup',
  'crlf',
  'htaccess',
  'methods',
  'shellshock',
];

/** Wapiti rates these low. Here they fail the scan. */
const WORSE_THAN_LOW = /^Open Redirect|CSP is not set|X-(Frame|Content-Type)-Options is not set/;

/** Wapiti's levels, 0 to 4. */
const levels: Record<string, Severity> = { 4: 'critical', 3: 'high', 2: 'medium', 1: 'low', 0: 'info' };

interface Reported {
  method: string;
  path: string;
  info: string;
  level: string | number;
  parameter: string;
}

/** The parts of wapiti's JSON report that are read: findings by kind. */
export interface WapitiReport {
  vulnerabilities: Record<string, Reported[]>;
  anomalies: Record<string, Reported[]>;
}

export interface WapitiOptions {
  modules?: readonly string[];
  /** The time limit of one module, in seconds. */
  seconds: number;
}

/** Every page of the product without an id in its path, and a login that redirects. */
export const pagePaths = (): string[] => [
  '/',
  '/login?next=%2Fprofile',
  ...Object.keys(screenAccess).filter((path) => !path.includes('$')),
];

/** The GET calls that this role may make. */
export async function pathsFor(
  target: Target,
  role: Role,
  requests: readonly SampleRequest[],
): Promise<string[]> {
  const { origin } = target.served();
  const paths: string[] = [];
  for (const { method, path } of requests) {
    if (method !== 'GET') continue;
    const reply = await fetch(origin + path, { headers: { cookie: target.cookies[role] } });
    await reply.arrayBuffer();
    if (reply.status !== 401 && reply.status !== 403) paths.push(path);
  }
  return paths;
}

/** Attacks these addresses, and the forms on the pages among them, with a role's session. */
export async function wapiti(
  target: Target,
  role: Role,
  paths: readonly string[],
  { modules = MODULES, seconds }: WapitiOptions,
): Promise<Finding[]> {
  const { origin } = target.served();
  const folder = await mkdtemp(join(target.folder, 'wapiti-'));
  const [urls, output] = [join(folder, 'urls.txt'), join(folder, 'report.json')];
  await writeFile(urls, paths.map((path) => `${origin}${path}\n`).join(''));
  const cookie = target.cookies[role];
  const said = await runTool(
    'wapiti',
    [
      '-u',
      `${origin}/`,
      '-s',
      urls,
      '-m',
      modules.join(','),
      '-d',
      '1',
      '-S',
      'insane',
      '-t',
      '15',
      '--max-attack-time',
      String(seconds),
      '--flush-session',
      '--store-session',
      folder,
      '--store-config',
      folder,
      '--no-bugreport',
      '-f',
      'json',
      '-o',
      output,
      ...(cookie === '' ? [] : ['-H', `Cookie: ${cookie}`]),
    ],
    folder,
  );
  const report = await readFile(output, 'utf8').catch(() => null);
  if (report === null) return [{ severity: 'high', what: `wapiti wrote no report: ${said.slice(-500)}` }];
  return [...unfinishedTests(said), ...findingsIn(JSON.parse(report), role)];
}

/** A module that ran out of time, or failed, proves nothing about the rest. */
function unfinishedTests(said: string): Finding[] {
  const lines = said
    .split('\n')
    .filter((line) => /Max attack time was reached|Traceback|requests were skipped/.test(line));
  return lines.map((line) => ({ severity: 'medium', what: `not everything was tested: ${line.trim()}` }));
}

/** The findings in wapiti's report, with higher severities where wapiti's are too low. */
export function findingsIn(report: WapitiReport, role: Role): Finding[] {
  const kinds = [...Object.entries(report.vulnerabilities), ...Object.entries(report.anomalies)];
  return kinds.flatMap(([kind, all]) =>
    all.map(({ method, path, info, level, parameter }) => {
      const given = levels[String(level)] ?? 'high';
      const finding: Finding = {
        severity: given,
        what: `${kind}: ${method} ${path.replace(/\/link\/.*/, '/link/…')} ${parameter} (${info.replaceAll(/\s+/g, ' ')}), as ${role}`,
      };
      return !isSerious(finding) && WORSE_THAN_LOW.test(info) ? { ...finding, severity: 'medium' } : finding;
    }),
  );
}
