import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserToken } from './handler.ts';

export const SESSION_COOKIE = 'waypost_session';

/** A browser accepts a `__Host-` cookie only over HTTPS and from this host, so no sibling domain can set one. */
export const cookieName = (cookie: string, isSecure: boolean) => (isSecure ? `__Host-${cookie}` : cookie);

const CODE_COOKIE = 'waypost_code';
const DEVICE_COOKIE = 'waypost_device';
/** A browser with this cookie forgets its session when it is closed. */
const SHARED_COOKIE = 'waypost_shared';

/** What a browser's cookies say about a request. */
export function readCookies({ cookies }: FastifyRequest, isSecure: boolean) {
  const read = (cookie: string) => cookies[cookieName(cookie, isSecure)];
  return {
    token: read(SESSION_COOKIE),
    verifiedCode: read(CODE_COOKIE) ?? null,
    device: read(DEVICE_COOKIE) ?? null,
  };
}

interface Effects {
  session?: BrowserToken | 'end';
  verifiedCode?: BrowserToken | 'end';
  device?: BrowserToken;
  /** Whether the browser forgets the session when it is closed; unchanged by default. */
  endsWithBrowser?: boolean;
}

/** Sets or removes the cookies of a reply, which scripts cannot read. */
export function setCookies(
  reply: FastifyReply,
  { session, verifiedCode, device, endsWithBrowser }: Effects,
  isSecure: boolean,
): void {
  const wasShared = reply.request.cookies[cookieName(SHARED_COOKIE, isSecure)] !== undefined;
  const isShared = session !== 'end' && (endsWithBrowser ?? wasShared);
  // Clears drafts and pictures with the session. Cookies stay, so the browser stays known to its owner.
  if (session === 'end') reply.header('clear-site-data', '"cache", "storage"');
  if (session) setCookie(SESSION_COOKIE, session, { path: '/', sameSite: 'lax', isShared });
  if (verifiedCode) setCookie(CODE_COOKIE, verifiedCode, { path: '/auth', sameSite: 'strict' });
  if (device) setCookie(DEVICE_COOKIE, device, { path: '/auth', sameSite: 'strict' });
  if (session && isShared !== wasShared)
    setCookie(SHARED_COOKIE, isShared ? { token: '1' } : 'end', { path: '/', sameSite: 'lax' });

  /** One without an expiry, or of a shared computer, ends when the browser is closed. */
  function setCookie(
    name: string,
    given: { token: string; expiresAt?: Date } | 'end',
    { isShared = false, ...where }: { path: string; sameSite: 'lax' | 'strict'; isShared?: boolean },
  ): void {
    const kept = { ...where, path: isSecure ? '/' : where.path, httpOnly: true, secure: isSecure };
    if (given === 'end') reply.clearCookie(cookieName(name, isSecure), kept);
    else {
      const expires = isShared ? undefined : given.expiresAt;
      reply.setCookie(cookieName(name, isSecure), given.token, { ...kept, ...(expires && { expires }) });
    }
  }
}
