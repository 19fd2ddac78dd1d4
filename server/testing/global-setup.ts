import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPools, type Reach } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { prepareJobs } from '../src/outside/jobs.ts';
import { dropDatabase } from './drop-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that this run's databases are on, and its migrated template. */
    template: Reach & { database: string };
  }
}

/**
 * One database server for the whole run: the embedded one, or with `TEST_DATABASE_URL` any other (the role
 * must be allowed to make databases). Every test file clones the template that is migrated here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'));
  // As root the database runs under another account, which must be able to enter.
  await chmod(folder, 0o755);
  const quiet = { info: () => undefined, warn: () => undefined };
  const embedded = url
    ? null
    : await startEmbedded({
        dataDir: folder,
        log: quiet,
        settings: { fsync: 'off', synchronous_commit: 'off' },
      });
  const server: Reach = embedded?.connection ?? fromUrl(url ?? '');
  const database = `waypost_template_${process.pid}`;

  const outer = openPools(server, { owner: 1 });
  await outer.owner.query(`create database ${database}`);
  const template = { ...server, database };
  const inner = openPools(template);
  await migrate(inner.owner, join(import.meta.dirname, '..', 'migrations'));
  const boss = await prepareJobs(inner.owner);
  await boss.stop({ graceful: false });
  await Promise.all([inner.app.end(), inner.owner.end()]);
  project.provide('template', template);

  return async () => {
    await dropDatabase(outer.owner, database);
    await Promise.all([outer.app.end(), outer.owner.end()]);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function fromUrl(text: string): Reach {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}
