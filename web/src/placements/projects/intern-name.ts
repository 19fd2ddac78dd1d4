import { t } from '@waypost/contract/i18n';
import { fullName } from '@waypost/contract/people/profiles/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';

/** The intern's name, even after their account was deleted. */
export function nameOfIntern({ student_id_fk: student }: Pick<ProjectRow, 'student_id_fk'>): string {
  return student ? fullName(student) : t('A former student');
}
