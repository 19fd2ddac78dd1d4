export const KEY = 'waypost.hours.offline';

/** What logging hours without a connection needs. It is stored as long as the service worker is registered. */
export interface OfflineData {
  /** Whose placements they are: entries are saved for this account. */
  account: string;
  placements: OfflinePlacement[];
}

export interface OfflinePlacement {
  project_id: string;
  title: string;
  business: string;
  /** Unknown if this was stored by an earlier version. */
  days?: { first_day: string; last_day: string };
}

/** In local storage, because it can be read synchronously. */
export function readOfflineData(): OfflineData | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as OfflineData | null;
  } catch {
    return null;
  }
}
