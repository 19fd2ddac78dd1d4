import { t } from '@waypost/contract/i18n';
import { onOneLine } from './on-one-line.ts';

/** "Class of 2027", on one line; empty without a year. */
export const classOf = (year: number | null | undefined): string =>
  !year ? '' : onOneLine(t('Class of {year}', { year: `${year}` }));
