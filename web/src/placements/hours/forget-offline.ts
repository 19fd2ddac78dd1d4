import { KEY, type Remembered, readRemembered } from './remembered.ts';

export function writeRemembered(remembered: Remembered | null): void {
  try {
    if (remembered) localStorage.setItem(KEY, JSON.stringify(remembered));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is remembered.
  }
}

/**
 * Removes what opens the application without a connection from this phone. A logout's header does the same, but not in
 * every browser.
 */
export async function forgetOffline(): Promise<void> {
  if (!readRemembered()) return;
  writeRemembered(null);
  const worker = await navigator.serviceWorker.getRegistration('/').catch(() => undefined);
  await worker?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
