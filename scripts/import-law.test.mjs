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
  'contract/src/placements/hours/rules.ts': ['fastify', 'drizzle-orm'],
  'embedded-database/src/supervisor.ts': [
    '@waypost/contract/placements/hours/rules',
    '../../server/src/app.ts',
  ],
  'server/src/placements/hours/handlers.ts': [
    'drizzle-orm',
    'pg',
    '../../platform/database/tables/projects.ts',
    'fastify',
    '../projects/handlers.ts',
    '@waypost/web/src/main.tsx',
  ],
  'server/src/placements/hours/present.ts': ['drizzle-orm'],
  'server/src/placements/hours/mails.ts': [
    'drizzle-orm',
    'fastify',
    '../projects/handlers.ts',
    '@waypost/web/src/main.tsx',
  ],
  'server/src/oversight/follow-ups/digest.ts': ['../projects/handlers.ts', '@waypost/web/src/main.tsx'],
  'server/src/platform/outside/clock.ts': ['@waypost/web/src/main.tsx'],
  'server/src/placements/hours/queries.ts': [
    'fastify',
    './handlers.ts',
    '../projects/handlers.ts',
    '../../people/accounts/handlers.ts',
  ],
  'web/src/placements/hours/HoursTab.tsx': [
    '@waypost/server/src/app.ts',
    '../../../../server/src/app.ts',
    '../../app/navigation.ts',
    '../../app/shell/Shell.tsx',
  ],
  'web/src/ui/Badge.tsx': [
    '@waypost/contract/placements/hours/rules',
    '../client/call.ts',
    '../placements/hours/HoursTab.tsx',
  ],
  'web/src/client/call.ts': ['../placements/hours/HoursTab.tsx', '../app/routes.ts'],
};

/** For the same paths, imports that are allowed. */
const allowed = {
  'contract/src/school-system/lists/calls.ts': ['zod', '../call.ts'],
  'embedded-database/src/index.test.ts': ['pg', './index.ts', '../testing/process.ts'],
  'server/src/school-system/lists/queries.ts': [
    'drizzle-orm',
    '../../platform/database/tables/lists.ts',
    '../../placements/projects/queries.ts',
  ],
  'server/src/school-system/lists/handlers.ts': [
    '@waypost/contract/school-system/lists/calls',
    './queries.ts',
    '../../placements/projects/queries.ts',
  ],
  'web/src/app/shell/Header.tsx': ['../theme.ts', '../../placements/hours/HoursTab.tsx'],
  'web/src/main.tsx': ['./app/App.tsx'],
  'server/src/school-system/lists/mails.ts': [
    '@waypost/contract/i18n',
    '../../platform/outside/mail.ts',
    '../../messages/mail/notify.ts',
  ],
  'server/src/people/accounts/known-devices.ts': ['drizzle-orm', '../../platform/database/tables/logins.ts'],
  'web/src/school-system/lists/ListScreen.tsx': [
    '@waypost/contract/school-system/lists/calls',
    '../../client/call.ts',
    '../../ui/Badge.tsx',
  ],
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
