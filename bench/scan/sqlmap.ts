import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './findings.ts';
import { FILTER, type SampleRequest } from './requests.ts';
import { runTool } from './run-tool.ts';
import type { Target } from './target.ts';

/** Injects into each parameter of a call's query or body, as the role that makes the call. */
export async function sqlmap(target: Target, asked: SampleRequest): Promise<Finding[]> {
  const findings = await inject(target, asked);
  const encoded = encodeURIComponent(FILTER);
  if (!asked.path.includes(encoded)) return findings;
  // The asterisk marks where sqlmap injects, instead of the parameters.
  const path = asked.path.replace(encoded, encoded.replace('boat', 'boat*'));
  return [...findings, ...(await inject(target, { ...asked, path }))];
}

async function inject(target: Target, { name, as, method, path, body }: SampleRequest): Promise<Finding[]> {
  const folder = await mkdtemp(join(target.folder, 'sqlmap-'));
  const cookie = target.cookies[as];
  const said = await runTool(
    'sqlmap',
    [
      '-u',
      `${target.served().origin}${path}`,
      '--method',
      method,
      ...(body ? ['--data', JSON.stringify(body), '--headers', 'Content-Type: application/json'] : []),
      // Not the session itself: it is hashed before it reaches a statement.
      ...(cookie === '' ? [] : ['--cookie', cookie, '--param-exclude', 'waypost']),
      '--batch',
      '--dbms',
      'PostgreSQL',
      '--level',
      '2',
      '--risk',
      '1',
      '--time-sec',
      '2',
      '--timeout',
      '15',
      // Treat a refusal like any other response.
      '--ignore-code',
      '*',
      '--flush-session',
      '--output-dir',
      folder,
      '--disable-coloring',
    ],
    folder,
  );
  const places = [...said.matchAll(/^Parameter: (.+)$/gm)].map(([, place]) => place);
  if (places.length > 0)
    return places.map((place) => ({ severity: 'critical', what: `SQL injection: ${name}, ${place}` }));
  if (/do not appear to be injectable/.test(said)) return [];
  const reason = said.match(/\[(?:CRITICAL|ERROR)\] .*/g)?.at(-1) ?? said.slice(-300);
  return [{ severity: 'medium', what: `${name} was not tested: ${reason}` }];
}

/** Whether a request has anything to inject into. */
export const takesInput = ({ path, body }: SampleRequest): boolean =>
  path.includes('?') || (body !== undefined && Object.keys(body).length > 0);
