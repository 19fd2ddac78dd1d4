export const KEY = 'waypost.hours.offline';

/** What logging hours without a connection needs. It is kept as long as the service worker is there. */
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

/** In local storage, because it can be read at once. */
export function readRemembered(): Remembered | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}
