import { fileURLToPath } from 'node:url';
import { ConfigError, loadConfig } from './config.ts';
import { openPools } from './database/connect.ts';
import { CannotRemoveDemo, hasDemo, removeDemo } from './database/demo/remove.ts';
import { startEmbedded } from './database/embedded.ts';
import { CannotStart } from './database/embedded-account.ts';
import { migrate } from './database/migrate.ts';
import { createFileStore } from './outside/file-store.ts';

/* `npm run remove-demo`, on the database of the configuration. */
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const options = process.argv.slice(2);

if (options.some((option) => option !== '--with-everybody')) {
  fail('Usage: npm run remove-demo [-- --with-everybody]');
} else {
  try {
    console.log(await carryOut());
  } catch (error) {
    const isForOperator =
      error instanceof CannotRemoveDemo || error instanceof CannotStart || error instanceof ConfigError;
    if (!isForOperator) throw error;
    fail(error.message);
  }
}

async function carryOut(): Promise<string> {
  const config = loadConfig();
  const log = { info: () => undefined, warn: (line: string) => console.error(line) };
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log });
  const pools = openPools(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' });
  try {
    await migrate(pools.owner, migrations);
    if (!(await hasDemo(pools.owner))) return 'This database has no demo.';
    const files = await createFileStore(config.files);
    const count = await removeDemo(pools.owner, files, { withEverybody: options.length > 0 });
    return `The demo is removed: its school system and ${count} accounts. Set DEMO=off, or the next start may fill it again.`;
  } finally {
    await Promise.all([pools.app.end(), pools.owner.end()]);
    await embedded?.stop();
  }
}

function fail(sentence: string) {
  console.error(sentence);
  process.exitCode = 1;
}
