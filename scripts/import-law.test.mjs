import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = join(root, 'node_modules', '.bin', 'biome');

/** For each file path, imports that are forbidden there. */
const forbidden = {
  'contract/src/hours/rules.ts': ['fastify', 'drizzle-orm'],
  'embedded-database/src/supervisor.ts': ['@waypost/contract/hours/rules', '../../server/src/app.ts'],
  'server/src/hours/handlers.ts': [
    'drizzle-orm',
    'pg',
    '../database/tables/projects.ts',
    'fastify',
    '../projects/handlers.ts',
    '@waypost/web/src/main.tsx',
  ],
  'server/src/hours/present.ts': ['drizzle-orm'],
  'server/src/hours/mails.ts': [
    'drizzle-orm',
    'fastify',
    '../projects/handlers.ts',
    '@waypost/web/src/main.tsx',
  ],
  'server/src/hours/digest.ts': ['../projects/handlers.ts', '@waypost/web/src/main.tsx'],
  'server/src/outside/clock.ts': ['@waypost/web/src/main.tsx'],
  'server/src/hours/queries.ts': ['fastify', './handlers.ts', '../projects/handlers.ts'],
  'web/src/hours/HoursTab.tsx': [
    '@waypost/server/src/app.ts',
    '../../../server/src/app.ts',
    '../app/navigation.ts',
    '../app/shell/Shell.tsx',
  ],
  'web/src/ui/Badge.tsx': ['@waypost/contract/hours/rules', '../client/call.ts', '../hours/HoursTab.tsx'],
  'web/src/client/call.ts': ['../hours/HoursTab.tsx', '../app/routes.ts'],
};

/** For the same paths, imports that are allowed. */
const allowed = {
  'contract/src/lists/calls.ts': ['zod', '../call.ts'],
  'embedded-database/src/index.test.ts': ['pg', './index.ts', '../testing/process.ts'],
  'server/src/lists/queries.ts': ['drizzle-orm', '../database/tables/lists.ts', '../projects/queries.ts'],
  'server/src/lists/handlers.ts': ['@waypost/contract/lists/calls', './queries.ts', '../projects/queries.ts'],
  'web/src/app/shell/Header.tsx': ['../theme.ts', '../../hours/HoursTab.tsx'],
  'web/src/main.tsx': ['./app/App.tsx'],
  'server/src/lists/mails.ts': ['@waypost/contract/i18n', '../outside/mail.ts', '../mail/notify.ts'],
  'server/src/accounts/devices.ts': ['drizzle-orm', '../database/tables/people.ts'],
  'web/src/lists/ListScreen.tsx': ['@waypost/contract/lists/calls', '../client/call.ts', '../ui/Badge.tsx'],
};

let folder;
let refusals;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-law-'));
  const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const law = { ...settings, $schema: undefined, vcs: undefined };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(law));
  for (const [file, specifiers] of Object.entries({ ...forbidden, ...allowed })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(
      join(folder, file),
      specifiers.map((from, i) => `export { a${i} } from '${from}';\n`).join(''),
    );
  }
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  refusals = stdout.split('\n').filter((line) => line.includes('noRestrictedImports'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusedLines = (file) =>
  refusals
    .filter((line) => line.includes(`/${file},`))
    .map((line) => Number(/[, ]line=(\d+)/.exec(line)?.[1]));

test.each(Object.entries(forbidden))('%s must not import %j', (file, specifiers) => {
  expect(refusedLines(file)).toEqual(specifiers.map((_, index) => index + 1));
});

test.each(Object.keys(allowed))('%s may import what the rules allow', (file) => {
  expect(refusedLines(file)).toEqual([]);
});
