import { type ListName, listNames } from '../lists/rules.ts';

/** The parts of the set-up, in the best order (docs/behavior/settings.md#set-up). */
export const setupParts = ['settings', ...listNames] as const;
export type SetupPart = (typeof setupParts)[number];

/** The percentage of each of the six parts; completing them adds the rest (docs/behavior/settings.md#set-up). */
export const PART_PERCENT = 17;

/** How far a school system is set up, in percent. */
export function setupProgress(done: readonly SetupPart[], isComplete: boolean): number {
  return isComplete ? 100 : Math.min(99, done.length * PART_PERCENT);
}

export const listWords: Record<ListName, string> = {
  schools: 'schools',
  focusAreas: 'focus areas',
  programs: 'programs',
  evaluationQuestions: 'evaluation questions',
  reflectionQuestions: 'reflection questions',
};

/** Why the settings cannot be marked as complete, or null if each list has entries. */
export function whyNotComplete(filled: Readonly<Record<ListName, boolean>>): string | null {
  const missing = listNames.filter((list) => !filled[list]).map((list) => listWords[list]);
  const last = missing.pop();
  if (last === undefined) return null;
  return `There are no ${missing.length > 0 ? `${missing.join(', ')} or ${last}` : last} yet.`;
}

/** Why completing is refused before the first save. */
export const NO_SETTINGS = 'There are no site settings yet.';

/** The logo's size, shown and cropped: 190 by 80 pixels (docs/behavior/settings.md#form). */
export const LOGO = { width: 190, height: 80, aspect: 19 / 8 } as const;
