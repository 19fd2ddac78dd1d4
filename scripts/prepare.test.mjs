import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const INSTALL = 'ci --include=dev --no-audit --no-fund';
const BUILD_WEB = 'run build -w web';
const BUILD_SERVER = 'run build -w server';

const repository = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

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
  ['the contract', 'contract/src/people/accounts/calls.ts', [BUILD_SERVER, BUILD_WEB]],
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

test('installs again for another Node of the same major version, which may need other packages', () => {
  const clone = aPreparedClone();
  expect(clone.prepare(onNode(clone, `${process.versions.node.split('.')[0]}.99.0`)).npm[0]).toBe(INSTALL);
});

test.each(['18.20.4', '20.18.3', '21.7.3', '22.0.0', '22.11.0', '23.11.1'])(
  'refuses Node %s with one sentence',
  (version) => {
    const clone = aClone();
    expect(clone.prepare(onNode(clone, version))).toEqual({
      code: 1,
      npm: [],
      out: '',
      err: `Waypost does not run on Node ${version}: install the current LTS from https://nodejs.org (it needs ${manifest.engines.node}).\n`,
    });
  },
);

test.each(['20.19.0', '22.12.0', '24.0.0', '25.1.0'])('accepts Node %s', (version) => {
  const clone = aClone();
  expect(clone.run(['prepare.mjs', '--install'], onNode(clone, version)).code).toBe(0);
});

test('every npm script checks Node, and installs before it runs a package', () => {
  for (const [name, script] of Object.entries(manifest.scripts)) {
    const [, options] =
      /^(?:[A-Z_]+=\d+ )*node scripts\/run\.mjs (--install |--build )?\S/.exec(script) ?? [];
    // The scripts of these do it, together with installing other programs or after changing the environment.
    const isPrepared = options || name === 'test';
    expect([name, isPrepared]).toEqual([name, expect.toSatisfy(Boolean)]);
  }
});

test.each([[['scripts/test.mjs']], [['--install', 'tool']], [['--build', 'server/dist/main.js']]])(
  'a script that starts with run.mjs %j refuses an outdated Node with one sentence',
  (words) => {
    const clone = aClone();
    const { code, npm, err } = clone.run(['run.mjs', ...words], onNode(clone, '22.11.0'));
    expect([code, npm]).toEqual([1, []]);
    expect(err).toMatch(/^Waypost does not run on Node 22\.11\.0: .*\n$/);
  },
);

test('runs the program in its own process, with its arguments and exit code', () => {
  const clone = aPreparedClone();
  clone.write(
    'server/dist/main.js',
    'console.log(process.pid, ...process.argv.slice(1)); process.exitCode = 3;',
  );
  const { code, pid, out } = clone.run(['run.mjs', '--build', 'server/dist/main.js', 'backup', '--check']);
  expect([code, out]).toEqual([3, `${pid} ${join(clone.root, 'server/dist/main.js')} backup --check\n`]);
});

test('runs the command of a package that it has just installed', () => {
  const clone = aClone();
  clone.write('tool.js', "console.log('the installed one', ...process.argv.slice(2));");
  const { code, npm, out } = clone.run(['run.mjs', '--install', 'tool', '--write', '.'], {
    COMMAND: join(clone.root, 'tool.js'),
  });
  expect([code, npm]).toEqual([0, [INSTALL]]);
  expect(out).toMatch(/\nthe installed one --write \.\n$/);
});

test.each(['exit', 'kill'])('says that a build ran out of memory if it is killed (%s)', (death) => {
  const clone = aClone();
  const killed = clone.prepare({ FAIL: BUILD_WEB, DEATH: death });
  expect(killed.code).toBe(1);
  expect(killed.err).toMatch(
    /^Building the web was killed, most likely because memory ran out \(.*\): free /,
  );
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])(
  '%s during the install ends it with a sentence, and the next start installs again',
  async (signal, code) => {
    const clone = aClone();
    const { child, installer } = await anInstall(clone);
    child.kill(signal);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(err).toBe('Installing packages was interrupted: run the command again.\n');
    expect(isRunning(installer)).toBe(false);
    expect(existsSync(join(clone.root, 'server/dist/main.js'))).toBe(false);
    expect(clone.prepare().npm[0]).toBe(INSTALL);
  },
);

test('the install ends if npm, which started it, is killed', async () => {
  const { child, installer } = await anInstall(aClone(), ['sh', '-c', '"$0" "$@"; true', process.execPath]);
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(installer), { timeout: 30_000 }).toBe(false);
});

test('npx downloads no package that is not installed', async () => {
  const clone = aClone();
  cpSync(join(repository, '.npmrc'), join(clone.root, '.npmrc'));
  const asked = [];
  const registry = createServer((request, reply) => {
    asked.push(request.url);
    if (request.url.endsWith('.tgz')) return reply.writeHead(404).end();
    const dist = { tarball: `${origin}/stranger.tgz`, integrity: 'sha512-AA==' };
    const version = { name: 'stranger', version: '1.0.0', bin: 'stranger.js', dist };
    reply.end(
      JSON.stringify({ name: 'stranger', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    );
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => registry.close());
  const origin = `http://127.0.0.1:${registry.address().port}`;
  const npx = spawn('npx', ['stranger'], {
    cwd: clone.root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...withoutNpm(),
      npm_config_registry: origin,
      npm_config_cache: join(clone.root, 'cache'),
      npm_config_update_notifier: 'false',
      // Without this computer's own settings.
      npm_config_userconfig: join(clone.root, 'none'),
      npm_config_globalconfig: join(clone.root, 'none-either'),
    },
  });
  let err = '';
  npx.stderr.on('data', (chunk) => {
    err += chunk;
  });
  expect(await once(npx, 'close')).toEqual([1, null]);
  expect(err).toContain('canceled due to missing packages');
  expect(asked).toEqual(['/stranger']);
});

test('no script starts npx, which would look for missing commands elsewhere', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /(?<!\.test)\.mjs$/.test(file));
  expect(files.length).toBeGreaterThan(10);
  const starting = files.filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes("'npx'"),
  );
  expect(starting).toEqual([]);
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
  write('contract/src/people/accounts/calls.ts', '');
  write('embedded-database/src/index.ts', '');
  write('server/src/main.ts', '');
  write('web/src/main.tsx', '');
  write('npm.js', `(${npm})(process.argv.slice(2).join(' '))`);
  write('package.json', JSON.stringify({ engines: manifest.engines }));
  for (const file of ['scripts/prepare.mjs', 'scripts/run.mjs'])
    write(file, readFileSync(join(repository, file)));

  const environment = (variables) => ({ ...process.env, npm_execpath: join(root, 'npm.js'), ...variables });
  const run = ([script, ...args], variables = {}) => {
    write('asked.txt', '');
    const run = spawnSync(process.execPath, [join('scripts', script), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: environment(variables),
    });
    const asked = readFileSync(join(root, 'asked.txt'), 'utf8').split('\n').filter(Boolean);
    return { code: run.status, pid: run.pid, npm: asked, out: run.stdout, err: run.stderr };
  };
  const prepare = (variables) => {
    const { pid, ...outcome } = run(['prepare.mjs'], variables);
    return outcome;
  };
  return { root, write, environment, run, prepare };
}

function aPreparedClone() {
  const clone = aClone();
  clone.prepare();
  return clone;
}

/** The environment in which a process takes itself for another version of Node. */
function onNode(clone, version) {
  clone.write('node.mjs', `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);
  return { NODE_OPTIONS: `--import=${join(clone.root, 'node.mjs')}` };
}

/** A start that is installing, and the id of the process that does it. */
async function anInstall(clone, [command, ...before] = [process.execPath]) {
  const child = spawn(command, [...before, 'scripts/run.mjs', '--build', 'server/dist/main.js'], {
    cwd: clone.root,
    env: clone.environment({ FAIL: INSTALL, DEATH: 'never' }),
  });
  onTestFinished(() => child.kill('SIGKILL'));
  const pidFile = join(clone.root, 'pid.txt');
  const installer = () => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8'));
  await expect.poll(installer, { timeout: 30_000 }).toBeGreaterThan(0);
  return { child, installer: installer() };
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Our environment without what the npm that runs these tests has set, such as its settings. */
const withoutNpm = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));

/** Runs in a separate process, so it must not use anything from this file. */
function npm(asked) {
  const files = require('node:fs');
  files.appendFileSync('asked.txt', `${asked}\n`);
  if (process.env.FAIL === asked) {
    if (process.env.DEATH === 'exit') process.exit(137);
    if (process.env.DEATH === 'kill') process.kill(process.pid, 'SIGKILL');
    if (process.env.DEATH === 'never') {
      files.writeFileSync('pid.txt', `${process.pid}`);
      return setInterval(() => undefined, 1000);
    }
    console.error('the reason');
    process.exit(1);
  }
  const made = { web: 'web/dist/index.html', server: 'server/dist/main.js' }[asked.split(' ').at(-1)];
  const folder = made ? made.slice(0, made.lastIndexOf('/')) : 'node_modules/.bin';
  files.mkdirSync(folder, { recursive: true });
  if (made) files.writeFileSync(made, '');
  if (!made && process.env.COMMAND) files.symlinkSync(process.env.COMMAND, 'node_modules/.bin/tool');
}
