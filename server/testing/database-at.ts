import type { EmbeddedDatabase } from '@waypost/embedded-database';
import { openPools } from '../src/platform/database/connect.ts';
import { dropDatabase } from './drop-database.ts';

/** The connection that a URL, such as that of `TEST_DATABASE_URL`, describes. */
export function connectionOf(text: string): EmbeddedDatabase['connection'] {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}

/** Creates a database on the server of a URL, whose role must be allowed to, in place of an embedded one. */
export async function createDatabaseAt(url: string): Promise<EmbeddedDatabase> {
  const server = connectionOf(url);
  const database = `waypost_bench_${process.pid}`;
  const { owner, app, lists } = openPools(server, { owner: 1 });
  await owner.query(`create database ${database}`);
  const stop = async () => {
    await dropDatabase(owner, database);
    await Promise.all([owner.end(), app.end(), lists.end()]);
  };
  return { connection: { ...server, database }, stop };
}
