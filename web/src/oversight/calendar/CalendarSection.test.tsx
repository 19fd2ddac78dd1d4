import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { recordCopied, userEvent } from '../../../testing/user-event.ts';

const ADDRESS = 'https://waypost.test/calendar/first.ics';

function open(session = aSession({ role: 'Student' })) {
  let made_at: string | null = null;
  let address = ADDRESS;
  answer({
    '/api/current-user': session,
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [],
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/getMailSettings': { muted: [] },
    '/auth/sessions': [],
    '/auth/masquerades': [],
    '/api/getCalendarFeed': () => ({ made_at }),
    '/api/makeCalendarFeed': () => {
      const made = address;
      made_at = '2026-03-04T15:00:00.000Z';
      address = ADDRESS.replace('first', 'second');
      return { made_at, address: made };
    },
    '/api/endCalendarFeed': () => {
      made_at = null;
      return { made_at };
    },
  });
  openApp('/password');
}
const section = async () =>
  within(await screen.findByRole('region', { name: 'Your dates in your calendar' }));
const fieldOf = async () => (await screen.findByLabelText('Your calendar address')) as HTMLInputElement;

test('creates a calendar address, shows it once with the focus on it, replaces it and turns it off', async () => {
  open();
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Create calendar address' }));
  const field = await fieldOf();
  expect(field.value).toBe(ADDRESS);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.click(part.getByRole('button', { name: 'Replace calendar address' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Replace address' }));
  await waitFor(async () => expect((await fieldOf()).value).toBe(ADDRESS.replace('first', 'second')));
  // The page can be pressed again once the dialog has closed.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(part.getByRole('button', { name: 'Turn off calendar address' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off address' }));
  const again = await part.findByRole('button', { name: 'Create calendar address' });
  expect(screen.queryByLabelText('Your calendar address')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(again));
});

test('copies the calendar address', async () => {
  const copied = recordCopied();
  open();
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Create calendar address' }));
  await userEvent.click(await part.findByRole('button', { name: 'Copy address' }));
  await screen.findByText('Your calendar address is copied.');
  expect(copied()).toBe(ADDRESS);
});

test('selects the calendar address if the browser refuses to copy it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  open();
  const part = await section();
  await userEvent.click(await part.findByRole('button', { name: 'Create calendar address' }));
  const field = await fieldOf();
  await waitFor(() => expect(document.activeElement).toBe(field));
  field.setSelectionRange(0, 0);
  await userEvent.click(part.getByRole('button', { name: 'Copy address' }));
  await screen.findByText('This browser does not let us copy. The address is selected: copy it yourself.');
  // Nothing is broken.
  expect(screen.getByText('Please check')).toBeTruthy();
  expect(screen.queryByText('Something went wrong')).toBeNull();
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(ADDRESS);
});

test.each([
  ['somebody who masquerades', aSession({ role: 'Student' }, { is_masquerade: true })],
  ['a SuperAdmin, who has no placements', aSession({ role: 'SuperAdmin' })],
])('does not offer a calendar address to %s', async (_, session) => {
  open(session);
  await screen.findByRole('heading', { name: 'Emails' });
  expect(screen.queryByRole('region', { name: 'Your dates in your calendar' })).toBeNull();
});
