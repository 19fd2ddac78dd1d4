/** Roles, from students to the platform's owner (docs/behavior/README.md#roles). */
export const roles = ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'] as const;
export type Role = (typeof roles)[number];

const rank: Record<Role, number> = { Student: 0, Business: 0, Teacher: 1, Admin: 2, SuperAdmin: 3 };

/** Masquerading, approving and deleting are limited to roles below one's own (docs/behavior/masquerade.md#who). */
export function isBelow(other: Role, own: Role): boolean {
  return rank[other] < rank[own];
}

/** Teachers, Admins and SuperAdmins need neither a finished profile nor approval. */
export function isStaff(role: Role): boolean {
  return rank[role] > 0;
}
