import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { CannotDo } from './database/cannot-do.ts';
import { openPools, type Pools } from './database/connect.ts';
import { joinEmbedded, startEmbedded } from './database/embedded.ts';
import { CannotStart } from './database/embedded-account.ts';
import { migrate } from './database/migrate.ts';

/** The words behind a command are not what it takes: the answer is how to use it. */
export class UsageError extends Error {}

export interface Operation {
  config: Config;
  pools: Pools;
  /** What was written behind the command. */
  words: string[];
}

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * One of the operator's commands, on the database of the configuration: prints what `work` answers, or why it cannot be done,
 * in a sentence. A command that is not `alone` works beside a running server.
 */
export async function operate(
  usage: string,
  work: (given: Operation) => Promise<string>,
  { alone = false } = {},
): Promise<void> {
  await tell(usage, () => carryOut(work, alone));
}

/** The same for a command that needs no database. */
export async function tell(usage: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work());
  } catch (error) {
    const sentence = error instanceof UsageError ? `Usage: ${usage}` : sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

async function carryOut(work: (given: Operation) => Promise<string>, alone: boolean): Promise<string> {
  const config = loadConfig();
  const log = { info: () => undefined, warn: (line: string) => console.error(line) };
  const open = alone ? startEmbedded : joinEmbedded;
  const embedded = config.databaseUrl ? null : await open({ dataDir: config.dataDir, log });
  const pools = openPools(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' });
  try {
    // A server of another version may be running beside us: what it needs of the schema is left as it is.
    if (alone) await migrate(pools.owner, migrations);
    return await work({ config, pools, words: process.argv.slice(2) });
  } finally {
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    await embedded?.stop();
  }
}

const UNDEFINED_TABLE = '42P01';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotDo || error instanceof CannotStart || error instanceof ConfigError)
    return error.message;
  if ((error as { code?: string }).code === UNDEFINED_TABLE)
    return 'The database is not of this version of Waypost: start this version once, then try again.';
  return undefined;
}
