import type { Role } from '../../roles.ts';

/** The demo's accounts, shown on the login page of the demo only (docs/behavior/database.md#demo). */
export const DEMO_PASSWORD = 'waypost-demo';

/** A reserved domain (RFC 2606), refused for sign-ups and changed emails. */
export const DEMO_DOMAIN = 'demo.waypost.test';

export const demoAccounts: readonly { role: Role; email: string }[] = [
  { role: 'Student', email: 'student@demo.waypost.test' },
  { role: 'Business', email: 'business@demo.waypost.test' },
  { role: 'Teacher', email: 'teacher@demo.waypost.test' },
  { role: 'Admin', email: 'admin@demo.waypost.test' },
  { role: 'SuperAdmin', email: 'superadmin@demo.waypost.test' },
];
