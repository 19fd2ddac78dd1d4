/** How many calls of this page have replaced its session, such as a login, and how many are about to. */
let replaced = 0;
let replacing = 0;

/**
 * Follows one call from here until its reply. `isOutdated` says whether this page has replaced the session meanwhile: then
 * the server's answer may be about the session before. Call `end` once, with the reply.
 */
export function followSession(replacesSession: boolean) {
  const before = replaced;
  if (replacesSession) replacing += 1;
  return {
    isOutdated: () => !replacesSession && (replacing > 0 || replaced > before),
    end: () => {
      if (!replacesSession) return;
      replacing -= 1;
      replaced += 1;
    },
  };
}

export type FollowedSession = ReturnType<typeof followSession>;
