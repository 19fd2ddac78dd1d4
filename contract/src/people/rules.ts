/** Suggestions begin after more than two typed characters (document 1, section 9). */
export const SEARCH_FROM_CHARACTERS = 3;

/** A student's approval needs a signed agreement on file (rulings, "Accounts"). */
export function canApprove(user: { role: string; hasAgreement: boolean }): boolean {
  return user.role !== 'Student' || user.hasAgreement;
}
