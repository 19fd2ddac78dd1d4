import { KEY, type OfflineData, readOfflineData } from './offline-store.ts';

export function writeOfflineData(offlineData: OfflineData | null): void {
  try {
    if (offlineData) localStorage.setItem(KEY, JSON.stringify(offlineData));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/**
 * Removes what opens the application without a connection from this phone. A logout's header does the same, but not in
 * every browser.
 */
export async function forgetOffline(): Promise<void> {
  if (!readOfflineData()) return;
  writeOfflineData(null);
  const worker = await navigator.serviceWorker.getRegistration('/').catch(() => undefined);
  await worker?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
