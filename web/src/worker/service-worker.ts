import { answerTo } from './answer-to.ts';

// Opens the application without a connection (docs/decisions/0069-hours-offline.md). It stores one page and files of the
// build, which are the same for everybody, and nothing else. The build bundles it by itself (web/build/worker.ts).

/** The files of the build that the page needs without a connection. The build fills them in. */
declare const FILES: readonly string[];
/** Differs if the page or any of the files does. */
declare const VERSION: string;

/** The parts of a service worker's scope that TypeScript's types of pages lack. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}
const scope = self as unknown as WorkerScope;

/** Its page is the same as that of every address without a screen of its own. */
const PAGE = '/default';

scope.addEventListener('install', (event) => event.waitUntil(store().then(() => scope.skipWaiting())));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    // Reading the page must not wait until the worker has started.
    Promise.all([forgetOlder(), scope.registration.navigationPreload?.enable()]),
  ),
);

scope.addEventListener('fetch', (event) => {
  const what = answerTo(event.request, location.origin, FILES);
  if (what === 'file') event.respondWith(fileFor(event.request));
  if (what === 'screen') event.respondWith(pageFor(event));
});

/** Stores everything or nothing. If it fails, the browser tries again on a later visit. */
async function store(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const mentioned = (await page.clone().text()).match(/\/assets\/[\w-]+\.(?:js|css)/g) ?? [];
  // The server has been updated since the browser has got this worker: it will get the next one.
  if (!page.ok || mentioned.length === 0 || mentioned.some((file) => !FILES.includes(file)))
    throw new Error('The page is of another version.');
  const cache = await caches.open(VERSION);
  await cache.addAll([...FILES]);
  // With its headers, and so with its content security policy.
  await cache.put(PAGE, page);
}

async function forgetOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
}

async function stored(path: string): Promise<Response | undefined> {
  const cache = await caches.open(VERSION);
  return cache.match(path, { ignoreVary: true });
}

async function fileFor(request: Request): Promise<Response> {
  return (await stored(new URL(request.url).pathname)) ?? fetch(request);
}

async function pageFor({ request, preloadResponse }: RequestEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const page = await stored(PAGE);
    if (!page) throw error;
    return page;
  }
}
