import {
  firstSpoken,
  isLocale,
  type Locale,
  loadMessages,
  provideReader,
  type Reader,
} from '@waypost/contract/i18n';

/** Kept for a year; the server reads it for pages, which nobody has signed in for yet. */
const COOKIE = 'waypost_locale';
const YEAR_SECONDS = 31_536_000;

let reader: Reader = { locale: 'en', you: 'usted' };
let listeners: (() => void)[] = [];

export function onLocale(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((each) => each !== listener);
  };
}

/** The language that was chosen in this browser, or null. */
function chosenLocale(): Locale | null {
  const [, found] = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie) ?? [];
  return isLocale(found) ? found : null;
}

/** Keeps a choice in this browser, for the login and every page before it. */
function keepLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are still in use.
  document.cookie = `${COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Shows everything in this language, once its texts are there. */
async function showLocale(locale: Locale): Promise<void> {
  await loadMessages(locale);
  document.documentElement.lang = locale;
  if (locale === reader.locale) return;
  reader = { ...reader, locale };
  for (const listener of listeners) listener();
}

/** Sets the language that the application begins in. */
export function startLocale(): Promise<void> {
  provideReader(() => reader);
  return showLocale(chosenLocale() ?? firstSpoken(navigator.languages));
}

/** Shows and keeps the language that somebody has chosen. */
export async function chooseLocale(locale: Locale): Promise<void> {
  keepLocale(locale);
  await showLocale(locale);
}

/** In Spanish, students are addressed as tú. */
export function addressAs(you: Reader['you']): void {
  if (reader.you !== you) reader = { ...reader, you };
}
