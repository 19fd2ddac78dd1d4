import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { isReadOnly, type Person } from '@waypost/contract/access';
import type { Locale } from '@waypost/contract/i18n';
import { nameUser } from '@waypost/contract/named-user';
import { accountCalls, type CurrentUser } from '@waypost/contract/people/accounts/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { type Settings, settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { useRef, useState } from 'react';
import { call } from './call.ts';
import { addressAs, switchLocale, useLocale } from './locale.ts';
import { useCall } from './queries.ts';
import { announceUser, confirmUser, shownUser, showUser } from './shown-user.ts';

/** A call that the app makes by itself shows no notice if it fails: `safe` (docs/behavior/app.md#start). */
const safe = { quiet: true };

/** A call that finds out who is logged in, or is the same for everyone. */
const forAnyone = { user: null };

/**
 * The logged-in user, or null. An array instead of a user means logged out (docs/behavior/accounts.md#calls).
 * Cached until it changes: by a login, a logout, a saved profile, or a 401.
 */
export const sessionQuery = queryOptions({
  queryKey: [accountCalls.getCurrentUser.path],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    const reply = await call(accountCalls.getCurrentUser, {}, { signal, ...forAnyone });
    const session = 'user' in reply ? reply : null;
    // The page starts again. Until then, it must not show one user's form in another one's name.
    if (!confirmUser(userOf(session))) return new Promise(() => undefined);
    addressAs(session?.user.role === 'Student' ? 'tu' : 'usted');
    if (session) await speakAs(session);
    return session;
  },
  meta: safe,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * The language chosen on this page while logged out. It becomes the next user's language if they have none.
 */
let chosenBefore: Locale | null = null;

/**
 * Switches to the logged-in user's own language, otherwise their school system's, if it has one. During a
 * masquerade, the Admin's language stays.
 */
async function speakAs({ is_masquerade, locale, client_locale }: CurrentUser): Promise<void> {
  const chosen = chosenBefore;
  chosenBefore = null;
  if (is_masquerade) return;
  if (chosen && !locale) {
    // The language is already shown. If saving fails, the user can choose again.
    await call(accountCalls.saveLocale, { locale: chosen }, { keepalive: true }).catch(() => undefined);
    return;
  }
  const wanted = locale ?? client_locale;
  if (wanted) await switchLocale(wanted);
}

/**
 * The current language, and a function to choose another. A logged-in user's choice is saved in their
 * account.
 */
export function useLanguage(): { language: Locale; choose: (locale: Locale) => void } {
  const shown = useLocale();
  // The list shows the choice immediately, although its messages may take a moment to load.
  const [loading, setLoading] = useState<Locale | null>(null);
  const queries = useQueryClient();
  const { session } = useSession();
  const save = useCall(accountCalls.saveLocale, {
    // A page load right after the choice does not cancel the request.
    keepalive: true,
    // Successive choices are saved in order, so the latest wins.
    scope: { id: 'locale' },
    onSuccess: ({ locale }) =>
      queries.setQueryData(sessionQuery.queryKey, (now) => now && { ...now, locale }),
  });
  const choose = (locale: Locale) => {
    setLoading(locale);
    void switchLocale(locale).then(() => setLoading(null));
    if (!session) chosenBefore = locale;
    else if (!session.is_masquerade) save.mutate({ locale });
  };
  return { language: loading ?? shown, choose };
}

/** The settings of the user's school system, or the platform's; null if there are none yet. */
export const settingsQuery = queryOptions({
  queryKey: [settingsCalls.getSettings.path],
  queryFn: async ({ signal }): Promise<Settings | null> => {
    const reply = await call(settingsCalls.getSettings, {}, { signal, ...forAnyone });
    return Array.isArray(reply) ? null : reply;
  },
  meta: safe,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The logged-in user; null both if there is none and while that is unknown (`known` distinguishes them). */
export function useSession(): { session: CurrentUser | null; known: boolean } {
  const { data, isSuccess } = useQuery(sessionQuery);
  return { session: data ?? null, known: isSuccess };
}

/**
 * The logged-in user, for a screen that requires one. After the session has ended, returns the last user
 * until the login replaces the screen.
 */
export function useUser(): User {
  const queries = useQueryClient();
  const { session } = useSession();
  const last = useRef<User | null>(null);
  if (session) last.current = session.user;
  // A part of the screen can still appear after the session has ended.
  last.current ??= queries.getQueryData<User>(LAST_USER) ?? null;
  if (!last.current) throw new Error('This part of Waypost is for people who are logged in.');
  return last.current;
}

export function useSettings(): Settings | null {
  return useQuery(settingsQuery).data ?? null;
}

/** The parts of a session that the access table needs. */
export function personOf(session: CurrentUser | null): Person | null {
  if (!session) return null;
  const { role, approved, confirmed, deactivated, __v } = session.user;
  return { role, approved, confirmed, deactivated, saves: __v };
}

/** Whether the user can only read, because staff deactivated them. A notice above every screen says so. */
export const useReadOnly = (): boolean => isReadOnly(useUser());

/** The session's user, as calls name them. */
export const userOf = (session: CurrentUser | null): string | null =>
  session && nameUser(session.user._id, session.is_masquerade ? session.admin_id : null);

/** After a login or a sign-up: loads the new session. */
export function startSession(queries: QueryClient): Promise<CurrentUser | null> {
  showUser(undefined);
  return renewSession(queries);
}

/** Reloads the session and its settings, and clears the cache of the previous user. */
export async function renewSession(queries: QueryClient): Promise<CurrentUser | null> {
  clearUserCache(queries);
  // A request from before the change may return the previous user.
  await queries.cancelQueries({ queryKey: sessionQuery.queryKey });
  const [session] = await Promise.all([
    queries.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    queries.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  ]);
  return session;
}

/** While this mutation runs, no screen is shown, because its data belongs to the previous user. */
export const USER_CHANGE = { mutationKey: ['changing the user'] };

/** The cache key of the user whose session has ended, until `clearUserCache`. */
const LAST_USER = ['user of the ended session'];

/** Marks the session as ended, and tells the other tabs. Call `leaveUser` once the user's screens are unmounted. */
export function endSession(queries: QueryClient): void {
  const session = queries.getQueryData<CurrentUser | null>(sessionQuery.queryKey);
  if (session) queries.setQueryData(LAST_USER, session.user);
  queries.setQueryData(sessionQuery.queryKey, null);
  if (shownUser() !== null) announceUser(null);
}

/** Removes the user of the ended session from this page. Until then, its calls are still meant for them. */
export function leaveUser(queries: QueryClient): void {
  clearUserCache(queries);
  showUser(null);
}

/** Clears every cached reply except the session and the settings, so the next user cannot see them. */
export function clearUserCache(queries: QueryClient): void {
  const lasting: readonly unknown[] = [sessionQuery.queryKey[0], settingsQuery.queryKey[0]];
  queries.removeQueries({ predicate: ({ queryKey }) => !lasting.includes(queryKey[0]) });
}
