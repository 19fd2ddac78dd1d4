// `npm run db:generate`: writes a migration for the changes in the tables, and deletes all snapshots but the newest:
// only that one is needed for the next migration, and each is as long as the whole schema.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from './stages.mjs';

const server = join(import.meta.dirname, '..', 'server');
const given = process.argv.slice(2);
const { status } = spawnSync(commandOf('drizzle-kit'), ['generate', ...given], {
  cwd: server,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const meta = join(server, 'migrations', 'meta');
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name));
