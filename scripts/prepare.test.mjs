import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const INSTALL = 'ci --include=dev --no-audit --no-fund';
const BUILD_WEB = 'run build -w web';
const BUILD_SERVER = 'run build -w server';

test('installs and builds a fresh clone once', () => {
  const clone = aClone();
  expect(clone.prepare().npm.sort()).toEqual([INSTALL, BUILD_SERVER, BUILD_WEB].sort());
  expect(clone.prepare()).toMatchObject({ code: 0, npm: [], out: '' });
});

test('installs and builds again when the lockfile changes', () => {
  const clone = aPreparedClone();
  clone.write('package-lock.json', '{"changed": true}');
  expect(clone.prepare().npm[0]).toBe(INSTALL);
});

test.each([
  ['a source of the server', 'server/src/main.ts', [BUILD_SERVER]],
  ['a source of the web', 'web/src/main.tsx', [BUILD_WEB]],
  ['the contract', 'contract/src/accounts/calls.ts', [BUILD_SERVER, BUILD_WEB]],
  ['the embedded database', 'embedded-database/src/index.ts', [BUILD_SERVER]],
  ['a test', 'server/src/main.test.ts', []],
  ['a migration, which is read at run time', 'server/migrations/0001.sql', []],
])('after a change to %s, builds only what depends on it', (_what, file, builds) => {
  const clone = aPreparedClone();
  clone.write(file, 'changed');
  expect(clone.prepare().npm.sort()).toEqual(builds);
});

test('rebuilds what was deleted', () => {
  const clone = aPreparedClone();
  rmSync(join(clone.root, 'web/dist'), { recursive: true });
  expect(clone.prepare().npm).toEqual([BUILD_WEB]);
});

test('a failed build stops the start with the reason, and is retried', () => {
  const clone = aClone();
  const failed = clone.prepare({ FAIL: BUILD_SERVER });
  expect(failed.code).toBe(1);
  expect(failed.err).toContain('the reason');
  expect(failed.err).toContain('Building the server failed');
  expect(clone.prepare().npm).toEqual([BUILD_SERVER]);
});

test('a failed install stops the start before building', () => {
  const failed = aClone().prepare({ FAIL: INSTALL });
  expect(failed).toMatchObject({ code: 1, npm: [INSTALL] });
});

test('refuses an outdated Node version with one sentence', () => {
  const clone = aClone();
  clone.write('old.mjs', "Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } });");
  const refused = clone.prepare({ NODE_OPTIONS: `--import=${join(clone.root, 'old.mjs')}` });
  expect(refused).toMatchObject({ code: 1, npm: [] });
  expect(refused.err).toBe(
    'Waypost needs Node 20.19 or later, and this is 20.18.3: install the current LTS from https://nodejs.org.\n',
  );
});

/** A repository of a few files, with a fake npm that records its calls and creates the files it would. */
function aClone() {
  const root = mkdtempSync(join(tmpdir(), 'prepare-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file, text) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('package-lock.json', '{}');
  write('tsconfig.base.json', '{}');
  write('contract/src/accounts/calls.ts', '');
  write('embedded-database/src/index.ts', '');
  write('server/src/main.ts', '');
  write('web/src/main.tsx', '');
  write('npm.js', `(${npm})(process.argv.slice(2).join(' '))`);
  mkdirSync(join(root, 'scripts'));
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'));

  const prepare = (variables = {}) => {
    write('asked.txt', '');
    const run = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(root, 'npm.js'), ...variables },
    });
    const asked = readFileSync(join(root, 'asked.txt'), 'utf8').split('\n').filter(Boolean);
    return { code: run.status, npm: asked, out: run.stdout, err: run.stderr };
  };
  return { root, write, prepare };
}

function aPreparedClone() {
  const clone = aClone();
  clone.prepare();
  return clone;
}

/** Runs in a separate process, so it must not use anything from this file. */
function npm(asked) {
  const files = require('node:fs');
  files.appendFileSync('asked.txt', `${asked}\n`);
  if (process.env.FAIL === asked) {
    console.error('the reason');
    process.exit(1);
  }
  const made = { web: 'web/dist/index.html', server: 'server/dist/main.js' }[asked.split(' ').at(-1)];
  const folder = made ? made.slice(0, made.lastIndexOf('/')) : 'node_modules';
  files.mkdirSync(folder, { recursive: true });
  if (made) files.writeFileSync(made, '');
}
