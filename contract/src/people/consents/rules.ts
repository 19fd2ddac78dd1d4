import { t } from '../../i18n.ts';

/** What was decided about the release of a student's information to businesses. Only staff record a withdrawal. */
export const consentDecisions = ['given', 'refused', 'withdrawn'] as const;
export type ConsentDecision = (typeof consentDecisions)[number];

/** How it was decided: by a link in an email, or on paper, recorded by staff. */
export const consentMethods = ['link', 'paper'] as const;

/**
 * The release, in paragraphs: which information, to whom and for what purpose (34 CFR 99.30(b)). It lists what a
 * business sees of a student (docs/behavior/profiles.md), and is saved with the decision as it was shown.
 */
export const releaseText = ({ student, school }: { student: string; school: string }): string[] => [
  t('{school} asks if it may share {student}’s details with businesses.', { school, student }),
  t(
    'What is shared: name, school, program, graduation year, focus areas, picture, résumé, and cover letter.',
  ),
  t(
    'With whom and why: with the businesses that {student} applies to or works for, so that they can choose interns and supervise them.',
    { student },
  ),
  t(
    'What is never shared: parents and guardians, phone numbers, address, student ID, gender, and the school’s contact log.',
  ),
  t('You can withdraw your consent at any time: call the school. What was shared before stays shared.'),
];
