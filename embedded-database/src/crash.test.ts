import { expect, test } from 'vitest';
import { type CrashReport, runCrashRounds } from '../testing/crash-rounds.ts';
import { aDataFolder, postmasterOf } from '../testing/folders.ts';
import { launchEmbedded } from '../testing/process.ts';

/** One third of the rounds kill the server, one third its database, one third both. */
const ROUNDS = 3;

test(
  `${ROUNDS} kills during writes lose no acknowledged write, and every restart is clean`,
  async () => {
    const report = await crash(ROUNDS);
    console.log(
      `${report.rounds} rounds, ${report.acknowledged} writes acknowledged, ${report.lost.length} lost, ` +
        `back after ${report.slowestReturn} ms at worst`,
    );
    expect(report).toMatchObject({ rounds: ROUNDS, lost: [], strange: [], leftBehind: [] });
    expect(report.acknowledged).toBeGreaterThan(ROUNDS * 20);
  },
  ROUNDS * 60_000,
);

test('detects the loss of writes that are acknowledged before they are on disk', async () => {
  const { lost } = await crash(2, { synchronous_commit: 'off' });
  expect(lost.length).toBeGreaterThan(0);
}, 600_000);

async function crash(rounds: number, settings: Record<string, string> = {}): Promise<CrashReport> {
  const dataDir = await aDataFolder();
  const subject = {
    start: () => launchEmbedded({ dataDir, settings }).ready,
    database: () => postmasterOf(dataDir),
    trace: dataDir,
  };
  return runCrashRounds(subject, rounds);
}
