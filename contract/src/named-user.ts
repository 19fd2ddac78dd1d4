/**
 * The header in which a page names the user it shows: the server refuses the call if someone else is logged in
 * (docs/behavior/access.md#whose-call). Other programs can omit it.
 */
export const USER_HEADER = 'waypost-user';

/** A masquerade counts as a user of its own. `adminId` is the person masquerading. */
export function nameUser(userId: string, adminId: string | null): string {
  return adminId === null || adminId === userId ? userId : `${userId} by ${adminId}`;
}
