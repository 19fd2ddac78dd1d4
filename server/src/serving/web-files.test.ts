import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageAt, readWeb, serveWeb } from './web-files.ts';

const pages: [string, string][] = [
  ['/', 'index-of-landing.html'],
  ['/opportunity/view/$id', 'view.html'],
  ['/opportunity/view/$id/apply', 'apply.html'],
];
const homes = [['/projects/viewall', 'to-placements.html']];

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
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      pages,
      homes,
      script: 'sha256-of-it',
      styles: { 'view.html': 'sha256-of-view', 'es/view.html': 'sha256-of-vista' },
    }),
  );
  mkdirSync(join(folder, 'es'));
  for (const name of ['index.html', ...[...pages, ...homes].map(([, file]) => file ?? '')])
    for (const file of [name, `es/${name}`]) writeFileSync(join(folder, file), file);
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  // As the application does for every response.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', "style-src 'self'");
    done();
  });
  writeFileSync(join(folder, 'service-worker.js'), '');
  writeFileSync(join(folder, 'view.html.gz'), gzipSync('view.html'));
  await app.register(cookie);
  await serveWeb(app, readWeb(folder), (style) => `style-src 'self' '${style}'`);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/default', 'waypost_session=s; waypost_home=/projects/viewall', 'to-placements.html'],
  ['/default', 'waypost_session=s; waypost_home=%2Fprojects%2Fviewall', 'to-placements.html'],
  ['/default', 'waypost_session=s; waypost_home=/opportunity/view/42', 'index.html'],
  ['/default', 'waypost_session=s; waypost_home=../../pages.json', 'index.html'],
  ['/default', '__Host-waypost_session=s; waypost_home=/projects/viewall', 'to-placements.html'],
  // Logged out: the login is next, and the home screen's data would be refused.
  ['/default', 'waypost_home=/projects/viewall', 'index.html'],
  ['/default', '', 'index.html'],
  ['/', 'waypost_home=/projects/viewall', 'index-of-landing.html'],
])('serves %s to a browser that has kept "%s" as %s', async (url, cookie, body) => {
  expect((await app.inject({ url, headers: { cookie } })).body).toBe(body);
});

test.each([
  ['/', 'index-of-landing.html'],
  ['/opportunity/view/42?from=%2Flist', 'view.html'],
  ['/nowhere', 'index.html'],
])('serves the page for %s, to be revalidated each time', async (url, body) => {
  const reply = await app.inject({ url });
  expect([reply.statusCode, reply.headers['cache-control'], reply.body]).toEqual([200, 'no-cache', body]);
});

test('browsers look for a new service worker each time', async () => {
  const { statusCode, headers } = await app.inject({ url: '/service-worker.js' });
  expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
    200,
    'no-cache',
    'application/javascript; charset=utf-8',
  ]);
});

test.each(['identity', 'gzip'])('allows a page only its own inline style, sent as %s', async (encoding) => {
  const headers = { 'accept-encoding': encoding };
  const own = await app.inject({ url: '/opportunity/view/42', headers });
  expect(own.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
  expect(own.headers['content-security-policy']).toBe("style-src 'self' 'sha256-of-view'");
  const other = await app.inject({ url: '/nowhere', headers });
  expect(other.headers['content-security-policy']).toBe("style-src 'self'");
});

test.each([
  ['its own', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }, 'es/'],
  ['the one it was last shown in', { 'accept-language': 'es', cookie: 'waypost_locale=en' }, ''],
  ['that one, in the other direction', { 'accept-language': 'en', cookie: 'waypost_locale=es' }, 'es/'],
  ['English, if it has none that we speak', { 'accept-language': 'fr', cookie: 'waypost_locale=../x' }, ''],
])('serves the page in %s', async (_, headers, from) => {
  for (const [url, file] of [
    ['/', 'index-of-landing.html'],
    ['/opportunity/view/42', 'view.html'],
    ['/nowhere', 'index.html'],
  ] as const) {
    const reply = await app.inject({ url, headers });
    expect(reply.body).toBe(`${from}${file}`);
    expect(reply.headers.vary).toBe('accept-encoding, accept-language, cookie');
  }
  const { headers: said } = await app.inject({ url: '/opportunity/view/42', headers });
  expect(said['content-security-policy']).toContain(from ? 'sha256-of-vista' : 'sha256-of-view');
});

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each(['/api/nothing', '/auth/nothing', '/files/nothing'])('%s is not a call', async (url) => {
  const { statusCode, headers } = await app.inject({ url, headers: navigation });
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

const notFound = async (url: string, headers: Record<string, string>) => {
  const reply = await app.inject({ url, headers });
  return [reply.statusCode, reply.headers['content-type'], reply.body];
};
const nothing = [404, 'text/plain; charset=utf-8', 'Not found\n'];

test.each(['/assets/nothing.js', '/.vite/manifest.json', '/.vite/%6danifest.json'])(
  '%s is not found, and not a page either',
  async (url) => {
    expect(await notFound(url, navigation)).toEqual(nothing);
  },
);

test.each([
  ['a picture', { 'sec-fetch-dest': 'image', accept: '*/*' }],
  ['a script', { 'sec-fetch-dest': 'script', accept: '*/*' }],
  ['a style', { 'sec-fetch-dest': 'style', accept: 'text/css,*/*;q=0.1' }],
  ['a picture, of an older browser', { accept: 'image/webp,image/png,*/*;q=0.5' }],
  ['data', { accept: 'application/json' }],
])('a request for a missing %s gets no page', async (_, headers) => {
  expect(await notFound('/nowhere', headers)).toEqual(nothing);
});

test.each([
  ['a browser', { ...navigation, 'sec-fetch-dest': 'document' }],
  ['an older browser', navigation],
  ['a program that takes anything', { accept: '*/*' }],
  ['a program that says nothing', {}],
])('serves %s the page at any address', async (_, headers) => {
  const reply = await app.inject({ url: '/nowhere', headers });
  expect([reply.statusCode, reply.body]).toEqual([200, 'index.html']);
});

test('a HEAD request says whether a page exists', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/opportunity/view/42' });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});
