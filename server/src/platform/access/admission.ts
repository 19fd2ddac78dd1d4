import { isReadOnly } from '@waypost/contract/access';
import type { CallName } from '@waypost/contract/all-calls';
import { mayCall } from '@waypost/contract/call-access';
import { msg, t } from '@waypost/contract/i18n';
import { nameUser, USER_HEADER } from '@waypost/contract/named-user';
import { Refusal, type RefusalKind, refuse } from '@waypost/contract/refusal';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, for the log; null if there is none, or not known yet. */
    actor: Actor | null;
    /** Why the request was refused. */
    refused: RefusalKind | 'cross-site' | null;
  }
}

/** Another site, or a plain navigation, requested a change. */
export class CrossSite extends Refusal {
  constructor() {
    super('not-allowed', t('This can only be done from Waypost itself.'));
  }
}

/** Refuses a call meant for someone else. Applies the access table; refuses unless the verdict is yes. */
export function admit(name: CallName, actor: Actor | null, wire: FastifyRequest): void {
  wire.actor = actor;
  if (actor && !isMeantFor(actor, wire)) refuse('someone-else');
  const verdict = mayCall(name, actor);
  if (verdict === 'unapproved' && actor && isReadOnly(actor)) refuse(verdict, t(READ_ONLY));
  if (verdict !== 'yes') refuse(verdict);
  if (!actor || actor.admin || BEFORE_NEW_PASSWORD.includes(name)) return;
  if (actor.mustChangePassword) refuse('new-password-needed');
  if (actor.needsSecondFactor && !TO_SET_UP_SECOND_FACTOR.includes(name)) refuse('second-factor-needed');
}

const READ_ONLY = msg(
  'Your account is deactivated, so nothing can be changed. Ask your school to activate it again.',
);

/** Tabs share a session, so a page can still show the user before. */
function isMeantFor({ id, admin }: Actor, { headers }: FastifyRequest): boolean {
  const named = headers[USER_HEADER];
  return named === undefined || named === nameUser(id, admin?.id ?? null);
}

/** What someone who must choose a new password may still do. */
const BEFORE_NEW_PASSWORD: readonly CallName[] = [
  'login',
  'logout',
  'changePassword',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'findConfirmation',
  'confirmEmail',
  'getCurrentUser',
  'saveLocale',
  'getUserData',
  'getSettings',
  'getStates',
  'getClients',
];

/** What someone who must set up two-step login may do otherwise. */
const TO_SET_UP_SECOND_FACTOR: readonly CallName[] = [
  'getSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
];

/**
 * Refuses changes requested by another site or by plain navigation. Browsers send the origin of a request; programs
 * that are not browsers pass.
 */
export function refuseCrossSite(wire: FastifyRequest, publicUrl: string): void {
  const site = wire.headers['sec-fetch-site'];
  const navigates = wire.headers['sec-fetch-mode'] === 'navigate';
  if (navigates || !isOwnOrigin(wire, publicUrl) || (site !== undefined && site !== 'same-origin'))
    throw new CrossSite();
}

/** Whether a browser names this server as the origin of the request, or no origin. */
export function isOwnOrigin({ headers: { origin, host } }: FastifyRequest, publicUrl: string): boolean {
  // A proxy may replace the host that people used, so `PUBLIC_URL` counts as well.
  return (
    origin === undefined || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host)
  );
}
