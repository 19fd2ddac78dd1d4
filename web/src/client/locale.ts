import {
  currentLocale,
  firstSpoken,
  isLocale,
  LOCALE_COOKIE,
  type Locale,
  loadMessages,
  provideReader,
  type Reader,
} from '@waypost/contract/i18n';
import { useSyncExternalStore } from 'react';

/** How long a browser keeps its language. */
const YEAR_SECONDS = 31_536_000;

let reader: Reader = { locale: 'en', you: 'usted' };
let listeners: (() => void)[] = [];
/** The language that is being loaded, or is shown. */
let wanted: Locale = 'en';

function onLocale(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

/**
 * The language that is shown. A component that calls this is rendered again when it changes, and so is everything that
 * it renders: `t` reads the language while rendering. Screens and the shell call it; what they contain keeps its state.
 */
export const useLocale = (): Locale => useSyncExternalStore(onLocale, currentLocale, currentLocale);

/** The language that this browser was last shown in, or null. */
function keptLocale(): Locale | null {
  const [, found] = new RegExp(`(?:^|; )${LOCALE_COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
  return isLocale(found) ? found : null;
}

/** Shows everything in this language, once its texts are there. */
async function showLocale(locale: Locale): Promise<void> {
  wanted = locale;
  await loadMessages(locale);
  // Another one was chosen meanwhile.
  if (wanted !== locale) return;
  document.documentElement.lang = locale;
  if (locale === reader.locale) return;
  reader = { ...reader, locale };
  for (const listener of listeners) listener();
}

/** Sets the language that the application begins in. */
export function startLocale(): Promise<void> {
  provideReader(() => reader);
  return showLocale(keptLocale() ?? firstSpoken(navigator.languages));
}

/** Shows this language and keeps it in this browser, for the login and every page before it. */
export async function speakLocale(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are still in use.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  await showLocale(locale);
}

/** In Spanish, students are addressed as tú. */
export function addressAs(you: Reader['you']): void {
  if (reader.you !== you) reader = { ...reader, you };
}
