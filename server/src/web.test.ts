import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageAt, readWeb, serveWeb } from './web.ts';

const pages: [string, string][] = [
  ['/', 'index-of-landing.html'],
  ['/opportunity/view/$id', 'view.html'],
  ['/opportunity/view/$id/apply', 'apply.html'],
];

test.each([
  ['/', 'index-of-landing.html'],
  ['/opportunity/view/42', 'view.html'],
  ['/opportunity/view/42/apply', 'apply.html'],
  ['/opportunity/edit/42', 'index.html'],
  ['/opportunity/view', 'index.html'],
  ['/nowhere', 'index.html'],
])('%s is served by %s', (address, file) => {
  expect(pageAt(address, pages)).toBe(file);
});

const app = fastify();
const folder = mkdtempSync(join(tmpdir(), 'waypost-web-'));
beforeAll(async () => {
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages, script: 'sha256-of-it' }));
  for (const name of ['index.html', ...pages.map(([, file]) => file)])
    writeFileSync(join(folder, name), name);
  await serveWeb(app, readWeb(folder));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/', 'index-of-landing.html'],
  ['/opportunity/view/42?from=%2Flist', 'view.html'],
  ['/nowhere', 'index.html'],
])('a browser that asks for %s gets that page, to be asked for anew', async (url, body) => {
  const reply = await app.inject({ url });
  expect([reply.statusCode, reply.headers['cache-control'], reply.body]).toEqual([200, 'no-cache', body]);
});

test.each(['/api/nothing', '/assets/nothing.js'])('%s is not found, and no page', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404);
});
