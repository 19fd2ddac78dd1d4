import type { LoginSession } from '@waypost/contract/people/sessions/calls';
import type { Actor } from '../../platform/access/actor.ts';

interface FoundSession {
  id: string;
  tokenHash: Buffer;
  browser: string;
  system: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export const toLoginSession = (row: FoundSession, { tokenHash }: Pick<Actor, 'tokenHash'>): LoginSession => ({
  _id: row.id,
  browser: row.browser,
  system: row.system,
  createdAt: row.createdAt.toISOString(),
  last_seen: row.lastSeenAt.toISOString(),
  is_current: row.tokenHash.equals(tokenHash),
});
