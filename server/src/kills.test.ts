import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runKillRounds } from '../testing/kill-rounds.ts';

/* Kills the built product: `node scripts/prepare.mjs` builds it. `npm run kills -- 200` runs as many rounds. */
const NONE = { writes: 0, migrations: 0, backups: 0 };

test.each([
  ['writes and uploads', { ...NONE, writes: 1 }],
  ['migrations', { ...NONE, migrations: 1 }],
  ['backups', { ...NONE, backups: 1 }],
])(
  'kills of the server, its database, or both during %s lose nothing and leave nothing behind',
  async (_, rounds) => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-kills-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    // As root, the database runs under another account, which needs access to the folder.
    await chmod(folder, 0o755);
    const report = await runKillRounds(folder, rounds);
    expect(report).toMatchObject({ lost: [], strange: [], leftBehind: [], orphans: [] });
    expect(report.acknowledged).toBeGreaterThanOrEqual(rounds.writes * 20);
  },
  300_000,
);
