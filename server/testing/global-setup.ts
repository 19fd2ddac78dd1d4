import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@waypost/embedded-database';
import type { TestProject } from 'vitest/node';
import { createAppLogin } from '../src/platform/database/app-login.ts';
import { openPools, type Reach } from '../src/platform/database/connect.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { prepareJobs } from '../src/platform/outside/jobs.ts';
import { connectionOf } from './database-at.ts';
import { dropDatabase } from './drop-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection to this run's databases, with the migrated template's name. */
    template: Reach & { database: string };
  }
}

interface Running {
  template: Reach & { database: string };
  stop(): Promise<void>;
}

/** Each project loads its own copy of this file, so what all share is stored on `process`: the servers, by URL. */
const shared = process as { testDatabases?: Map<string, { running: Promise<Running>; users: number }> };

/**
 * One database server for all projects of a run: the embedded one, or the one in the project's `TEST_DATABASE_URL` (its
 * role must be allowed to create databases). Test servers clone the template that is migrated here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = project.config.env?.TEST_DATABASE_URL ?? process.env.TEST_DATABASE_URL ?? '';
  shared.testDatabases ??= new Map();
  const databases = shared.testDatabases.get(url) ?? { running: start(url), users: 0 };
  shared.testDatabases.set(url, databases);
  databases.users += 1;
  project.provide('template', (await databases.running).template);
  return async () => {
    databases.users -= 1;
    if (databases.users > 0) return;
    shared.testDatabases?.delete(url);
    await (await databases.running).stop();
  };
}

async function start(url: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  // As root, the database runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const quiet = { info: () => undefined, warn: () => undefined };
  const embedded = url
    ? null
    : await startEmbedded({
        dataDir: folder,
        log: quiet,
        settings: { fsync: 'off', synchronous_commit: 'off' },
      });
  const server: Reach = embedded?.connection ?? connectionOf(url);
  const database = `waypost_template_${process.pid}`;

  const outer = openPools(server, { owner: 1 });
  await outer.owner.query(`create database ${database}`);
  const template = { ...server, database };
  const inner = openPools(template);
  await migrate(inner.owner, join(import.meta.dirname, '..', 'migrations'));
  await createAppLogin(inner);
  const boss = await prepareJobs(inner.owner);
  await boss.stop({ graceful: false });
  await Promise.all([inner.app.end(), inner.owner.end()]);

  const stop = async () => {
    await dropDatabase(outer.owner, database);
    await Promise.all([outer.app.end(), outer.owner.end()]);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { template, stop };
}
