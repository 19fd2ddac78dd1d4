/** Addresses that the server answers itself, without the application. */
const NO_SCREEN = /^\/(api|auth|files|link|assets|outbox)(\/|$)/;

/**
 * Which requests the service worker answers: a `file` of the build from its cache, a `screen` from the network or else
 * with the stored page. All others, and so everything personal, go past it.
 */
export function answerTo(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: readonly string[],
): 'file' | 'screen' | null {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return null;
  if (files.includes(address.pathname)) return 'file';
  return mode === 'navigate' && !NO_SCREEN.test(address.pathname) ? 'screen' : null;
}
