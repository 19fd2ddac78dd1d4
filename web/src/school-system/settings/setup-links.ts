import { type Message, msg } from '@waypost/contract/i18n';
import type { SetupPart } from '@waypost/contract/school-system/settings/rules';

/** The screen of each part of the setup. */
export const setupLinks = {
  settings: { label: msg('Site settings'), to: '/admin/siteSettings', why: msg('Your name and logo') },
  schools: { label: msg('Schools'), to: '/admin/schools', why: msg('Which schools your students attend') },
  focusAreas: {
    label: msg('Focus areas'),
    to: '/admin/focusAreas',
    why: msg('The fields of work students look for'),
  },
  programs: { label: msg('Programs'), to: '/admin/programs', why: msg('What your students are enrolled in') },
  evaluationQuestions: {
    label: msg('Evaluation questions'),
    to: '/admin/evaluationQuestions',
    why: msg('What businesses are asked about their interns'),
  },
  reflectionQuestions: {
    label: msg('Reflection questions'),
    to: '/admin/reflectionQuestions',
    why: msg('What students are asked about their work'),
  },
} as const satisfies Record<SetupPart, { label: Message; to: string; why: Message }>;
