import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../../folders.ts';

const migrations = join(migrationsFolder, 'meta');

test('the migrations create the tables as declared', async () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
  const newest = readdirSync(migrations)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const migrated = JSON.parse(readFileSync(join(migrations, `${newest}`), 'utf8')) as DrizzleSnapshotJSON;
  const declared = generateDrizzleJson(Object.assign({}, ...modules), migrated.id);
  expect(await generateMigration(migrated, declared)).toEqual([]);
});
