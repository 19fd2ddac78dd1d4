import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config.ts';
import { backUp, CannotRestore, restore } from './database/backup.ts';
import { openPools } from './database/connect.ts';
import { startEmbedded } from './database/embedded.ts';
import { CannotStart } from './database/embedded-account.ts';
import { migrate } from './database/migrate.ts';
import { systemClock } from './outside/clock.ts';

/* `npm run backup -- <file>` and `npm run restore -- <file>`, on the database of the configuration. */
const [verb, file] = process.argv.slice(2);
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

if ((verb !== 'backup' && verb !== 'restore') || file === undefined) {
  fail(`Usage: npm run ${verb === 'restore' ? 'restore' : 'backup'} -- <file>`);
} else {
  try {
    console.log(await carryOut(verb, resolve(process.env.INIT_CWD ?? '.', file)));
  } catch (error) {
    const isForOperator =
      error instanceof CannotRestore || error instanceof CannotStart || error instanceof ConfigError;
    if (!isForOperator) throw error;
    fail(error.message);
  }
}

async function carryOut(what: 'backup' | 'restore', path: string): Promise<string> {
  const config = loadConfig();
  const log = { info: () => undefined, warn: (line: string) => console.error(line) };
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log });
  const pools = openPools(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' });
  try {
    await migrate(pools.owner, migrations);
    const { files } = config;
    const uploads = files.kind === 'folder' ? `the folder ${files.path}` : `the bucket ${files.bucket}`;
    if (what === 'restore')
      return `${await restore(pools.owner, path)} rows were restored. Put their files back into ${uploads}.`;
    const count = await backUp(pools.owner, path, systemClock.now());
    return `${count} rows are kept in ${path}. Their files are not in it: now copy ${uploads}.`;
  } finally {
    await Promise.all([pools.app.end(), pools.owner.end()]);
    await embedded?.stop();
  }
}

function fail(sentence: string) {
  console.error(sentence);
  process.exitCode = 1;
}
