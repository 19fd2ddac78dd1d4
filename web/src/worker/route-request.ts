/** Paths that are not screens of the app. */
const NO_SCREEN = /^\/(api|auth|files|link|assets|outbox)(\/|$)/;

/**
 * Decides how the service worker answers a request: with a `file` of the build from its cache, or with a `screen` from
 * the network or, failing that, the stored page. All other requests, including everything personal, bypass the worker.
 */
export function routeRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: readonly string[],
): 'file' | 'screen' | null {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return null;
  if (files.includes(address.pathname)) return 'file';
  return mode === 'navigate' && !NO_SCREEN.test(address.pathname) ? 'screen' : null;
}
