import { addDays } from '../../dates.ts';
import { msg, t } from '../../i18n.ts';
/** The suggested length of a final summary, in words (docs/behavior/final-work.md#summary). */
export const SUMMARY_WORDS = 250;
/** Days after a placement's end by which the summary is due (docs/behavior/final-work.md#summary). */
export const SUMMARY_DUE_DAYS = 7;

export const NO_SUMMARY = msg('You must provide a summary');
export const SUMMARY_APPROVED = msg('Your summary is approved, so you can’t change it');
export const FINAL_PROJECT_APPROVED = msg('Your final project is approved, so you can’t change its files');

interface ItemState {
  /** Whether staff approved this item. */
  isApproved: boolean;
}

/** Why the summary cannot be saved, or null if it can. */
export function whyNotSaveSummary({ isApproved }: ItemState): string | null {
  return isApproved ? t(SUMMARY_APPROVED) : null;
}

/** Why files cannot be added to or removed from the final project, or null if they can. */
export function whyNotChangeFiles({ isApproved }: ItemState): string | null {
  return isApproved ? t(FINAL_PROJECT_APPROVED) : null;
}

/** Words separated by whitespace, each with at least one letter or digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * The day by which the summary is due: a week after the placement was completed or terminated, or after its last day as
 * planned if it was not. Days YYYY-MM-DD.
 */
export function summaryDue(employmentStop: string, endedOn: string | null): string {
  return addDays(endedOn ?? employmentStop, SUMMARY_DUE_DAYS);
}
