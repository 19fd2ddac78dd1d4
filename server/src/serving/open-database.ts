import { startEmbedded } from '@waypost/embedded-database';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { migrationsFolder } from '../folders.ts';
import { createAppLogin, requireRestrictedRole } from '../platform/database/app-login.ts';
import { openPools, type Pools } from '../platform/database/connect.ts';
import { migrate } from '../platform/database/migrate.ts';

export interface OpenDatabase {
  pools: Pools;
  /** Whether it is our own, not one that the operator configured. */
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** Connects to the configured database, or starts the embedded one, and brings its schema up to date. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: config.dataDir,
        log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
      });
  const reach = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  const appReach = config.databaseAppUrl ? { connectionString: config.databaseAppUrl } : undefined;
  const pools = openPools(reach, {}, undefined, appReach);
  await migrate(pools.owner, migrationsFolder);
  if (!appReach) await createAppLogin(pools);
  await requireRestrictedRole(pools.app);
  return {
    pools,
    isEmbedded: embedded !== null,
    close: async () => {
      await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
      await embedded?.stop();
    },
  };
}
