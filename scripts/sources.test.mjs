import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedSinceIntegration, processTests, projectsToRun, reachedFrom } from './sources.mjs';
import { commandOf } from './stages.mjs';

const root = join(import.meta.dirname, '..');

function aRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write(
    'server/src/a.test.ts',
    "import { a } from './a.ts';\nimport { createApp } from './app.ts';\nspawn(join(here, 'program.ts'));",
  );
  write('server/src/a.ts', "export * from '../other/b.ts';\nconst { c } = await import('./c.ts');");
  write(
    'server/other/b.ts',
    "import { calls } from '@waypost/contract/lists/calls';\nimport { start } from '@waypost/embedded-database';",
  );
  write(
    'server/src/c.ts',
    "import { aFolder } from '@waypost/embedded-database/testing/folders';\nimport type { U } from './unrelated.ts';",
  );
  write('server/src/program.ts', '');
  write('server/src/app.ts', "import './handlers.ts';");
  write('server/src/handlers.ts', '');
  write('server/src/unrelated.ts', '');
  write('contract/src/lists/calls.ts', '');
  write('embedded-database/src/index.ts', '');
  write('embedded-database/testing/folders.ts', '');
  write('server/migrations/0001.sql', '');
  write('server/testing/process-tests.json', '["src/a.test.ts"]');
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.test', ...args], { cwd: folder });
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'Change');
  };
  git('init', '--quiet');
  commit();
  const changed = () => changedSinceIntegration(folder, ['server/src/a.test.ts'], ['server/migrations']);
  return { folder, write, git, commit, changed };
}

test('a test depends on its imports, their imports, and the programs it starts', () => {
  const { folder } = aRepository();
  const reached = reachedFrom(folder, ['server/src/a.test.ts']).map((file) => relative(folder, file));
  expect(reached).toEqual([
    'contract/src/lists/calls.ts',
    'embedded-database/src/index.ts',
    'embedded-database/testing/folders.ts',
    'server/other/b.ts',
    'server/src/a.test.ts',
    'server/src/a.ts',
    'server/src/c.ts',
    'server/src/program.ts',
  ]);
});

test.each([
  'server/src/a.test.ts',
  'server/other/b.ts',
  'server/src/program.ts',
  'contract/src/lists/calls.ts',
  'server/migrations/0001.sql',
  'server/migrations/0002.sql',
])('a change to %s counts until it is integrated', (file) => {
  const { write, git, commit, changed } = aRepository();
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(changed()).toBe(false);
  write(file, '// changed');
  expect(changed()).toBe(true);
  commit();
  expect(changed()).toBe(true);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(changed()).toBe(false);
});

test.each(['unrelated.ts', 'app.ts', 'handlers.ts'])(
  'a change to %s, elsewhere or in the whole product, does not count',
  (file) => {
    const { write, changed } = aRepository();
    write(`server/src/${file}`, '// changed');
    expect(changed()).toBe(false);
  },
);

test('without a repository, everything counts as changed', () => {
  const { folder, changed } = aRepository();
  rmSync(join(folder, '.git'), { recursive: true });
  expect(changed()).toBe(true);
});

test('the tests of database processes depend on the supervisor, its test program and the backup', () => {
  const reached = reachedFrom(root, processTests(root)).map((file) => relative(root, file));
  expect(reached).toEqual(
    expect.arrayContaining([
      'embedded-database/src/supervisor.ts',
      'embedded-database/testing/program.ts',
      'server/src/database/backup.ts',
      'server/src/database/tables/people.ts',
    ]),
  );
  expect(reached).not.toContain('server/src/app.ts');
});

test.each([
  ['web/src/Screen.tsx', ['screens']],
  ['contract/src/lists/other.ts', ['screens', 'server', 'server-locks', 'long']],
  ['server/src/unrelated.ts', ['server', 'server-locks', 'long']],
  ['server/migrations/0002.sql', ['server', 'server-locks', 'long', '*-processes']],
  ['scripts/a.mjs', ['server', 'server-locks', 'tools']],
  ['package-lock.json', ['screens', 'server', 'server-locks', 'long', 'tools', '*-processes']],
  ['README.md', ['server', 'server-locks']],
])(
  'after a change to %s, those tests run that depend on it, and always those of the rules',
  (file, expected) => {
    const { folder, write } = aRepository();
    write(file, '// changed');
    const projects = projectsToRun(folder);
    const running = Object.keys(projects).filter((name) => projects[name]);
    expect(running.sort()).toEqual(['contract', 'web', 'scripts', ...expected].sort());
  },
);

test('every project of Vitest is one that `npm test` may run', () => {
  const { stdout } = spawnSync(commandOf('vitest'), ['list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  const named = new Set(JSON.parse(stdout).map(({ projectName }) => projectName.replace(/ \(.*/, '')));
  const known = Object.keys(projectsToRun(root)).map((name) => new RegExp(`^${name.replace('*', '.+')}$`));
  expect([...named].filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(named.size).toBeGreaterThan(5);
});
