import type { HoursEntryInput } from '@waypost/contract/placements/hours/forms';

/** An entry that is saved on this phone until the server has answered. */
export interface QueuedEntry {
  /** Sent with the entry, so that the server logs it once, however often it arrives. */
  key: string;
  /** Whose entry it is: nobody else on this phone sees or sends it. */
  account: string;
  project_id: string;
  entry: HoursEntryInput;
  /** In milliseconds since 1970. */
  saved_at: number;
  /** Why the server refused it; null while it is waiting to be sent. */
  refused: string | null;
}

/** Where waiting entries are saved; all tabs share it. */
export interface QueueStore {
  list: () => Promise<QueuedEntry[]>;
  put: (entry: QueuedEntry) => Promise<unknown>;
  /** Stores the reason, unless the entry was deleted. */
  refuse: (key: string, reason: string) => Promise<unknown>;
  remove: (key: string) => Promise<unknown>;
}

/** Why sending failed. `later`: not because of the entry, but others may still arrive. */
export type Failure = 'offline' | 'logged out' | 'later' | { refused: string };

interface Line<Reply> {
  /** Sends an entry. Rejects if it was not logged, or if that is unknown. */
  send: (entry: QueuedEntry) => Promise<Reply>;
  failureOf: (error: unknown) => Failure;
}

/**
 * Saves an entry on this phone, then sends it. Returns the reply, or null if the entry stays here because there is no
 * connection. Rejects with the failure otherwise: the form still has the entry then.
 */
export async function saveEntry<Reply>(
  store: QueueStore,
  entry: QueuedEntry,
  { send, failureOf }: Line<Reply>,
): Promise<Reply | null> {
  // A browser may block storage. Send the entry anyway.
  const isKept = await store.put(entry).then(
    () => true,
    () => false,
  );
  const forget = () => store.remove(entry.key).catch(() => undefined);
  try {
    const reply = await send(entry);
    await forget();
    return reply;
  } catch (error) {
    const failure = failureOf(error);
    if (isKept && failure === 'offline') return null;
    // It is sent after the next login.
    if (failure !== 'logged out') await forget();
    throw error;
  }
}

/**
 * Sends the waiting entries of this account, the oldest first, each in turn. What the server refuses stays, with the
 * reason.
 */
export async function sendQueue<Reply>(
  store: QueueStore,
  account: string,
  { send, failureOf }: Line<Reply>,
  isBeingSaved: (key: string) => boolean = () => false,
): Promise<{ replies: Reply[]; reasons: string[] }> {
  const done: { replies: Reply[]; reasons: string[] } = { replies: [], reasons: [] };
  const tried = new Set<string>();
  for (;;) {
    // List them again each time: another tab may have sent or removed some meanwhile.
    const next = (await store.list())
      .filter((one) => one.account === account && one.refused === null)
      .sort((one, other) => one.saved_at - other.saved_at)
      .find(({ key }) => !tried.has(key) && !isBeingSaved(key));
    if (!next) return done;
    tried.add(next.key);
    try {
      const reply = await send(next);
      await store.remove(next.key);
      done.replies.push(reply);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'offline' || failure === 'logged out') return done;
      if (failure === 'later') continue;
      await store.refuse(next.key, failure.refused);
      done.reasons.push(failure.refused);
    }
  }
}
