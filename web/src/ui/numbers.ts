import { formatLocale } from '@waypost/contract/i18n';

/** Formats a number as the reader's language writes it: 1,250. */
export const showNumber = (number: number, options?: Intl.NumberFormatOptions): string =>
  number.toLocaleString(formatLocale(), options);
