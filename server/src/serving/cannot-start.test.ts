import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '@waypost/embedded-database';
import { aDataFolder } from '@waypost/embedded-database/testing/folders';
import { expect, test } from 'vitest';
import { CannotStart, ConfigError } from '../config.ts';
import { messageForOperator } from './cannot-start.ts';

const log = { info: () => undefined, warn: () => undefined };

test('says why the embedded database cannot start, and which settings choose another', async () => {
  const dataDir = await aDataFolder();
  const cluster = join(dataDir, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  const refusal = await startEmbedded({ dataDir, log }).catch((error: unknown) => error);
  expect(messageForOperator(refusal)).toMatch(/made by PostgreSQL 17.*\nDATA_DIR .* DATABASE_URL /);
});

test('repeats what the server itself refuses, and nothing else', () => {
  expect(messageForOperator(new CannotStart('The key is damaged.'))).toBe('The key is damaged.');
  expect(messageForOperator(new ConfigError(['PORT is not a number']))).toBe('PORT is not a number');
  expect(messageForOperator(new Error('a fault of ours'))).toBeUndefined();
});
