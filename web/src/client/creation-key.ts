import { CREATION_KEY_HEADER } from '@waypost/contract/creation-key';
import { randomId } from './random-id.ts';
import { shownUser } from './shown-user.ts';

/*
 * The keys under which things are created (docs/behavior/access.md#creating). If the reply is lost, the next attempt uses
 * the same key, even after a reload, so that nothing is created twice.
 */

/** What a request for something new sends, and what happens with its key afterwards. */
export interface CreationKey {
  headers: Record<string, string>;
  /** The server has answered: the next attempt is for something else. */
  release: () => void;
  /** There was no answer: the next attempt is for the same thing. */
  keep: () => void;
}

const PREFIX = 'waypost.creating.';
const kept = new Map<string, string>();
const underway = new Set<string>();
const ofFiles = new WeakMap<Blob, string>();

/** The key for a call that creates something. Two calls at the same time have different ones. */
export function takeCreationKey(path: string): CreationKey {
  const place = `${PREFIX}${path} ${shownUser() ?? ''}`;
  const before = kept.get(place) ?? stored(place);
  const key = before && !underway.has(before) ? before : randomId();
  underway.add(key);
  // At once, because the page can be left before the reply arrives.
  kept.set(place, key);
  store(place, key);
  return {
    headers: { [CREATION_KEY_HEADER]: key },
    release: () => {
      underway.delete(key);
      if (kept.get(place) !== key) return;
      kept.delete(place);
      store(place, null);
    },
    keep: () => underway.delete(key),
  };
}

/** The key of an upload: the same for every attempt to send the file. */
export function fileKey(file: Blob): Record<string, string> {
  const key = ofFiles.get(file) ?? randomId();
  ofFiles.set(file, key);
  return { [CREATION_KEY_HEADER]: key };
}

// If a browser blocks storage, only a reload forgets the key.
function stored(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

function store(place: string, key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, key);
  } catch {
    // `kept` has it.
  }
}
