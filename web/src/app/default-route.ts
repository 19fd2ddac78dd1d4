import { isStaff, type Role } from '@waypost/contract/roles';

interface Arrival {
  role: Role;
  /** `__v`: how often the profile was saved. */
  saves: number;
  hasSettings: boolean;
  /** Determined only for a student. */
  hasProjects: boolean;
  /** Whether they signed in with the school system's default password. */
  mustChangePassword: boolean;
}

/** Where `/default` redirects this user (docs/behavior/app.md#where-to-start). */
export function defaultRoute(who: Arrival): string {
  if (who.mustChangePassword) return '/password';
  if (who.role === 'SuperAdmin') return '/waypost/dashboard';
  if (!who.hasSettings) return who.role === 'Admin' ? '/admin/siteSettings' : '/uhoh';
  if (who.saves === 0 && !isStaff(who.role)) return '/profile';
  if (who.role === 'Student') return who.hasProjects ? '/projects/viewall' : '/opportunity/browse';
  if (who.role === 'Business') return '/opportunity/all';
  return '/admin/dashboard';
}
