// Reads the test runners' JSON reports: how many tests passed, and which were slowest.
import { relative } from 'node:path';

/** `[passed, failed]` */
export function countIn(runner, report) {
  if (runner === 'vitest') return [report.numPassedTests, report.numFailedTests];
  // A test that passed only on retry is flaky, and flaky counts as failed.
  return [report.stats.expected, report.stats.unexpected + report.stats.flaky];
}

/** Every test with its file and its duration in milliseconds. */
export function testsIn(runner, report, root) {
  if (runner === 'vitest')
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: relative(root, name),
        title: fullName,
        took: duration ?? 0,
      })),
    );
  const below = (suite, file) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ results }) => ({
        file,
        title,
        took: results.reduce((sum, { duration }) => sum + duration, 0),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => below(inner, file)),
  ];
  return report.suites.flatMap((suite) => below(suite, `e2e/${suite.file}`));
}

/** Lines with the slowest `many` tests and files. */
export function slowest(tests, many = 10) {
  const files = new Map();
  for (const { file, took } of tests) files.set(file, (files.get(file) ?? 0) + took);
  const lines = (entries) =>
    entries
      .sort((one, other) => other.took - one.took)
      .slice(0, many)
      .map(({ took, name }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${name.slice(0, 160)}`);
  return [
    '',
    'Slowest tests:',
    ...lines(tests.map(({ file, title, took }) => ({ took, name: `${file} › ${title}` }))),
    '',
    'Slowest files:',
    ...lines([...files].map(([name, took]) => ({ took, name }))),
  ];
}
