// Reads the test runners' JSON reports: how many tests passed, which failed and why, and which were slowest.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `[passed, failed]` */
export function countIn(runner, report) {
  if (runner === 'vitest') return [report.numPassedTests, report.numFailedTests];
  // A flaky test, which passed only on retry, counts as failed.
  return [report.stats.expected, report.stats.unexpected + report.stats.flaky];
}

/**
 * Every test with its file, its duration in milliseconds and, if it failed, the reason and what a journey's page showed.
 * Call it before the runner starts again, which deletes the pages.
 */
export function testsIn(runner, report, root) {
  if (runner === 'vitest')
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
        file: relative(root, name),
        title: fullName,
        took: duration ?? 0,
        reason: status === 'failed' ? failureMessages.join('\n') : null,
      })),
    );
  const below = (suite, file) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ results, status }) => ({
        file,
        title,
        took: results.reduce((sum, { duration }) => sum + duration, 0),
        reason: ['unexpected', 'flaky'].includes(status) ? messagesOf(results) : null,
        page: results.flatMap(({ attachments }) => attachments.flatMap(pageIn)),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => below(inner, file)),
  ];
  return report.suites.flatMap((suite) => below(suite, `e2e/${suite.file}`));
}

const messagesOf = (results) =>
  results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n');

/** The lines of the page's accessibility tree, from the file that Playwright writes for a failed test. */
function pageIn({ name, path }) {
  if (name !== 'error-context' || !path || !existsSync(path)) return [];
  return /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8'))?.[1]?.split('\n') ?? [];
}

/** Lines with every failed test and the start of its reason. Print them last: a log may show only its end. */
export function failures(tests, manyLines = 12, manyOfPage = 80) {
  const failed = tests.filter(({ reason }) => reason !== null);
  if (failed.length === 0) return [];
  const linesOf = ({ file, title, reason, page = [] }) => [
    `  ${file} › ${title}`,
    ...stripVTControlCharacters(reason)
      .split('\n')
      .slice(0, manyLines)
      .map((line) => `    ${line.slice(0, 240)}`),
    ...page.slice(0, manyOfPage).map((line) => `    | ${line.slice(0, 120)}`),
  ];
  return ['', 'Failed tests:', ...failed.flatMap(linesOf)];
}

/** Lines with the slowest `many` files. */
export function slowestFiles(tests, many = 10) {
  const files = new Map();
  for (const { file, took } of tests) files.set(file, (files.get(file) ?? 0) + took);
  const lines = [...files]
    .sort(([, one], [, other]) => other - one)
    .slice(0, many)
    .map(([file, took]) => `${(took / 1000).toFixed(1).padStart(7)} s  ${file}`);
  return ['', 'Slowest files:', ...lines];
}

/** On two idle cores, with the installation, in milliseconds. */
const BUDGET = 15 * 60_000;

/** The last lines of a run that took this many milliseconds. Continuous integration reads the counts. */
export function closing({ passed, failed }, took) {
  const counts = `${passed} passed, ${failed} failed`;
  const minutes = (milliseconds) => (milliseconds / 60_000).toFixed(1);
  const all = `All of it took ${minutes(took)} minutes`;
  return took <= BUDGET
    ? `\n${all}.\n${counts}`
    : `\n${all}, more than the budget of ${minutes(BUDGET)}.\nOvertime: ${counts}`;
}
