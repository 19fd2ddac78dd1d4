import { expect, test } from 'vitest';
import { isSerious, report } from './findings.ts';
import { waiting } from './slow.ts';
import { findingsIn, type WapitiReport } from './wapiti.ts';

const reported = (kind: string, info: string, level: number, path = '/login'): WapitiReport => ({
  vulnerabilities: { [kind]: [{ method: 'GET', path, info, level, parameter: 'next' }] },
  anomalies: {},
});
const severityOf = (given: WapitiReport) => findingsIn(given, 'student').map(({ severity }) => severity);

test('reads the severity of each of wapiti’s levels, and takes an unknown one for a high one', () => {
  const levels = [4, 3, 2, 1, 0, 7].flatMap((level) => severityOf(reported('Backup file', 'a copy', level)));
  expect(levels).toEqual(['critical', 'high', 'medium', 'low', 'info', 'high']);
});

test.each([
  ['Open Redirect', 'Open Redirect via injection in the parameter next'],
  ['Content Security Policy Configuration', 'CSP is not set'],
  ['HTTP Secure Headers', 'X-Frame-Options is not set'],
  ['HTTP Secure Headers', 'X-Content-Type-Options is not set'],
])('takes what wapiti calls low seriously: %s, %s', (kind, info) => {
  expect(severityOf(reported(kind, info, 1))).toEqual(['medium']);
});

test('leaves other low findings and higher severities as they are', () => {
  expect(severityOf(reported('HTTP Secure Headers', 'X-XSS-Protection is not set', 1))).toEqual(['low']);
  expect(severityOf(reported('Open Redirect', 'Open Redirect via injection', 4))).toEqual(['critical']);
});

test('counts anomalies too, and does not repeat the token of a link', () => {
  const given = reported('Internal Server Error', 'a 500', 3, '/link/abcdefghijk');
  const findings = findingsIn({ vulnerabilities: {}, anomalies: given.vulnerabilities }, 'visitor');
  expect(findings).toEqual([
    { severity: 'high', what: 'Internal Server Error: GET /link/… next (a 500), as visitor' },
  ]);
});

test('counts the findings of each severity, and fails from medium on', () => {
  const findings = (['critical', 'medium', 'low', 'low'] as const).map((severity) => ({
    severity,
    what: 'x',
  }));
  expect(report([{ tool: 'wapiti', target: 'pages', requests: 12, findings }])).toContain(
    '| wapiti | pages | 12 | 1 | 0 | 1 | 2 | 0 |',
  );
  const serious = (['critical', 'high', 'medium', 'low', 'info'] as const).filter((severity) =>
    isSerious({ severity, what: 'x' }),
  );
  expect(serious).toEqual(['critical', 'high', 'medium']);
});

const answered = (took: number) => ({ took, outcome: 'answered' });
const timedOut = { took: 10_000, outcome: 'timeout' };
const usual = Array.from({ length: 80 }, () => ({ ...answered(900), beside: answered(800) }));

test.each([
  ['late once, like any on a busy machine', { ...answered(5000), beside: answered(1000) }, 1, []],
  ['late again and again', { ...answered(2100), beside: answered(1000) }, 20, ['high']],
  ['as late as the other', { ...answered(2100), beside: answered(1900) }, 20, []],
  ['with an error once', { took: 5, outcome: 'status 503', beside: answered(5) }, 1, ['high']],
  ['not at all, like the other', { ...timedOut, beside: timedOut }, 1, ['medium']],
])('under a slow attack, another caller answered %s', (_, wait, times, severities) => {
  const waits = [...usual, ...Array.from({ length: times }, () => wait)];
  expect(waiting('body', waits).map(({ severity }) => severity)).toEqual(severities);
});
