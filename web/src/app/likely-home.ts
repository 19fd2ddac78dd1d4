/** The home screen that this browser showed last after a login. */
const KEY = 'waypost-home';

/** Most people who log in are students. */
const LIKELIEST = '/projects/viewall';

export function rememberHome(path: string): void {
  try {
    localStorage.setItem(KEY, path);
  } catch {
    // Without storage, the likeliest one is loaded.
  }
}

export function likelyHome(): string {
  try {
    return localStorage.getItem(KEY) ?? LIKELIEST;
  } catch {
    return LIKELIEST;
  }
}
