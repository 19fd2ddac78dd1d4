import { setHasWaiting } from './has-waiting.ts';
import type { WaitingEntry, WaitingStore } from './queue.ts';

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
      const asked = work(transaction.objectStore(ENTRIES));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

async function change<T>(work: (entries: IDBObjectStore) => IDBRequest<T>): Promise<void> {
  await inStore('readwrite', work);
  setHasWaiting((await inStore('readonly', (entries) => entries.count())) > 0);
  others?.postMessage('changed');
  notifyWaitingChange();
}

let listeners: (() => void)[] = [];
/** Reports that the list has changed. */
export function notifyWaitingChange(): void {
  for (const listener of listeners) listener();
}
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost.hours');
if (others) others.onmessage = notifyWaitingChange;

/** Calls back when an entry was added, changed or removed, in any tab. */
export function onWaitingChange(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

export const waitingStore: WaitingStore = {
  list: () => inStore('readonly', (entries) => entries.getAll() as IDBRequest<WaitingEntry[]>),
  put: (entry) => change((entries) => entries.put(entry)),
  remove: (key) => change((entries) => entries.delete(key)),
  refuse: (key, refused) =>
    change((entries) => {
      const asked = entries.get(key) as IDBRequest<WaitingEntry | undefined>;
      asked.onsuccess = () => asked.result && entries.put({ ...asked.result, refused });
      return asked;
    }),
};
