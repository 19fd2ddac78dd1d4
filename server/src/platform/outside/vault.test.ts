import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeVault, readSecretKey } from './vault.ts';

const vault = makeVault(Buffer.alloc(32, 1));
const secret = Buffer.from('a secret');

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-vault-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('decrypts what it encrypted, which never looks the same twice', () => {
  const [one, other] = [vault.seal(secret, 'ada'), vault.seal(secret, 'ada')];
  expect(vault.open(one, 'ada')).toEqual(secret);
  expect(one.equals(other)).toBe(false);
  expect(one.includes(secret)).toBe(false);
});

test('decrypts nothing for another owner, with another key, or after a change of one byte', () => {
  const sealed = vault.seal(secret, 'ada');
  expect(vault.open(sealed, 'eve')).toBeUndefined();
  expect(makeVault(Buffer.alloc(32, 2)).open(sealed, 'ada')).toBeUndefined();
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(vault.open(changed, 'ada')).toBeUndefined();
  }
  expect(vault.open(sealed.subarray(0, 20), 'ada')).toBeUndefined();
});

test('without SECRET_KEY the first start creates a key file only its account can read, and later ones use it', async () => {
  const dataDir = join(await aFolder(), 'data');
  const key = await readSecretKey({ dataDir });
  expect(key).toHaveLength(32);
  expect(await readSecretKey({ dataDir })).toEqual(key);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('uses SECRET_KEY as given, and a damaged key file aborts the start', async () => {
  const dataDir = await aFolder();
  const secretKey = Buffer.alloc(32, 3);
  expect(await readSecretKey({ dataDir, secretKey })).toBe(secretKey);
  await expect(readFile(join(dataDir, 'secret.key'))).rejects.toThrow('ENOENT');
  await writeFile(join(dataDir, 'secret.key'), 'short');
  await expect(readSecretKey({ dataDir })).rejects.toThrow('secret.key is damaged');
});
