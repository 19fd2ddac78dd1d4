import { screen, waitFor } from '@testing-library/dom';
import { statisticsLabels } from '@waypost/contract/opportunities/opportunities/rules';
import type { CurrentUser } from '@waypost/contract/people/accounts/calls';
import { listCalls } from '@waypost/contract/school-system/lists/calls';
import { expect, onTestFinished, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp, unmountAll } from '../../testing/render.tsx';
import { type Answer, answer, refused } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import { callQuery } from '../client/queries.ts';
import { endSession, sessionQuery } from '../client/session.ts';
import { shownUser } from '../client/shown-user.ts';

/* The tabs of a browser share one session. These tests are one tab, and listen as another. */

const MAYA = '00000000-0000-4000-8000-000000000001';
const BEN = '00000000-0000-4000-8000-000000000002';
const BUSINESS = '00000000-0000-4000-8000-0000000000b1';
const ADMIN = '00000000-0000-4000-8000-0000000000a1';
const maya = aSession({ _id: MAYA });
const ben = aSession({ _id: BEN, first_name: 'Ben', last_name: 'Reyes' });

/** What a student's profile asks for. */
const ofProfile = {
  '/api/getSchools': [],
  '/api/getPrograms': [],
  '/api/getFocusAreas': [],
  '/api/getGuardians': [],
  '/api/getRelease': null,
};

/** Opens the app with a session that a test can replace, as another tab would. */
function open(address: string, first: CurrentUser | null, answers: Record<string, Answer> = {}) {
  const shared = { session: first };
  const requests = answer({
    '/api/current-user': () => shared.session ?? [],
    '/api/getSettings': someSettings(),
    ...answers,
  });
  return { ...openApp(address), requests, shared };
}

/** Another tab of this browser, and what it has heard. */
function anotherTab() {
  const channel = new BroadcastChannel('waypost.session');
  onTestFinished(() => channel.close());
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => heard.push(data);
  return { heard, say: (user: string | null) => channel.postMessage(user) };
}

const menuOf = (name: string) => screen.findByRole('button', { name });

test('a tab restarts when another tab logs in someone else, and only then', async () => {
  const other = anotherTab();
  const { restarts } = open('/contact', maya);
  await menuOf('Maya Okafor');
  other.say(MAYA);
  // In place, unlike for another user: the first message was ignored.
  other.say(null);
  await waitFor(() => expect(restarts).toEqual(['/contact']));
  unmountAll();
  const again = open('/contact', maya);
  await menuOf('Maya Okafor');
  other.say(BEN);
  await waitFor(() => expect(again.restarts).toEqual(['/default']));
  // A restart only says whom the page shows, or tabs would restart each other forever.
  expect(other.heard).toEqual([MAYA, MAYA]);
});

test('a tab with the login continues once someone logs in in another tab', async () => {
  const other = anotherTab();
  const { restarts } = open('/login?next=%2Fcontact', null);
  await screen.findByLabelText('Email');
  other.say(BEN);
  await waitFor(() => expect(restarts).toEqual(['/contact']));
});

test('a session that turns out to be someone else’s restarts the page, and is not shown', async () => {
  const { restarts, shared, queries } = open('/contact', maya);
  await menuOf('Maya Okafor');
  shared.session = ben;
  void queries.refetchQueries(sessionQuery);
  await waitFor(() => expect(restarts).toEqual(['/default']));
  expect(queries.getQueryData(sessionQuery.queryKey)?.user._id).toBe(MAYA);
});

test('a page that the browser shows again from its cache checks who is logged in', async () => {
  const { restarts, shared } = open('/contact', maya);
  await menuOf('Maya Okafor');
  shared.session = ben;
  window.onpageshow?.(new PageTransitionEvent('pageshow', { persisted: true }));
  await waitFor(() => expect(restarts).toEqual(['/default']));
});

test('after the server has refused a page’s call, the next page says why', async () => {
  const elsewhere = refused(409, 'someone-else', 'Someone else is logged in here now');
  const { restarts, requests, shared } = open('/profile', maya, {
    '/api/saveLocale': elsewhere,
    ...ofProfile,
  });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  const languages = await screen.findByRole('combobox', { name: /Language/ });
  await userEvent.choose(languages, 'Español');
  await waitFor(() => expect(restarts).toEqual(['/default']));
  expect(requests.find(({ path }) => path === '/api/saveLocale')?.user).toBe(MAYA);
  unmountAll();
  shared.session = ben;
  openApp('/contact');
  await menuOf('Ben Reyes');
  expect(await screen.findByText(/This page showed another account/)).toBeTruthy();
});

test('a page tells the other tabs whom it finds logged in, and then who logs in', async () => {
  const other = anotherTab();
  const { shared, restarts, requests } = open('/login?next=%2Fcontact', null, {
    '/auth/login': () => {
      shared.session = ben;
      return { message: 'success' };
    },
  });
  await userEvent.type(await screen.findByLabelText('Email'), 'ben@example.test');
  await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}');
  await menuOf('Ben Reyes');
  await waitFor(() => expect(other.heard).toEqual([null, BEN]));
  expect([shownUser(), restarts]).toEqual([BEN, []]);
  expect(requests.find(({ path }) => path === '/auth/login')?.user).toBe(null);
});

test('signing up tells the other tabs who has signed up, and another login leaves what is being typed', async () => {
  const other = anotherTab();
  const client = '00000000-0000-4000-8000-0000000000c1';
  const { shared, restarts } = open(`/signup?client=${client}&type=Business`, null, {
    '/api/getClients': [{ _id: client, full_name: 'Chesapeake Bay Public Schools' }],
    '/auth/signup': () => {
      shared.session = aSession({ _id: BUSINESS, role: 'Business', business_name: 'Bayside', __v: 0 });
      return { message: 'success' };
    },
    '/api/getContacts': [],
  });
  await userEvent.fill(await screen.findByLabelText(/^Business name/), 'Bayside');
  other.say(BEN);
  await userEvent.fill(screen.getByLabelText(/^Email/), 'ruth@example.test');
  await userEvent.fill(screen.getByLabelText(/^Password/), 'a boat on the bay');
  await userEvent.fill(screen.getByLabelText(/^Confirm password/), 'a boat on the bay');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(other.heard).toEqual([null, BUSINESS]));
  expect(restarts).toEqual([]);
});

test('logging out tells the other tabs, and keeps the drafts of others', async () => {
  const other = anotherTab();
  const [own, theirs] = [`waypost.draft.summary p1 ${MAYA}`, `waypost.draft.summary p2 ${BEN}`];
  for (const place of [localStorage, sessionStorage])
    for (const key of [own, theirs]) place.setItem(key, '"Text"');
  const { router, requests } = open('/contact', maya, {
    // Like the header of the server's reply.
    '/auth/logout': () => {
      localStorage.clear();
      sessionStorage.clear();
      return { message: 'success' };
    },
  });
  await userEvent.click(await menuOf('Maya Okafor'));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(other.heard).toEqual([MAYA, null]));
  await waitFor(() => expect(shownUser()).toBe(null));
  expect(requests.find(({ path }) => path === '/auth/logout')?.user).toBe(MAYA);
  for (const place of [localStorage, sessionStorage])
    expect([place.getItem(own), place.getItem(theirs)]).toEqual([null, '"Text"']);
});

test('a tab that has logged out itself restarts only for another user', async () => {
  const other = anotherTab();
  const { restarts, queries } = open('/contact', maya);
  await menuOf('Maya Okafor');
  endSession(queries);
  other.say(null);
  other.say(BEN);
  await waitFor(() => expect(restarts).toEqual(['/default']));
});

test('an expired session tells the other tabs once, and unsaved changes do not keep its screen open', async () => {
  const other = anotherTab();
  const expired = refused(401, 'no-session', 'logged out');
  const { router, shared } = open('/profile', maya, {
    ...ofProfile,
    '/api/saveLocale': () => {
      shared.session = null;
      return expired;
    },
  });
  await userEvent.type(await screen.findByLabelText(/^Middle name/), 'Ngozi');
  await userEvent.choose(await screen.findByRole('combobox', { name: /Language/ }), 'Español');
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await waitFor(() => expect(other.heard).toEqual([MAYA, null]));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(Object.values({ ...sessionStorage }).join()).toContain('Ngozi');
});

/** A reply that the test sends when it wants to. */
function later<T>() {
  let send: (reply: T) => void = () => undefined;
  const reply = new Promise<T>((resolve) => {
    send = resolve;
  });
  return { reply, send };
}

test.each([
  ['before', 401, 'no-session'],
  ['after', 401, 'no-session'],
  ['before', 409, 'someone-else'],
] as const)(
  'a call that meets the session a masquerade replaces, refused %s it begins (%i), changes nothing',
  async (order, status, kind) => {
    const admin = aSession({ _id: ADMIN, role: 'Admin', first_name: 'Ada', last_name: 'Lane' });
    const acting = aSession(
      { _id: BUSINESS, role: 'Business', business_name: 'Bayside Marine' },
      { is_masquerade: true, admin_id: ADMIN, admin_name: 'Ada Lane' },
    );
    const [begun, met] = [later<unknown>(), later<unknown>()];
    const { shared, requests, restarts, router, queries } = open(
      `/admin/masquerade/${ADMIN}/${BUSINESS}`,
      admin,
      {
        '/auth/masquerade': () => begun.reply,
        '/api/getSchools': () => met.reply,
        '/api/user/set_masquerade': { message: 'success' },
        '/api/getOpportunities': [],
        '/api/getBusinessInternshipStats': statisticsLabels.map((label) => ({ label, value: 0 })),
      },
    );
    await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/auth/masquerade'));
    const polled = queries
      .fetchQuery(callQuery(listCalls.getSchools, {}))
      .catch((error: Error) => error.name);
    const begin = () => {
      shared.session = acting;
      begun.send(acting.user);
    };
    if (order === 'after') {
      begin();
      await screen.findByText(/You now act as/);
    }
    met.send(refused(status, kind, 'of the session before'));
    expect(await polled).toBe('AbortError');
    if (order === 'before') begin();
    await screen.findByRole('button', { name: 'Exit masquerade' });
    expect([router.state.location.pathname, restarts]).toEqual(['/opportunity/all', []]);
    expect(screen.queryByText('401 ERROR')).toBeNull();
  },
);

test('a call that a logout overtakes does not say that the account is logged out', async () => {
  const [ended, met] = [later<unknown>(), later<unknown>()];
  const { router, requests, queries } = open('/contact', maya, {
    '/auth/logout': () => ended.reply,
    '/api/getSchools': () => met.reply,
  });
  await userEvent.click(await menuOf('Maya Okafor'));
  const polled = queries.fetchQuery(callQuery(listCalls.getSchools, {})).catch((error: Error) => error.name);
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/auth/logout'));
  met.send(refused(401, 'no-session', 'logged out'));
  expect(await polled).toBe('AbortError');
  ended.send({ message: 'success' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(screen.queryByText('401 ERROR')).toBeNull();
});

test('each step of a masquerade names the user after the last one, and tells the other tabs', async () => {
  const other = anotherTab();
  const admin = aSession({ _id: ADMIN, role: 'Admin', first_name: 'Ada', last_name: 'Lane' });
  const acting = aSession(
    { _id: BUSINESS, role: 'Business', business_name: 'Bayside Marine' },
    { is_masquerade: true, admin_id: ADMIN, admin_name: 'Ada Lane' },
  );
  const { shared, requests, restarts } = open(`/admin/masquerade/${ADMIN}/${BUSINESS}`, admin, {
    '/auth/masquerade': ({ body }: { body: { id: string } }) => {
      shared.session = body.id === ADMIN ? admin : acting;
      return shared.session.user;
    },
    '/api/user/set_masquerade': { message: 'success' },
    '/api/user/end_masquerade': { message: 'success' },
    '/api/getOpportunities': [],
    '/api/getBusinessInternshipStats': statisticsLabels.map((label) => ({ label, value: 0 })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Exit masquerade' }));
  await menuOf('Ada Lane');
  const both = `${BUSINESS} by ${ADMIN}`;
  const posts = requests.filter(({ method, path }) => method === 'POST' && /masquerade/.test(path));
  expect(posts.map(({ path, user }) => [path, user])).toEqual([
    ['/auth/masquerade', ADMIN],
    ['/api/user/set_masquerade', both],
    ['/auth/masquerade', both],
    ['/api/user/end_masquerade', ADMIN],
  ]);
  await waitFor(() => expect(other.heard).toEqual([ADMIN, both, ADMIN]));
  expect(restarts).toEqual([]);
});
