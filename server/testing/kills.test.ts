import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';
import { runMailKillRounds } from './mail-kill-rounds.ts';

/* Kills the built product: `node scripts/prepare.mjs` builds it. `npm run campaign -- kills` runs more rounds. */
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-kills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  return folder;
}

test('kills during writes, uploads, a migration and a backup lose nothing and leave nothing behind', async () => {
  const report = await runKillRounds(await aFolder(), { writes: 1, migrations: 1, backups: 1 });
  expect(report).toMatchObject({ lost: [], strange: [], leftBehind: [], orphans: [] });
  expect(report.acknowledged).toBeGreaterThanOrEqual(20);
}, 300_000);

test('a server whose database is killed while it sends mail keeps running, and sends every mail', async () => {
  const report = await runMailKillRounds(await aFolder(), 1);
  expect(report).toMatchObject({ exits: 0, lost: [], unhandled: [], leftBehind: [] });
}, 300_000);
