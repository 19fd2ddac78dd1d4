import { HOME_COOKIE } from '@waypost/contract/access';

const YEAR_SECONDS = 31_536_000;

/** Remembers it for the next login, and for the page that the server sends for `/default`. */
export function rememberHome(path: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${HOME_COOKIE}=${path}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** The home screen that this browser showed last. */
export function rememberedHome(): string | undefined {
  return new RegExp(`(?:^|; )${HOME_COOKIE}=([^;]+)`).exec(document.cookie)?.[1];
}
