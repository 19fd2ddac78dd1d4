import type { QueuedEntry, QueueStore } from './hours-queue.ts';
import { setHasQueuedEntries } from './queue-flag.ts';

/** The entries that are waiting on this phone, of all accounts, in IndexedDB: they survive closing the app. */

const DATABASE = 'waypost.hours';
const ENTRIES = 'waiting';

/** Each access opens the database again, because a logout in any tab deletes it. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(ENTRIES, { keyPath: 'key' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Resolves once the change is on the disk. */
async function inStore<T>(
  mode: 'readonly' | 'readwrite',
  work: (entries: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(ENTRIES, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(ENTRIES));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

async function change<T>(work: (entries: IDBObjectStore) => IDBRequest<T>): Promise<void> {
  await inStore('readwrite', work);
  setHasQueuedEntries((await inStore('readonly', (entries) => entries.count())) > 0);
  others?.postMessage('changed');
  notifyQueueChange();
}

let listeners: (() => void)[] = [];
/** Reports that the list has changed. */
export function notifyQueueChange(): void {
  for (const listener of listeners) listener();
}
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost.hours');
if (others) others.onmessage = notifyQueueChange;

/** Calls back when an entry was added, changed or removed, in any tab. */
export function onQueueChange(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

export const queueStore: QueueStore = {
  list: () => inStore('readonly', (entries) => entries.getAll() as IDBRequest<QueuedEntry[]>),
  put: (entry) => change((entries) => entries.put(entry)),
  remove: (key) => change((entries) => entries.delete(key)),
  refuse: (key, refused) =>
    change((entries) => {
      const request = entries.get(key) as IDBRequest<QueuedEntry | undefined>;
      request.onsuccess = () => request.result && entries.put({ ...request.result, refused });
      return request;
    }),
};
