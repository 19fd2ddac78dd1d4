import { t } from '@waypost/contract/i18n';
import type { Retention } from '@waypost/contract/oversight/retention/calls';
import { showDate } from '../../ui/dates.ts';
import { showNumber } from '../../ui/numbers.ts';

/** Describes which records are deleted automatically, and when the next ones are. */
export function retentionState({ years, next, due }: Retention): string {
  if (years === null) return t('Off: no record is deleted automatically.');
  const rule = t('Records are deleted {years} years after a student leaves school.', { years });
  const coming =
    next === null
      ? t('No deletion is scheduled yet. Administrators are notified four weeks before one.')
      : t('Next: {n, plural, one {{shown} student} other {{shown} students}} on {day}.', {
          n: due,
          shown: showNumber(due),
          day: showDate(next),
        });
  return `${rule} ${coming}`;
}
