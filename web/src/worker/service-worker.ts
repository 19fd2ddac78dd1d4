import { routeRequest } from './route-request.ts';

// Opens the app without a connection (docs/decisions/0069-hours-offline.md). It stores only one page and files of the
// build, which are the same for everyone. The build bundles it separately (web/build/worker.ts).

/** The files of the build that the page needs without a connection. The build defines this constant. */
declare const FILES: readonly string[];
/** A hash of the page and the file names, which contain hashes too. */
declare const VERSION: string;

/** The parts of a service worker's scope that TypeScript's types for pages lack. */
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

/**
 * A URL without a screen, for which the server sends the shell. The page of a screen, or of `/default`, also mentions
 * files that are not stored.
 */
const PAGE = '/offline';

scope.addEventListener('install', (event) => event.waitUntil(store().then(() => scope.skipWaiting())));

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    // With navigation preload, the browser requests a page while the worker is still starting.
    Promise.all([forgetOlder(), scope.registration.navigationPreload?.enable()]),
  ),
);

scope.addEventListener('fetch', (event) => {
  const what = routeRequest(event.request, location.origin, FILES);
  if (what === 'file') event.respondWith(fileFor(event.request));
  if (what === 'screen') event.respondWith(pageFor(event));
});

/** Stores all files or none. If it fails, the browser tries again on a later visit. */
async function store(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const mentioned = (await page.clone().text()).match(/\/assets\/[\w-]+\.(?:js|css)/g) ?? [];
  // Reject a page that needs other files, for example after a server update. The next worker matches that page.
  if (!page.ok || mentioned.length === 0 || mentioned.some((file) => !FILES.includes(file)))
    throw new Error('The page is of another version.');
  const cache = await caches.open(VERSION);
  await cache.addAll([...FILES]);
  // The stored response includes the headers, so the content security policy applies offline too.
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
