import type { SetupPart } from '@waypost/contract/settings/rules';

/** Where each part of the set-up is done. */
export const setupWays = {
  settings: { label: 'Site settings', to: '/admin/siteSettings', why: 'Your name and logo' },
  schools: { label: 'Schools', to: '/admin/schools', why: 'Which schools your students attend' },
  focusAreas: { label: 'Focus areas', to: '/admin/focusAreas', why: 'The fields of work students look for' },
  programs: { label: 'Programs', to: '/admin/programs', why: 'What your students are enrolled in' },
  evaluationQuestions: {
    label: 'Evaluation questions',
    to: '/admin/evaluationQuestions',
    why: 'What businesses are asked about their interns',
  },
  reflectionQuestions: {
    label: 'Reflection questions',
    to: '/admin/reflectionQuestions',
    why: 'What students are asked about their work',
  },
} as const satisfies Record<SetupPart, { label: string; to: string; why: string }>;
