import { t } from '@waypost/contract/i18n';
import type { Retention } from '@waypost/contract/retention/calls';
import { showDate } from '../ui/dates.ts';
import { showNumber } from '../ui/numbers.ts';

/** What is deleted by itself, and when next. */
export function retentionState({ years, next, due }: Retention): string {
  if (years === null) return t('Off: no record is deleted automatically.');
  const rule = t('Records are deleted {years} years after a student left school.', { years });
  const coming =
    next === null
      ? t('No record is due yet. Administrators get a notification four weeks before.')
      : t('Next: {n, plural, one {{shown} student} other {{shown} students}} on {day}.', {
          n: due,
          shown: showNumber(due),
          day: showDate(next),
        });
  return `${rule} ${coming}`;
}
