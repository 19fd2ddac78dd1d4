export const KEY = 'waypost.hours.offline';

/** What logging hours without a connection needs. It is stored as long as the service worker is registered. */
export interface Remembered {
  /** Whose placements they are: entries are saved for this account. */
  account: string;
  placements: RememberedPlacement[];
}

export interface RememberedPlacement {
  project_id: string;
  title: string;
  business: string;
}

/** In local storage, because it can be read synchronously. */
export function readRemembered(): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}
