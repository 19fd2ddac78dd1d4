import { screen, waitFor } from '@testing-library/dom';
import { type ScreenPath, screenAccess } from '@waypost/contract/access';
import { allCalls } from '@waypost/contract/all-calls';
import { t } from '@waypost/contract/i18n';
import { NOT_AN_ID } from '@waypost/contract/refusal';
import { type Role, roles } from '@waypost/contract/roles';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer, refused } from '../../testing/server.ts';

/** URL parameters that are not ids: one of a few choices, or a code that its screen explains. */
const noIds = ['$variant', '$type', '$content_type', '$code'];

const withId = (Object.keys(screenAccess) as ScreenPath[]).filter((path) =>
  path.split('/').some((part) => part.startsWith('$') && !noIds.includes(part)),
);

const refusals = {
  malformed: refused(400, 'invalid-input', 'Check your form for errors', { any_id: [t(NOT_AN_ID)] }),
  unknown: refused(404, 'not-found', 'We couldn’t find this, or you don’t have access'),
};

/** Opens a screen as the first permitted role, with every record missing. */
function openMissing(path: ScreenPath, refusal: unknown) {
  const role = roles.find((one: Role) => one in Object(screenAccess[path]));
  const replies = Object.values(allCalls).map((call) => [call.path, refusal]);
  answer({
    ...Object.fromEntries(replies),
    '/api/current-user': aSession({ ...(role && { role }) }),
    '/api/getSettings': someSettings(),
  });
  const type = path.includes('$content_type') ? 'hours' : '';
  return openApp(path.replace('$content_type', type).replace(/\$\w+/g, 'no-id'));
}

test('the list of screens with an id is complete', () => {
  expect(withId.length).toBeGreaterThan(15);
});

describe.each(Object.entries(refusals))('an id that is %s', (_, refusal) => {
  // A missing client redirects.
  const explained = withId.filter((path) => path !== '/waypost/editClient/$id');

  test.each(explained)('%s says so, with a way to continue', async (path) => {
    openMissing(path, refusal);
    const name = 'We couldn’t find this page';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Go to your home page' });
    expect(link.getAttribute('href')).toBe('/default');
    expect(screen.queryByText(/Check your form/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a school system leads back to Client Management', async () => {
    const { router } = openMissing('/waypost/editClient/$id', refusal);
    await waitFor(() => expect(router.state.location.pathname).toBe('/waypost/dashboard'));
  });
});

test('opening a URL again after a 404 requests it again', async () => {
  const { router } = openMissing('/profile/view/$id', refusals.unknown);
  await screen.findByRole('heading', { level: 1, name: 'We couldn’t find this page' });
  await router.navigate({ to: '/profile' });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  const requests = answer({ '/api/user': refusals.unknown });
  await router.navigate({ to: '/profile/view/$id', params: { id: 'no-id' } });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/user'));
});
