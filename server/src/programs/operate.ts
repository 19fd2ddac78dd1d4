import { joinEmbedded, startEmbedded } from '@waypost/embedded-database';
import { type Config, loadConfig } from '../config.ts';
import { migrationsFolder } from '../folders.ts';
import { CannotDo } from '../platform/database/cannot-do.ts';
import { openPools, type Pools } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';
import { messageForOperator } from '../serving/cannot-start.ts';

/** The arguments are not valid for the command; the message is its usage. */
export class UsageError extends Error {}

export interface Operation {
  config: Config;
  pools: Pools;
  /** The arguments after the command. */
  words: string[];
}

/**
 * Runs one of the operator's commands on the configured database: prints the result of `work`, or a sentence with the
 * reason why it failed. A command that is not `alone` can run next to a running server.
 */
export async function operate(
  usage: string,
  work: (given: Operation) => Promise<string>,
  { alone = false } = {},
): Promise<void> {
  await printResult(usage, () => runOperation(work, alone));
}

/** Like `operate`, for a command that needs no database. */
export async function printResult(usage: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work());
  } catch (error) {
    const sentence = error instanceof UsageError ? `Usage: ${usage}` : sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}

async function runOperation(work: (given: Operation) => Promise<string>, alone: boolean): Promise<string> {
  const config = loadConfig();
  const log = { info: () => undefined, warn: (line: string) => console.error(line) };
  const open = alone ? startEmbedded : joinEmbedded;
  const embedded = config.databaseUrl ? null : await open({ dataDir: config.dataDir, log });
  const pools = openPools(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' });
  try {
    // A server of another version may be running, so the schema it needs must not change.
    if (alone) await migrate(pools.owner, migrationsFolder);
    return await work({ config, pools, words: process.argv.slice(2) });
  } finally {
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    await embedded?.stop();
  }
}

const UNDEFINED_TABLE = '42P01';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CannotDo) return error.message;
  if ((error as { code?: string }).code === UNDEFINED_TABLE)
    return 'The database is not of this version of Waypost: start this version once, then try again.';
  return messageForOperator(error);
}
