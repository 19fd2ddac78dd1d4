import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Person } from '@waypost/contract/access';
import { accountCalls, type CurrentUser } from '@waypost/contract/accounts/calls';
import type { Locale } from '@waypost/contract/i18n';
import type { User } from '@waypost/contract/profiles/calls';
import { type Settings, settingsCalls } from '@waypost/contract/settings/calls';
import { useRef, useState } from 'react';
import { call } from './call.ts';
import { addressAs, speakLocale, useLocale } from './locale.ts';
import { useCall } from './queries.ts';

/** A call that the app makes on its own shows no notice when it fails: `safe` (docs/behavior/app.md#start). */
const safe = { quiet: true };

/**
 * Who is logged in, or null. An array instead of a user means logged out (docs/behavior/accounts.md#calls). Cached
 * until something changes it: a login, a logout, a saved profile, a 401.
 */
export const sessionQuery = queryOptions({
  queryKey: [accountCalls.getCurrentUser.path],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    const reply = await call(accountCalls.getCurrentUser, {}, { signal });
    const session = 'user' in reply ? reply : null;
    addressAs(session?.user.role === 'Student' ? 'tu' : 'usted');
    if (session) await speakAs(session);
    return session;
  },
  meta: safe,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Chosen on this page while nobody was logged in: the language of whoever logs in next, if they have none. */
let chosenBefore: Locale | null = null;

/**
 * Shows the language of whoever is logged in: their own, else their school system's. Whoever masquerades goes on in the
 * language that they read.
 */
async function speakAs({ is_masquerade, locale, client_locale }: CurrentUser): Promise<void> {
  const chosen = chosenBefore;
  chosenBefore = null;
  if (is_masquerade) return;
  if (locale || !chosen) return speakLocale(locale ?? client_locale);
  // It is shown already. Where it cannot be kept, they can choose again.
  await call(accountCalls.saveLocale, { locale: chosen }).catch(() => undefined);
}

/** The language that is shown, and how to choose another: whoever is logged in keeps it in their account. */
export function useLanguage(): { language: Locale; choose: (locale: Locale) => void } {
  const shown = useLocale();
  // What is chosen shows at once in its list: its texts may take a moment.
  const [loading, setLoading] = useState<Locale | null>(null);
  const queries = useQueryClient();
  const { session } = useSession();
  const save = useCall(accountCalls.saveLocale, {
    // Two choices in a row are saved one after the other, the latest last.
    scope: { id: 'locale' },
    onSuccess: ({ locale }) =>
      queries.setQueryData(sessionQuery.queryKey, (now) => now && { ...now, locale }),
  });
  const choose = (locale: Locale) => {
    setLoading(locale);
    void speakLocale(locale).then(() => setLoading(null));
    if (!session) chosenBefore = locale;
    else if (!session.is_masquerade) save.mutate({ locale });
  };
  return { language: loading ?? shown, choose };
}

/** The settings of one's school system, or the platform's; null where there are none yet. */
export const settingsQuery = queryOptions({
  queryKey: [settingsCalls.getSettings.path],
  queryFn: async ({ signal }): Promise<Settings | null> => {
    const reply = await call(settingsCalls.getSettings, {}, { signal });
    return Array.isArray(reply) ? null : reply;
  },
  meta: safe,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; null both for nobody and until it is known (`known` tells the two apart). */
export function useSession(): { session: CurrentUser | null; known: boolean } {
  const { data, isSuccess } = useQuery(sessionQuery);
  return { session: data ?? null, known: isSuccess };
}

/**
 * The signed-in user of a screen that only opens for one. Once the session has ended, the screen stands as it was
 * until the login has taken its place.
 */
export function useUser(): User {
  const { session } = useSession();
  const last = useRef<User | null>(null);
  if (session) last.current = session.user;
  if (!last.current) throw new Error('This part of Waypost is for people who are logged in.');
  return last.current;
}

export function useSettings(): Settings | null {
  return useQuery(settingsQuery).data ?? null;
}

/** What the access table asks of a session. */
export function personOf(session: CurrentUser | null): Person | null {
  if (!session) return null;
  const { role, approved, confirmed, __v } = session.user;
  return { role, approved, confirmed, saves: __v };
}

/** Reads the session and its settings anew, and drops what was kept for whoever was there before. */
export async function renewSession(queries: QueryClient): Promise<CurrentUser | null> {
  dropKept(queries);
  const [session] = await Promise.all([
    queries.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    queries.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  ]);
  return session;
}

/** While this is under way no screen stands: what it shows was read as somebody else. */
export const TURNING = { mutationKey: ['turning into somebody else'] };

/** Nobody is signed in any more. Call `dropKept` once the screens that show what was read have gone. */
export function endSession(queries: QueryClient): void {
  queries.setQueryData(sessionQuery.queryKey, null);
}

/** Forgets every reply but the session and the settings: the next person must not see them. */
export function dropKept(queries: QueryClient): void {
  const lasting: readonly unknown[] = [sessionQuery.queryKey[0], settingsQuery.queryKey[0]];
  queries.removeQueries({ predicate: ({ queryKey }) => !lasting.includes(queryKey[0]) });
}
