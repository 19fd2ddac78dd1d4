import { type I18n, type Messages, setupI18n } from '@lingui/core';

/** The languages that Waypost speaks, each by its own name. */
export const locales = { en: 'English', es: 'Español' } as const;
export type Locale = keyof typeof locales;

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(locales, value);

/** Names the language that a browser was last shown in, for the server's choice of a page. */
export const LOCALE_COOKIE = 'waypost_locale';

/** The first of these language tags that we speak (`es-MX` counts as `es`), or English. */
export function firstSpoken(tags: readonly string[]): Locale {
  return tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
}

/** Whom a text is for: their language, and in Spanish whether it is tú (students) or usted (everyone else). */
export interface Reader {
  locale: Locale;
  you: 'tu' | 'usted';
}

export type Values = Record<string, string | number>;
/** A text as it is stored in a catalog: plain, or compiled by Lingui into literals and arguments. */
export type Compiled = Messages[string];
type Compile = Parameters<I18n['setMessagesCompiler']>[0];

const instances: Record<Locale, I18n> = {
  en: setupI18n({ locale: 'en', messages: { en: {} } }),
  es: setupI18n({ locale: 'es', messages: { es: {} } }),
};

let readerNow: () => Reader = () => ({ locale: 'en', you: 'usted' });

/** Sets who is reading: in a browser its one user, on the server the caller of each request. */
export function provideReader(provide: () => Reader): void {
  readerNow = provide;
}

export const currentLocale = (): Locale => readerNow().locale;

/** Sets how a text with arguments is compiled. The browser's are compiled by the build, so it compiles none. */
export function compileWith(compile: (message: string) => Compiled): void {
  for (const instance of Object.values(instances)) instance.setMessagesCompiler(compile as Compile);
}

/** Adds translations, keyed by the English text. An empty one counts as missing. */
export function addMessages(locale: Locale, messages: Record<string, Compiled>): void {
  instances[locale].load(locale, messages);
}

type Catalog = Partial<Record<Locale, () => Promise<{ default: Messages }>>>;
const catalogs = new Map<Catalog, Partial<Record<Locale, Promise<void> | undefined>>>();

/** Called by the build for each feature that has messages, as soon as its code is there. */
export function addCatalog(catalog: Catalog): void {
  catalogs.set(catalog, {});
}

/** Loads the translations that are missing for the code that is there. Where that fails, English is shown. */
export async function loadMessages(locale: Locale): Promise<void> {
  const loads = [...catalogs].map(([catalog, loaded]) => {
    loaded[locale] ??= catalog[locale]?.().then(
      ({ default: messages }) => addMessages(locale, messages),
      () => {
        loaded[locale] = undefined;
      },
    );
    return loaded[locale];
  });
  await Promise.all(loads);
}

/** Something that is loaded when it is needed, with its translations. */
export const withMessages =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const part = await load();
    await loadMessages(currentLocale());
    return part;
  };

const english = new Map<string, Compiled>();

/** A text with arguments as the build writes it: its key in the catalogs, with the compiled English. */
export function icu(key: string, compiled: Compiled): string {
  english.set(key, compiled);
  return key;
}

declare const marked: unique symbol;
/** A text that is still to be translated by `t`. It is no string, so that none is shown as it is by mistake. */
export interface Message {
  readonly [marked]: true;
}

/** Marks a text for the catalog where it is too early to translate it, because nobody reads yet. */
export const msg = (message: string): Message => message as unknown as Message;

/**
 * The text in the reader's language, or in English where it is not translated yet. The message is English in ICU
 * syntax, written out where it is used: `t('{n, plural, one {# entry} other {# entries}}', { n })`.
 */
export function t(given: string | Message, values?: Values): string {
  const message = given as string;
  const { locale, you } = readerNow();
  // The type says that a fallback is a string; Lingui takes a compiled one as well.
  const fallback = { message: (english.get(message) ?? message) as string };
  return message && instances[locale]._(message, { ...values, you }, fallback);
}
