/*
 * Kills the product: the server, its database, or both, in each round, while students log hours and upload files over
 * HTTP, while it migrates a new database, and while it is backed up. No acknowledged entry or file may be lost, nothing
 * may be left over, and every restart must be clean. Of the rounds, 60 percent are during writes and uploads, 20
 * percent during migrations, and 20 percent during backups.
 *
 * With `mail`, kills only the database, or one process of it, while mail is sent. The server must keep running, every mail
 * must be sent, and no error may be left to nobody.
 *
 *   npx tsx bench/crash.ts [rounds, 30] [mail]
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRounds } from '../server/testing/kill-rounds.ts';
import { runMailKillRounds } from '../server/testing/mail-kill-rounds.ts';

const rounds = Number(process.argv[2] ?? 30);

const folder = await mkdtemp(join(tmpdir(), 'waypost-kills-'));
// As root, the database runs under another account, which needs access to the folder.
await chmod(folder, 0o755);
const wrong = process.argv[3] === 'mail' ? await killWhileMailing() : await killEverything();
await rm(folder, { recursive: true, force: true });
for (const line of wrong.slice(0, 20)) console.error(line);
if (wrong.length > 0) process.exitCode = 1;

async function killEverything(): Promise<string[]> {
  const rest = Math.round(rounds * 0.2);
  const kinds = { writes: rounds - 2 * rest, migrations: rest, backups: rest };
  const report = await runKillRounds(folder, kinds);
  const { lost, strange, orphans, leftBehind } = report;
  console.log(
    `${kinds.writes} rounds during writes and uploads, ${rest} during migrations, ${rest} during backups: ` +
      `${report.acknowledged} writes acknowledged, ${lost.length} lost, ${strange.length} strange, ${orphans.length} orphans, ` +
      `${leftBehind.length} processes left, back after ${report.slowestReturn} ms at worst`,
  );
  return [...lost, ...strange, ...orphans, ...leftBehind];
}

async function killWhileMailing(): Promise<string[]> {
  const report = await runMailKillRounds(folder, rounds);
  const { exits, lost, repeated, unhandled, leftBehind } = report;
  console.log(
    `${rounds} rounds while mail was sent: the server ended in ${exits}, ${report.queued} mails queued, ${lost.length} lost, ` +
      `${repeated.length} sent more than once, ${unhandled.length} unhandled errors, ${leftBehind.length} processes left, ` +
      `back after ${Math.round(report.slowestReturn)} ms at worst`,
  );
  const ended = exits > 0 ? [`the server ended in ${exits} rounds`] : [];
  return [...ended, ...lost, ...unhandled, ...leftBehind];
}
