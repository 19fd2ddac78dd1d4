import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from '../../config.ts';
import { createFileStore, createMemoryStore, FileMissing, newFileKey } from './file-store.ts';

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);

describe.each([
  ['a folder', async () => createFileStore({ kind: 'folder', path: join(await aFolder(), 'files') })],
  ['a bucket', async () => createFileStore((await aBucket()).place)],
  ['memory', async () => createMemoryStore()],
])('in %s', (_where, openStore) => {
  it('returns exactly the bytes that were stored', async () => {
    const store = await openStore();
    const key = newFileKey();
    await store.put(key, bytes, 'application/pdf');
    expect(Buffer.compare(await buffer(await store.get(key)), bytes)).toBe(0);
  });

  it('stores an empty file', async () => {
    const store = await openStore();
    const key = newFileKey();
    await store.put(key, new Uint8Array(), 'application/pdf');
    expect(await buffer(await store.get(key))).toHaveLength(0);
  });

  it('reports a missing file before sending any bytes', async () => {
    const store = await openStore();
    await expect(store.get(newFileKey())).rejects.toBeInstanceOf(FileMissing);
  });

  it('removes one file and no other', async () => {
    const store = await openStore();
    const [gone, kept] = [newFileKey(), newFileKey()];
    await store.put(gone, bytes, 'image/jpeg');
    await store.put(kept, bytes, 'image/jpeg');
    await store.remove(gone);
    await store.remove(gone);
    await expect(store.get(gone)).rejects.toBeInstanceOf(FileMissing);
    expect(await buffer(await store.get(kept))).toHaveLength(bytes.length);
  });

  it('lists its keys with their dates', async () => {
    const store = await openStore();
    const keys = [newFileKey(), newFileKey()].sort();
    for (const key of keys) await store.put(key, bytes, 'image/jpeg');
    const held: string[] = [];
    for await (const key of store.keys()) held.push(key);
    expect(held.sort()).toEqual(keys);
    expect(Date.now() - (await store.writtenAt(keys[0] ?? '')).getTime()).toBeLessThan(60_000);
  });

  it.each(['../secret', '/etc/passwd', 'resume.pdf', 'aa/../../secret', '', `${newFileKey()}/x`])(
    'rejects a key from outside: %j',
    async (key) => {
      const store = await openStore();
      await expect(store.put(key, bytes, 'application/pdf')).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
      await expect(store.remove(key)).resolves.toBeUndefined();
    },
  );
});

describe('the folder', () => {
  it('is readable by the server only', async () => {
    const path = join(await aFolder(), 'data', 'files');
    await createFileStore({ kind: 'folder', path });
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('refuses to start if the folder cannot be created', async () => {
    const path = join(await aFolder(), 'files');
    await writeFile(path, 'a file in its place');
    await expect(createFileStore({ kind: 'folder', path })).rejects.toThrow(ConfigError);
  });

  it('removes a partial file after a failed write', async () => {
    const path = join(await aFolder(), 'files');
    const store = await createFileStore({ kind: 'folder', path });
    const key = newFileKey();
    await mkdir(join(path, key.slice(0, 2)));
    await symlink('/dev/full', join(path, key));
    await expect(store.put(key, bytes, 'application/pdf')).rejects.toThrow();
    expect(await readdir(join(path, key.slice(0, 2)))).toEqual([]);
  });
});

describe('the bucket', () => {
  it('stores the file under the prefix with its type, signed and without public access', async () => {
    const bucket = await aBucket();
    const key = newFileKey();
    await (await createFileStore(bucket.place)).put(key, bytes, 'application/pdf');
    const [put] = bucket.requests;
    expect(put).toMatchObject({ method: 'PUT', path: `/uploads/way/post/${key}` });
    expect(put?.headers['content-type']).toBe('application/pdf');
    expect(put?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=access-key\/\d{8}\/eu-west-1\/s3\//,
    );
    expect(put?.headers['x-amz-acl']).toBeUndefined();
  });

  it('reports a failure that is not a missing file as itself', async () => {
    const bucket = await aBucket();
    bucket.refuse(403, 'AccessDenied');
    const store = await createFileStore(bucket.place);
    await expect(store.put(newFileKey(), bytes, 'image/png')).rejects.toThrow();
    const error = await store.get(newFileKey()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(FileMissing);
  });
});

it('creates unique keys', () => {
  expect(new Set(Array.from({ length: 1_000 }, newFileKey)).size).toBe(1_000);
});

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A local server that implements the three S3 calls in use and records its requests. */
async function aBucket() {
  const objects = new Map<string, Buffer>();
  const requests: { method: string; path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  let refusal: { status: number; code: string } | undefined;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const method = request.method ?? '';
    const body = await buffer(request);
    requests.push({ method, path: pathname, headers: request.headers });
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    const found = objects.get(pathname);
    if (refusal) refuse(refusal.status, refusal.code);
    else if (method === 'PUT') {
      objects.set(pathname, body);
      response.end();
    } else if (method === 'DELETE') {
      objects.delete(pathname);
      response.writeHead(204).end();
    } else if (searchParams.has('list-type')) {
      // One per page, so that listing has to request the next pages.
      const keys = [...objects.keys()].map((path) => path.replace('/uploads/', '')).sort();
      const at = Number(searchParams.get('continuation-token') ?? 0);
      const more = at + 1 < keys.length;
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''}<Contents><Key>${keys[at]}</Key></Contents></ListBucketResult>`,
        );
    } else if (method === 'HEAD' && found)
      response.writeHead(200, { 'last-modified': new Date().toUTCString(), etag: '"1"' }).end();
    else if (method === 'GET' && found) response.end(found);
    else refuse(404, 'NoSuchKey');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'access-key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-key');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    refuse: (status: number, code: string) => {
      refusal = { status, code };
    },
    place: {
      kind: 's3',
      bucket: 'uploads',
      prefix: 'way/post',
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
    } as const,
  };
}
