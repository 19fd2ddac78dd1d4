import { currentLocale, type Locale } from './i18n.ts';

/** A school system's own text in the reader's language: the original if it has no translation. */
export const ownText = (original: string, spanish: string): string =>
  currentLocale() === 'es' && spanish !== '' ? spanish : original;

/**
 * Whether a reader of Spanish sees the original, and it is English: pages mark it, so that a screen reader pronounces
 * it correctly (WCAG 3.1.2). A school system whose language is Spanish may write its originals in Spanish, so those are
 * not marked.
 */
export const isEnglishOriginal = (spanish: string, clientLocale: Locale | null): boolean =>
  currentLocale() === 'es' && spanish === '' && clientLocale !== 'es';
