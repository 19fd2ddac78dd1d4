import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { ConfigError } from '../../config.ts';
import { sealingKeyIn } from '../database/sealing-key.ts';
import { openDocumentSeal } from './document-seal.ts';

const publicUrl = 'https://waypost.example.org';
const now = new Date('2026-03-04T15:00:00.501Z');
let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'waypost-seal-'));

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const refusalOf = (file: string, password: string, at = now) =>
  openDocumentSeal({ publicUrl, sealing: { file, password } }, sealingKeyIn(database.owner), at).then(
    () => [],
    (error: unknown) => (error instanceof ConfigError ? error.problems : Promise.reject(error)),
  );

test('servers that start together make one certificate, which later starts keep', async () => {
  const open = () => openDocumentSeal({ publicUrl }, sealingKeyIn(database.owner), now);
  await Promise.all([open(), open()]);
  await open();
  const { rows } = await database.owner.query<{ certificate: Buffer }>(
    'select certificate from sealing_keys',
  );
  expect(rows).toHaveLength(1);
  const certificate = new X509Certificate(rows[0]?.certificate ?? '');
  expect(certificate.subject).toBe('CN=Waypost waypost.example.org');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  // With a fraction of a second, programs would say that it has expired.
  expect([certificate.validFrom, certificate.validTo]).toEqual([
    'Mar  4 15:00:00 2026 GMT',
    'Feb 25 15:00:00 2056 GMT',
  ]);
});

test('requests cannot read the key', async () => {
  await expect(database.app.query('select 1 from sealing_keys')).rejects.toThrow('permission denied');
});

test('a file that cannot be read, or is no certificate, stops the start', async () => {
  expect(await refusalOf(join(folder, 'none.p12'), '')).toEqual([
    'SEALING_CERTIFICATE must be a file that Waypost can read (ENOENT).',
  ]);
  writeFileSync(join(folder, 'text.p12'), 'no certificate');
  expect(await refusalOf(join(folder, 'text.p12'), '')).toEqual([
    expect.stringMatching(/^SEALING_CERTIFICATE must be a \.p12 file/),
  ]);
});

test.skipIf(!existsSync('/usr/bin/openssl'))(
  'the operator’s certificate is used with its password, while it is valid',
  async () => {
    const [key, certificate, file] = ['key.pem', 'cert.pem', 'own.p12'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const openssl = (...args: string[]) => execFileSync('/usr/bin/openssl', args, { stdio: 'pipe' });
    const subject = ['-subj', '/CN=Bay County Schools', '-days', '30'];
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject);
    openssl('pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', file, '-passout', 'pass:boats');
    const today = new Date();
    expect(await refusalOf(file, 'boats', today)).toEqual([]);
    expect(await refusalOf(file, 'ships', today)).toEqual([
      expect.stringContaining('SEALING_PASSWORD its password'),
    ]);
    expect(await refusalOf(file, 'boats', new Date(today.getTime() + 40 * 86_400_000))).toEqual([
      expect.stringContaining('must be a certificate that is valid today'),
    ]);
  },
);
