import type { Person } from '@waypost/contract/access';
import type { Locale } from '@waypost/contract/i18n';
import type { LinkPurpose } from '@waypost/contract/messages/links/rules';
import type { Role } from '@waypost/contract/roles';

/** The person who makes the call. In a masquerade, `admin` is the person behind it. */
export interface Actor extends Person {
  id: string;
  clientId: string;
  role: Role;
  email: string;
  name: string;
  mustChangePassword: boolean;
  /** They must set up two-step login before anything else. */
  needsSecondFactor: boolean;
  /** `name` is the name they had when they started. */
  admin: { clientId: string; id: string; name: string } | null;
  masqueradeId: string | null;
  /** The hash of the session's token, for ending the session. */
  tokenHash: Buffer;
}

/** Someone without an account who opened a mailed link. `open`: its action can still be done. */
export interface LinkCaller {
  id: string;
  clientId: string;
  purpose: LinkPurpose;
  subjectId: string;
  accountId: string;
  state: 'open' | 'done' | 'expired' | 'passed on' | 'revoked';
  recipient: { name: string; email: string; locale: Locale };
  /** The supervisor's address, if the link reaches only the placements that it supervises; otherwise null. */
  supervisorEmail: string | null;
  passedOnTo: string | null;
  client: { name: string; phone: string; timeZone: string };
}

/** The platform's own tenant: it contains the SuperAdmins and the default lists. */
export const PLATFORM = '00000000-0000-4000-8000-000000000001';
