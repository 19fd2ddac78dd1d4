import { beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = window.location.origin;
const PAGE =
  '<script type="module" src="/assets/a1.js"></script><style>@font-face{src:url(/assets/x.woff2)}</style>';
const POLICY = { 'content-security-policy': "style-src 'sha256-of-it'" };

/** The caches, by name, each with its responses by path. */
let kept: Map<string, Map<string, Response>>;
let network: (path: string) => Promise<Response>;
let listeners: Record<string, (event: unknown) => void>;

beforeEach(async () => {
  kept = new Map();
  listeners = {};
  network = async (path) => new Response(path === '/offline' ? PAGE : path, { headers: POLICY });
  vi.resetModules();
  vi.stubGlobal('FILES', ['/assets/a1.js']);
  vi.stubGlobal('VERSION', 'second');
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      listeners[type] = listener;
    },
    skipWaiting: async () => undefined,
    registration: {},
  });
  vi.stubGlobal('fetch', (asked: string | Request) =>
    network(new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname),
  );
  vi.stubGlobal('caches', {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const responses = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, responses);
      return {
        put: async (path: string, response: Response) => responses.set(path, response),
        match: async (path: string) => responses.get(path)?.clone(),
        addAll: async (paths: string[]) => {
          for (const path of paths) responses.set(path, await network(path));
        },
      };
    },
  });
  await import('./service-worker.ts');
});

/** Dispatches an event to the worker, and waits until it is handled. */
async function dispatch(type: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners[type]?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
}

/** The worker's response to a page's request; null if the browser handles the request. */
async function ask(path: string, mode: string, preloadResponse = Promise.resolve(undefined)) {
  let answer: Promise<Response> | null = null;
  const request = { method: 'GET', mode, url: new URL(path, ORIGIN).href };
  listeners.fetch?.({
    request,
    preloadResponse,
    respondWith: (given: Promise<Response>) => (answer = given),
  });
  return answer as Promise<Response> | null;
}

const lost = () => Promise.reject(new TypeError('no connection'));

test('without a connection, every screen is the stored page, with its headers', async () => {
  await dispatch('install');
  network = lost;
  const page = await ask('/project/7/hours', 'navigate');
  expect(await page?.text()).toBe(PAGE);
  expect(page?.headers.get('content-security-policy')).toBe(POLICY['content-security-policy']);
  expect(await (await ask('/assets/a1.js', 'cors'))?.text()).toBe('/assets/a1.js');
});

test('with a connection, screens come from the server, and stored files do not', async () => {
  await dispatch('install');
  network = async (path) => new Response(`new ${path}`);
  expect(await (await ask('/project/7/hours', 'navigate'))?.text()).toBe('new /project/7/hours');
  expect(await (await ask('/assets/a1.js', 'cors'))?.text()).toBe('/assets/a1.js');
});

test('no other request is answered or stored', async () => {
  await dispatch('install');
  expect(await ask('/api/current-user', 'cors')).toBeNull();
  expect(await ask('/files/7', 'no-cors')).toBeNull();
  await ask('/project/7/hours', 'navigate');
  expect([...(kept.get('second')?.keys() ?? [])].sort()).toEqual(['/assets/a1.js', '/offline']);
});

test.each([
  ['of another version', () => new Response('<script type="module" src="/assets/newer.js"></script>')],
  ['of a guest Wi-Fi’s login', () => new Response('<h1>Accept our terms</h1>')],
  ['of a failure', () => new Response(PAGE, { status: 503 })],
])('a page %s is not stored', async (_, page) => {
  network = async () => page();
  await expect(dispatch('install')).rejects.toThrow('another version');
  expect(kept.size).toBe(0);
});

test('files of older versions are removed', async () => {
  kept.set('first', new Map());
  await dispatch('install');
  await dispatch('activate');
  expect([...kept.keys()]).toEqual(['second']);
});

test('a screen fails as usual if nothing is stored', async () => {
  network = lost;
  await expect(ask('/projects/viewall', 'navigate')).rejects.toThrow('no connection');
});
