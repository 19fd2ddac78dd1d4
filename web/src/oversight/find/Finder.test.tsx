import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const found = [
  { kind: 'student', _id: 'maya', name: 'Maya Okafor', detail: 'Severn River High School' },
  { kind: 'placement', _id: 'p1', name: 'Maya Okafor', detail: 'Boat builder, Bayside Marine' },
] as const;

function open(role: 'Admin' | 'Student' | 'SuperAdmin', answers: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [],
    '/api/find': found,
    ...answers,
  });
  const { router } = openApp(role === 'Admin' ? '/admin/schools' : '/no/such/place');
  return { router, sent: () => requests.filter(({ path }) => path === '/api/find').map(({ body }) => body) };
}

const field = () => screen.findByRole('combobox', { name: 'Name, title, or page' });
const list = () => within(screen.getByRole('listbox', { name: 'Find anything' }));
const options = () =>
  list()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);

test('Ctrl+K finds people and placements by keyboard, and opens what is chosen', async () => {
  const typedAt = new Map<string, number>();
  const waits: number[] = [];
  const { router, sent } = open('Admin', {
    '/api/find': ({ body }: RecordedRequest) => {
      waits.push(performance.now() - (typedAt.get((body as { text: string }).text) ?? 0));
      return found;
    },
  });
  const note = ({ target }: Event) => typedAt.set((target as HTMLInputElement).value, performance.now());
  document.addEventListener('input', note, true);
  onTestFinished(() => document.removeEventListener('input', note, true));
  await screen.findByRole('heading', { level: 1, name: 'Manage Schools' });
  await screen.findByRole('button', { name: 'Find' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(document.activeElement).toBe(await field()));
  expect(sent()).toEqual([]);
  await userEvent.keyboard('may');
  await screen.findByRole('group', { name: 'Placements' });
  expect(options()).toEqual([
    'Maya OkaforSevern River High School',
    'Maya OkaforBoat builder, Bayside Marine',
  ]);
  // The search is sent after a pause of 200 ms.
  await waitFor(() => expect(sent().at(-1)).toEqual({ text: 'may' }));
  expect(Math.min(...waits)).toBeGreaterThan(199);
  await userEvent.keyboard('{ArrowDown}');
  const chosen = list().getByRole('option', { selected: true });
  expect(chosen.textContent).toContain('Boat builder');
  expect((await field()).getAttribute('aria-activedescendant')).toBe(chosen.id);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/project/p1'));
  await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Find anything' })).toBeNull());
});

test('finds screens by name, by pointer, and sends no request for fewer than two letters', async () => {
  const { router, sent } = open('Admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Find' }));
  await field();
  const screens = within(await screen.findByRole('group', { name: 'Pages' }));
  expect(screens.getByRole('option', { name: 'Audit trail' })).toBeTruthy();
  await userEvent.type(await field(), 'p');
  await userEvent.click(screens.getByRole('option', { name: 'Programs' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/programs'));
  expect(sent()).toEqual([]);
});

test('a SuperAdmin finds screens only', async () => {
  const { sent } = open('SuperAdmin');
  await userEvent.click(await screen.findByRole('button', { name: 'Find' }));
  await userEvent.type(await field(), 'client');
  await waitFor(() => expect(options()).toEqual(['Client Management']));
  expect(sent()).toEqual([]);
});

test('still lists screens when the search fails, and shows a message when nothing is found', async () => {
  open('Student', { '/api/find': refused(500, 'our-fault', 'Something went wrong') });
  await userEvent.click(await screen.findByRole('button', { name: 'Find' }));
  await userEvent.type(await field(), 'applic');
  await screen.findByText(/^We couldn’t search right now/);
  expect(options()).toEqual(['Applications']);
  await userEvent.type(await field(), 'zzz');
  await waitFor(() => expect(options()).toEqual([]));
  expect(screen.getByText('Nothing found.', { selector: '[role=status]' })).toBeTruthy();
});

test('Help says what the screen is for', async () => {
  open('Admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Help with this page' }));
  expect(await screen.findByText(/^The schools that students choose from\./)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(/^The schools that students choose from\./)).toBeNull());
  expect(document.activeElement?.textContent).toBe('Help with this page');
});
