import { screen, waitFor, within } from '@testing-library/dom';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import type { Role } from '@waypost/contract/roles';
import { expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { aProject } from '../../testing/projects.ts';
import { openApp, renderPart, unmountAll } from '../../testing/render.tsx';
import { answer, refused } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import { resizeWindow } from '../../testing/window-size.ts';
import { call } from '../client/call.ts';
import { download } from '../client/download.ts';
import { notify } from '../client/notices.ts';
import { EnvironmentBanner } from './shell/EnvironmentBanner.tsx';

const visitor = { '/api/current-user': [], '/api/getSettings': someSettings() };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the landing page shows before the session is known', async () => {
  answer({ ...visitor, '/api/current-user': () => new Promise(() => {}) });
  openApp('/');
  expect(await heading('Find your way from school to work')).toBeTruthy();
});

test('the landing page links to sign-up and to the login', async () => {
  answer(visitor);
  openApp('/');
  await heading('Find your way from school to work');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  const found = links.map((way) => way.getAttribute('href'));
  expect(found).toContain('/signup');
  expect(found).toContain('/login');
});

test('the landing page shows the social timeline if configured, without access to our page', async () => {
  answer({
    ...visitor,
    '/api/getSettings': someSettings({ social_timeline_url: 'https://social.example/timeline' }),
  });
  openApp('/');
  const frame = await screen.findByTitle('Social timeline of the program');
  expect(frame.getAttribute('src')).toBe('https://social.example/timeline');
  expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
});

test('shows no timeline unless configured', async () => {
  answer(visitor);
  openApp('/');
  await heading('Find your way from school to work');
  await screen.findByText(/Chesapeake Bay Public Schools/);
  expect(screen.queryByTitle('Social timeline of the program')).toBeNull();
});

test('preloading a hovered link loads code but sends no call, so nothing counts as viewed', async () => {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
  });
  const { router } = openApp('/profile');
  await heading('Profile');
  const id = '00000000-0000-4000-8000-000000000002';
  for (const to of ['/profile/view/$id', '/project/$id/progress', '/application/view/$id'] as const)
    expect(await router.preloadRoute({ to, params: { id } })).toBeTruthy();
  // Every call about a record has its id.
  expect(JSON.stringify(requests)).not.toContain(id);
});

test.each([
  ['Student', 'Browse', '/api/getOpportunities', 'Browse opportunities'],
  ['Student', 'Applications', '/api/getMyApplications', 'Applications'],
  ['Student', 'My Jobs', '/api/getProjectsByStudent', 'Work-Based Learning'],
  ['Business', 'Manage Opportunities', '/api/getOpportunities', 'Manage Opportunities'],
  ['Business', 'Current Interns', '/api/getInterns', 'Manage Interns'],
] as const)('hovering over a %s’s %s preloads its list, and opening it reuses it', async (...row) => {
  const [role, name, path, title] = row;
  // A list that was preloaded more than five seconds ago is requested again, so no time passes here.
  vi.useFakeTimers({ toFake: ['Date'] });
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    [path]: [],
  });
  openApp('/password');
  await heading('Change Log In Info');
  // The first steps request only one row, which does not load the list.
  const lists = () => requests.filter((each) => each.path === path && each.query.limit !== '1');
  // The bar is empty until its code has loaded, and then another one.
  const bar = () => within(screen.getByRole('navigation', { name: 'Main' }));
  const link = await waitFor(() => bar().getByRole('link', { name }));
  await userEvent.hover(link);
  // May be more than one, if the pointer was already over the link and loading was slow.
  await waitFor(() => expect(lists()).not.toEqual([]));
  const before = lists();
  await userEvent.click(link);
  await heading(title);
  expect(lists()).toEqual(before);
});

test('an unknown URL shows the not-found page', async () => {
  answer(visitor);
  openApp('/no/such/thing');
  expect(await heading('We couldn’t find this page')).toBeTruthy();
});

test('the not-found page does not send a person to the login while it is unknown who they are', async () => {
  answer({ ...visitor, '/api/current-user': () => new Promise(() => undefined) });
  openApp('/no/such/thing');
  await heading('We couldn’t find this page');
  const page = within(screen.getByRole('main'));
  expect(page.getByRole('link', { name: 'Go to your home page' })).toBeTruthy();
  expect(page.queryByRole('link', { name: 'Log in' })).toBeNull();
});

test('the not-found page offers a visitor to log in', async () => {
  answer(visitor);
  openApp('/no/such/thing');
  await heading('We couldn’t find this page');
  const page = within(screen.getByRole('main'));
  expect(await page.findByText(/you have to log in to see it/)).toBeTruthy();
  expect((await page.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/login');
  expect(page.queryByRole('link', { name: 'Go to your home page' })).toBeNull();
});

test('navigating moves the focus to the new heading and sets the document title', async () => {
  answer(visitor);
  openApp('/');
  await heading('Find your way from school to work');
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(await screen.findByRole('link', { name: 'Contact' }));
  const title = await heading('Contact');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(document.title).toBe('Contact · Waypost');
});

test('a menu opened while another screen was loading keeps the focus', async () => {
  let load = (_: unknown) => {};
  const loaded = new Promise((resolve) => {
    load = resolve;
  });
  answer({ ...visitor, '/api/current-user': aSession(), '/api/getProjectsByStudent': () => loaded });
  openApp('/permissionsError');
  await userEvent.click(
    await within(await screen.findByRole('main')).findByRole('link', { name: 'Go to my home page' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /Maya Okafor/ }));
  await userEvent.tab();
  const entry = document.activeElement;
  expect(entry?.textContent).not.toMatch(/Maya Okafor/);
  load([aProject()]);
  await heading('Work-Based Learning');
  await screen.findByText(aProject().opportunity_id_fk.opportunity_title);
  expect(document.activeElement).toBe(entry);
});

test('a banner marks local and development hosts, and no others', async () => {
  answer(visitor);
  openApp('/contact');
  const banner = () => screen.queryByRole('complementary', { name: 'Environment' })?.textContent;
  await heading('Contact');
  expect(banner()).toMatch(/^Local/);
  unmountAll();
  renderPart(<EnvironmentBanner hostname="dev.waypost.example" />);
  expect(banner()).toMatch(/^Development/);
  unmountAll();
  renderPart(<EnvironmentBanner hostname="waypost.example" />);
  expect(banner()).toBeUndefined();
});

test('the first Tab stop skips the navigation', async () => {
  answer(visitor);
  openApp('/contact');
  await heading('Contact');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  expect(document.activeElement?.getAttribute('href')).toBe('#content');
});

test('a failed login shows an error, and a successful one continues', async () => {
  const session = aSession({ role: 'SuperAdmin', first_name: 'Sam', last_name: 'Lee' });
  let signedIn = false;
  answer({
    ...visitor,
    '/api/current-user': () => (signedIn ? session : []),
    '/auth/login': ({ body }: { body: { password: string } }) => {
      signedIn = body.password === 'right';
      return { message: signedIn ? 'success' : 'Wrong Name/PW' };
    },
  });
  const { router } = openApp('/login?next=%2Fcontact');
  await userEvent.type(await screen.findByLabelText('Email'), 'sam@example.test');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('Unsuccessful Login')).toBeTruthy();
  expect(screen.getByText('Wrong Name/PW')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}');
  expect(await heading('Contact')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/contact');
  expect(await screen.findByRole('button', { name: /Sam Lee/ })).toBeTruthy();
});

const anything = { method: 'GET', path: '/api/anything' } as const;

test.each([
  ['call', () => call(anything, {})],
  ['download', () => download(anything, {})],
])('an expired session leads to the login, which returns to the same screen: %s', async (_, make) => {
  answer({
    ...visitor,
    '/api/current-user': aSession(),
    '/api/anything': refused(401, 'no-session', 'logged out'),
  });
  const { router, queries } = openApp('/contact');
  await heading('Contact');
  queries.setQueryData(['/api/getMyApplications'], [{ _id: 'a1' }]);
  await make().catch(() => {});
  expect(await heading('Log in')).toBeTruthy();
  expect(router.state.location.search).toEqual({ next: '/contact' });
  expect(await screen.findByText('Your user account is logged out, please log back in')).toBeTruthy();
  expect(screen.getByText('401 ERROR')).toBeTruthy();
  await waitFor(() => expect(queries.getQueryData(['/api/getMyApplications'])).toBeUndefined());
});

test('logging out goes to the start page and clears cached replies and drafts', async () => {
  const requests = answer({
    ...visitor,
    '/api/current-user': aSession(),
    '/auth/logout': { message: 'success' },
  });
  const { router, queries } = openApp('/contact');
  await heading('Contact');
  queries.setQueryData(['/api/getMyApplications'], [{ _id: 'a1' }]);
  localStorage.setItem('waypost.draft.cover-letter', '"Dear Bayside"');
  await userEvent.click(await screen.findByRole('button', { name: /Maya Okafor/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await heading('Find your way from school to work')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
  await waitFor(() => expect(queries.getQueryData(['/api/getMyApplications'])).toBeUndefined());
  expect(localStorage.length).toBe(0);
  expect(requests.some(({ path }) => path === accountCalls.logout.path)).toBe(true);
});

test('a failed screen offers a retry, which works', async () => {
  let tries = 0;
  answer({
    ...visitor,
    '/api/current-user': () => {
      tries += 1;
      return tries === 1 ? refused(500, 'our-fault', 'Something went wrong') : [];
    },
  });
  // React and the router log every error to the console, even expected ones.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  openApp('/default');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  await userEvent.click(retry);
  expect(await heading('Log in')).toBeTruthy();
});

test('the app’s own requests at startup show no notice when they fail', async () => {
  const broken = refused(500, 'our-fault', 'Something went wrong');
  answer({ '/api/current-user': broken, '/api/getSettings': broken });
  const { queries } = openApp('/contact');
  await heading('Contact');
  await waitFor(() => expect(queries.getQueryState(['/api/current-user'])?.status).toBe('error'));
  await waitFor(() => expect(queries.getQueryState(['/api/getSettings'])?.status).toBe('error'));
  notify.success('What comes after it shows.');
  await screen.findByText('What comes after it shows.');
  expect(screen.queryByText('500 ERROR')).toBeNull();
});

test('a SuperAdmin on a school system’s screen sees an explanation instead', async () => {
  answer({ ...visitor, '/api/current-user': aSession({ role: 'SuperAdmin' }) });
  openApp('/admin/dashboard');
  expect(await heading('This page is for school systems')).toBeTruthy();
});

test('a SuperAdmin on a student’s project sees an explanation too', async () => {
  const requests = answer({ ...visitor, '/api/current-user': aSession({ role: 'SuperAdmin' }) });
  openApp('/project/00000000-0000-4000-8000-0000000000p1/hours');
  expect(await heading('This page is for school systems')).toBeTruthy();
  expect(requests.map(({ path }) => path)).not.toContain('/api/loadStudentProject');
});

test('a visitor’s top bar has Contact', async () => {
  answer(visitor);
  openApp('/uhoh');
  const banner = within(await screen.findByRole('banner'));
  await userEvent.click(await banner.findByRole('link', { name: 'Contact' }));
  expect(await heading('Contact')).toBeTruthy();
});

test('a phone’s bottom bar offers a visitor only the login', async () => {
  await resizeWindow(390);
  answer(visitor);
  openApp('/contact');
  const bar = within(await screen.findByRole('navigation', { name: 'Bottom' }));
  const links = bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([['Login', '/login']]);
});

const bars: [Role, [string, string][], string[]][] = [
  [
    'Student',
    [
      ['Search', '/opportunity/browse'],
      ['Applications', '/applications/list'],
      ['Jobs', '/projects/viewall'],
      ['Profile', '/profile'],
    ],
    ['Resources', 'Change Password'],
  ],
  [
    'Teacher',
    [
      ['User Search', '/admin/user_search'],
      ['Home', '/admin/dashboard'],
    ],
    ['Profile', 'Change Password'],
  ],
];
test.each(bars)(
  'a phone’s bottom bar of a %s links to %j, and its menu to %j and the logout',
  async (...one) => {
    const [role, links, menu] = one;
    await resizeWindow(390);
    const requests = answer({
      ...visitor,
      '/api/current-user': aSession({ role }),
      '/auth/logout': { message: 'success' },
    });
    const { router } = openApp('/contact');
    const bar = within(await screen.findByRole('navigation', { name: 'Bottom' }));
    await userEvent.click(await bar.findByRole('button', { name: 'Menu' }));
    const found = bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(found.slice(0, links.length)).toEqual(links);
    const side = within(await screen.findByRole('dialog'));
    expect(side.getAllByRole('link').map((link) => link.textContent)).toEqual(menu);
    expect(side.getByRole('link', { name: 'Change Password' }).getAttribute('href')).toBe('/password');
    await userEvent.click(side.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(requests.some(({ path }) => path === accountCalls.logout.path)).toBe(true);
  },
);

test('the footer links every social network that is set', async () => {
  const all = { facebook: 'cbps', twitter: 'cbps', instagram: 'cbps', snapchat: 'cbps' };
  answer({ ...visitor, '/api/getSettings': someSettings(all) });
  openApp('/contact');
  const footer = within(await screen.findByRole('contentinfo'));
  await footer.findByRole('link', { name: /on Facebook$/ });
  const names = footer.getAllByRole('link').map((link) => link.getAttribute('aria-label')?.split(' on ')[1]);
  expect(names).toEqual(['Facebook', 'Twitter', 'Instagram', 'Snapchat']);
});

test('the footer names the school system and the year, and links only the networks that are set', async () => {
  answer({ ...visitor, '/api/getSettings': someSettings({ instagram: 'cbps' }) });
  openApp('/contact');
  const footer = await screen.findByRole('contentinfo');
  expect(
    await within(footer).findByText(`© ${new Date().getFullYear()} Chesapeake Bay Public Schools`),
  ).toBeTruthy();
  expect(within(footer).getByText('Powered by Waypost')).toBeTruthy();
  expect(within(footer).getAllByRole('link')).toHaveLength(1);
});

test('a student’s placements are requested once on the way from /default', async () => {
  const requests = answer({
    ...visitor,
    '/api/current-user': aSession({ role: 'Student' }),
    '/api/getProjectsByStudent': [aProject()],
  });
  openApp('/default');
  await heading('Work-Based Learning');
  await screen.findByText(aProject().opportunity_id_fk.opportunity_title);
  expect(requests.filter(({ path }) => path === '/api/getProjectsByStudent')).toHaveLength(1);
});
