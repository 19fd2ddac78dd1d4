import { msg, t } from '../../i18n.ts';
import type { ReflectionStatus } from '../projects/rules.ts';

export const NO_RESPONSE = msg('You must provide a response');
export const STILL_LOCKED = msg('This question is still locked. Answer the one before it first');
export const REFLECTIONS_APPROVED = msg('Your reflections are approved, so you can’t change your answers');

/**
 * Why an answer cannot be saved, or null if it can: locked questions come later, and approved answers cannot change
 * (docs/behavior/reflections.md#answers).
 */
export function whyNotAnswer(
  project: { isApproved: boolean },
  question: { status: ReflectionStatus },
): string | null {
  if (project.isApproved) return t(REFLECTIONS_APPROVED);
  return question.status === 'locked' ? t(STILL_LOCKED) : null;
}
