import { type I18n, type Messages, setupI18n } from '@lingui/core';

/** The languages of Waypost, each by its own name. */
export const locales = { en: 'English', es: 'Español' } as const;
export type Locale = keyof typeof locales;

export const isLocale = (value: unknown): value is Locale =>
  typeof value === 'string' && Object.hasOwn(locales, value);

/** Stores the language that a browser was last shown in, so that the server can choose a page. */
export const LOCALE_COOKIE = 'waypost_locale';

/** The first of these language tags that is supported (`es-MX` counts as `es`), or English. */
export function firstSupportedLocale(tags: readonly string[]): Locale {
  return tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
}

/**
 * Who reads a text: their language, and in Spanish whether they are addressed as tú (students) or usted (everyone
 * else).
 */
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
  es: setupI18n({ locale: 'es', locales: 'es-US', messages: { es: {} } }),
};

let currentReader: () => Reader = () => ({ locale: 'en', you: 'usted' });

/** Sets who is reading: in a browser its user, on the server the caller of each request. */
export function provideReader(provide: () => Reader): void {
  currentReader = provide;
}

export const currentLocale = (): Locale => currentReader().locale;

/** The reader's language with the number and date formats of the United States, for `Intl`: "$15.50" in Spanish too. */
export const formatLocale = (): string => `${currentLocale()}-US`;

/** Sets how a text with arguments is compiled. In the browser, the build has compiled them already. */
export function compileWith(compile: (message: string) => Compiled): void {
  for (const instance of Object.values(instances)) instance.setMessagesCompiler(compile as Compile);
}

/** Adds translations, keyed by the English text. An empty one counts as missing. */
export function addMessages(locale: Locale, messages: Record<string, Compiled>): void {
  instances[locale].load(locale, messages);
}

type Catalog = Partial<Record<Locale, () => Promise<{ default: Messages }>>>;
const catalogs = new Map<Catalog, Partial<Record<Locale, Promise<void> | undefined>>>();

/** Called by the build for each feature with messages, as soon as its code is loaded. */
export function addCatalog(catalog: Catalog): void {
  catalogs.set(catalog, {});
}

let wanted: Locale = 'en';

/** The language to load for new code: the one shown, or the one that is still loading. */
export const wantedLocale = (): Locale => wanted;

/** Loads the missing translations for the code that is loaded. If that fails, English is shown. */
export async function loadMessages(locale: Locale): Promise<void> {
  wanted = locale;
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

/**
 * Lazy-loads something together with its translations, also if its code arrives while the translations of the app's
 * other parts are loading.
 */
export const withMessages =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const part = await load();
    await loadMessages(wanted);
    return part;
  };

const english = new Map<string, Compiled>();

/** A text with arguments in the build's output: its key in the catalogs, with the compiled English. */
export function icu(key: string, compiled: Compiled): string {
  english.set(key, compiled);
  return key;
}

declare const marked: unique symbol;
/** A text that `t` still has to translate. It is not a string, so that it cannot be shown untranslated by mistake. */
export interface Message {
  readonly [marked]: true;
}

/** Marks a text for the catalog where it is too early to translate it, because there is no reader yet. */
export const msg = (message: string): Message => message as unknown as Message;

/**
 * The text in the reader's language, or in English if it is not translated yet. The message is English in ICU syntax,
 * written out where it is used: `t('{n, plural, one {# entry} other {# entries}}', { n })`.
 */
export function t(text: string | Message, values?: Values): string {
  const message = text as string;
  const { locale, you } = currentReader();
  // The type only allows a string as the fallback, but Lingui also takes a compiled one.
  const fallback = { message: (english.get(message) ?? message) as string };
  return message && instances[locale]._(message, { ...values, you }, fallback);
}
