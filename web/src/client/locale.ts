import {
  currentLocale,
  firstSupportedLocale,
  isLocale,
  LOCALE_COOKIE,
  type Locale,
  loadMessages,
  provideReader,
  type Reader,
  wantedLocale,
} from '@waypost/contract/i18n';
import { useSyncExternalStore } from 'react';
import { cookieOf, setCookie } from './cookies.ts';

let reader: Reader = { locale: 'en', you: 'usted' };
let listeners: (() => void)[] = [];

function onLocale(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

const readerKey = () => `${reader.locale} ${reader.you}`;

/**
 * The current language. A component that calls this re-renders when the language or the way to address the
 * reader changes, along with everything it renders, because `t` reads both while rendering. Screens and the
 * shell call it; their contents keep their state.
 */
export function useLocale(): Locale {
  useSyncExternalStore(onLocale, readerKey, readerKey);
  return currentLocale();
}

function showTo(changed: Reader): void {
  reader = changed;
  for (const listener of listeners) listener();
}

/** The language saved in this browser, or null. */
function keptLocale(): Locale | null {
  const found = cookieOf(LOCALE_COOKIE);
  return isLocale(found) ? found : null;
}

/** Switches to this language once its messages are loaded. */
async function showLocale(locale: Locale): Promise<void> {
  await loadMessages(locale);
  // Skip this if another language was chosen meanwhile.
  if (wantedLocale() !== locale) return;
  document.documentElement.lang = locale;
  if (locale === reader.locale) return;
  showTo({ ...reader, locale });
}

/** Sets the initial language of the app. */
export function startLocale(): Promise<void> {
  provideReader(() => reader);
  return showLocale(keptLocale() ?? firstSupportedLocale(navigator.languages));
}

/** Switches to this language and saves it in this browser, for the login and all pages before it. */
export async function switchLocale(locale: Locale): Promise<void> {
  setCookie(LOCALE_COOKIE, locale);
  await showLocale(locale);
}

/** In Spanish, students are addressed as tú. */
export function addressAs(you: Reader['you']): void {
  if (reader.you !== you) showTo({ ...reader, you });
}
