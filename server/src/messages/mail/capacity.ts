import { t } from '@waypost/contract/i18n';
import { toPlainText } from './plain-text.ts';

/**
 * In which capacity someone without an account gets a mail: as a student's parent or guardian, or for a business. The
 * name is empty if there is none anymore.
 */
export type Capacity = { guardianOf: string } | { business: string };

/** Each of these capacities once, in a sentence of the current reader's language. */
export const capacityLines = (all: readonly Capacity[]): string[] => [
  ...new Set(all.map(lineOf).filter((line) => line !== '')),
];

function lineOf(one: Capacity): string {
  if ('guardianOf' in one) {
    const student = toPlainText(one.guardianOf);
    return student && t('You get this email as {student}’s parent or guardian.', { student });
  }
  const business = toPlainText(one.business);
  return business && t('You get this email for {business}.', { business });
}
