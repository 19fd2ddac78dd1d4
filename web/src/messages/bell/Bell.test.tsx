import { screen, waitFor, within } from '@testing-library/dom';
import type { Notices } from '@waypost/contract/messages/bell/calls';
import { expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const offer = {
  _id: '00000000-0000-4000-8000-00000000000a',
  kind: 'offer',
  text: 'You are offered a placement: Boat builder',
  path: '/profile',
  at: '2026-03-04T15:00:00.123456Z',
  is_read: false,
} as const;
const approval = { ...offer, _id: offer._id.replace('a', 'b'), text: 'Your account is approved' } as const;

/** A fake stream, on which the test sends events. */
class FakeStream {
  static open: FakeStream[] = [];
  readonly heard = new Map<string, () => void>();
  onopen = () => undefined;
  onerror = () => undefined;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
    FakeStream.open.push(this);
  }
  addEventListener(name: string, hear: () => void) {
    this.heard.set(name, hear);
  }
  close() {}
}

function openHome(notices: Notices['notices'], session = aSession({ role: 'Student' })) {
  const kept = { list: [...notices] };
  const now = () => ({ unread: kept.list.filter(({ is_read }) => !is_read).length, notices: kept.list });
  FakeStream.open = [];
  const requests = answer({
    '/api/current-user': session,
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [],
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/getMailSettings': { muted: [] },
    '/api/getCalendarFeed': { made_at: null },
    '/auth/sessions': [],
    '/auth/masquerades': [],
    '/api/getNotices': now,
    '/api/readNotices': ({ body }: { body: unknown }) => {
      const { _id } = body as { _id?: string };
      kept.list = kept.list.map((one) => (_id && one._id !== _id ? one : { ...one, is_read: true }));
      return now();
    },
  });
  vi.stubGlobal('EventSource', FakeStream);
  openApp('/password');
  return { requests, kept };
}
const bell = (name: string) => screen.findByRole('button', { name });

test('the bell counts what is unread, lists it, and marks what is opened as read', async () => {
  const { requests } = openHome([offer, approval]);
  await userEvent.click(await bell('Notifications, 2 unread'));
  const rows = screen.getAllByRole('link', { name: /^Unread:/ });
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('You are offered a placement: Boat builder'),
    expect.stringContaining('Your account is approved'),
  ]);
  await userEvent.click(rows[0] as HTMLElement);
  await waitFor(() => expect(document.location.pathname).toBe('/profile'));
  await bell('Notifications, 1 unread');
  expect(requests.filter(({ path }) => path === '/api/readNotices').map(({ body }) => body)).toEqual([
    { _id: offer._id },
  ]);
});

test('marks all shown notices as read at once', async () => {
  const { requests } = openHome([offer, approval]);
  await userEvent.click(await bell('Notifications, 2 unread'));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  const button = await bell('Notifications');
  expect(document.activeElement).toBe(button);
  expect(requests.filter(({ path }) => path === '/api/readNotices').map(({ body }) => body)).toEqual([
    { until: offer.at },
  ]);
});

test('explains what will appear when there are no notices', async () => {
  openHome([]);
  await userEvent.click(await bell('Notifications'));
  expect(screen.getByText('News about what you do on Waypost appears here.')).toBeTruthy();
});

test('a person without notifications has no bell', async () => {
  const { requests } = openHome([], aSession({ role: 'SuperAdmin' }));
  await within(await screen.findByRole('navigation', { name: 'Main' })).findAllByRole('link');
  expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/api/getNotices');
});

test('shows new notices when the stream announces them', async () => {
  const { kept } = openHome([]);
  await bell('Notifications');
  await waitFor(() => expect(FakeStream.open.map(({ address }) => address)).toEqual(['/api/bellEvents']));
  kept.list = [offer];
  FakeStream.open[0]?.heard.get('notices')?.();
  await bell('Notifications, 1 unread');
});
