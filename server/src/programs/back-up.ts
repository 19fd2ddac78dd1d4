import { resolve } from 'node:path';
import { loadConfig } from '../config.ts';
import { backUp, type Counted, checkBackup, restore } from '../platform/archive/backup.ts';
import { systemClock } from '../platform/outside/clock.ts';
import { createFileStore } from '../platform/outside/file-store.ts';
import { operate, printResult, UsageError } from './operate.ts';

/* `npm run backup -- <file>` and `npm run restore -- [--check] <file>`, on the configured database. */
const [verb, ...words] = process.argv.slice(2);
const [file] = words.slice(-1);
const path = resolve(process.env.INIT_CWD ?? '.', file ?? '');
const isCheck = words[0] === '--check';
const usage = verb === 'restore' ? 'npm run restore -- [--check] <file>' : 'npm run backup -- <file>';

if (words.length !== (isCheck ? 2 : 1) || (isCheck && verb !== 'restore') || file === '--check')
  await printResult(usage, () => Promise.reject(new UsageError()));
else if (isCheck)
  await printResult(usage, async () => {
    const { made, ...counted } = await checkBackup(path, loadConfig().backupKey);
    return `${path} is whole: ${inWords(counted)}, made ${made.toISOString()}.`;
  });
else if (verb === 'restore')
  await operate(
    usage,
    async ({ config, pools }) => {
      const files = await createFileStore(config.files);
      return `Restored ${inWords(await restore(pools.owner, path, { files, key: config.backupKey }))}.`;
    },
    { alone: true },
  );
else
  await operate(usage, async ({ config, pools }) => {
    const files = await createFileStore(config.files);
    const made = systemClock.now();
    const counted = await backUp(pools.owner, path, { files, made, key: config.backupKey });
    const unencrypted = config.backupKey ? '' : ' It is not encrypted: BACKUP_KEY would do that.';
    return `Kept ${inWords(counted)} in ${path}.${unencrypted}`;
  });

function inWords({ rows, files, missing }: Counted): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const lost = missing > 0 ? ` (${number(missing)} more are missing from the file store)` : '';
  return `${number(rows)} rows and ${number(files)} files${lost}`;
}
