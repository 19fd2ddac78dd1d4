import type { Person } from '@waypost/contract/access';
import type { Role } from '@waypost/contract/accounts/rules';

/** Whoever makes the call. While an admin masquerades, it is the one they act as, and `admin` is who they are. */
export interface Actor extends Person {
  id: string;
  clientId: string;
  role: Role;
  email: string;
  name: string;
  mustChangePassword: boolean;
  /** `name` is what they were called when they began. */
  admin: { clientId: string; id: string; name: string } | null;
  masqueradeId: string | null;
  /** The session itself, by which it can be ended. */
  tokenHash: Buffer;
}

/** The platform's own tenant: SuperAdmins belong to it, and the default lists are its lists. */
export const PLATFORM = '00000000-0000-4000-8000-000000000001';
