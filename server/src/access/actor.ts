import type { Person } from '@waypost/contract/access';
import type { Role } from '@waypost/contract/accounts/rules';

/** The person who makes the call. In a masquerade, it is the person acted as, and `admin` is the person behind it. */
export interface Actor extends Person {
  id: string;
  clientId: string;
  role: Role;
  email: string;
  name: string;
  mustChangePassword: boolean;
  /** `name` is the name they had when they started. */
  admin: { clientId: string; id: string; name: string } | null;
  masqueradeId: string | null;
  /** The hash of the session's token, for ending the session. */
  tokenHash: Buffer;
}

/** The platform's own tenant: SuperAdmins belong to it, and the default lists are its lists. */
export const PLATFORM = '00000000-0000-4000-8000-000000000001';
