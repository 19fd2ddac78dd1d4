import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { aStudent, profileAnswers } from '../../testing/profiles.ts';
import { anEntry, aProject, PROJECT_ID } from '../../testing/projects.ts';
import { openApp, renderPart } from '../../testing/render.tsx';
import { answer, refused } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import { resizeWindow } from '../../testing/window-size.ts';
import { notify } from '../client/notices.ts';
import { keepFocus } from '../ui/keep-focus.ts';

// Behavior on every screen during use: where the focus goes, and what the notices do.

const id = PROJECT_ID;
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

let stop: () => void;
beforeEach(() => {
  stop = keepFocus(document);
});
afterEach(() => {
  stop();
  onlineManager.setOnline(true);
});

test('when the pressed button is removed, the focus stays near it', async () => {
  const remove = () => document.getElementById('doomed')?.remove();
  renderPart(
    <section tabIndex={-1} aria-label="Around">
      <button id="doomed" type="button" onClick={remove}>
        Remove me
      </button>
    </section>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove me' }));
  await waitFor(() => expect(focused()).toBe('Around'));
});

test('a button that was disabled while busy gets the focus back', async () => {
  renderPart(
    <button
      type="button"
      onClick={({ currentTarget: button }) => {
        button.disabled = true;
        button.dataset.loading = 'true';
        setTimeout(() => {
          button.disabled = false;
          delete button.dataset.loading;
        }, 200);
      }}
    >
      Save
    </button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('after Approve, the focus moves to the next entry’s Approve', async () => {
  const hours = [1, 2, 3].map((day) =>
    anEntry({ _id: `e${day}`, start_date: `2026-03-0${day}`, end_date: `2026-03-0${day}` }),
  );
  answer({
    '/api/current-user': aSession({ role: 'Business' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject({ hours }),
    '/api/project_update_hoursApproval': aProject({
      hours: hours.map((entry) => (entry._id === 'e3' ? { ...entry, business_approved: 1 as const } : entry)),
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  const [first, second] = await screen.findAllByRole('button', { name: /^Approve \d/ });
  const next = second?.getAttribute('aria-label');
  await userEvent.click(first as HTMLElement);
  await screen.findByText('Approved');
  await waitFor(() => expect(focused()).toBe(next));
});

test('after Next, the focus moves to the heading of the next section', async () => {
  answer(profileAnswers(aStudent()));
  openApp('/profile/maps');
  const next = await screen.findByRole('button', { name: /^Next: / });
  const title = next.textContent?.replace('Next: ', '') ?? '';
  await userEvent.click(next);
  await waitFor(() => expect(document.activeElement?.closest('h2')?.textContent).toContain(title));
});

test('Cancel works at the first press, even from a field that shows an error on blur', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getSchools': [],
    '/api/getPrograms': [],
    '/api/getFocusAreas': [],
    '/api/filterUsers': [],
  });
  openApp('/admins');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a teacher' }));
  await userEvent.type(await screen.findByLabelText(/^Email/), 'not an email');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

test.each([
  [500, 'our-fault', '500 ERROR'],
  [502, 'no-kind-of-ours', 'UNKNOWN ERROR'],
])('a page whose load fails with %d (%s) says so in place and in a notice', async (...given) => {
  const [status, kind, title] = given;
  const pages = [
    ['Student', '/opportunity/browse', '/api/getOpportunities'],
    ['Student', '/applications/list', '/api/getMyApplications'],
    ['Business', '/opportunity/all', '/api/getOpportunities'],
    ['Teacher', '/admin/internship_status_report', '/api/filterInternshipStatus'],
  ] as const;
  for (const [role, address, path] of pages) {
    answer({
      '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
      '/api/getSettings': someSettings(),
      '/api/getSchools': [],
      '/api/getPrograms': [],
      '/api/getFocusAreas': [],
      '/api/getBusinessInternshipStats': [],
      [path]: refused(status, kind, 'It broke'),
    });
    const { unmount } = openApp(address);
    const notice = (await screen.findByText(title)).closest('[role="alert"]');
    expect(notice?.textContent).toContain('Something went wrong');
    expect(await within(screen.getByRole('main')).findByRole('button', { name: 'Try again' })).toBeTruthy();
    unmount();
  }
});

test.each([1280, 390])(
  'a notice is visible and covers no button that is needed next, at %d pixels',
  async (width) => {
    await resizeWindow(width, 740);
    answer(profileAnswers(aStudent()));
    openApp('/profile');
    const save = await screen.findByRole('button', { name: 'Save profile' });
    await userEvent.click(save);
    const notice = (await screen.findByText('Profile Updated.')).closest('[role="alert"]') as HTMLElement;
    const isInside = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && top >= 0 && right <= width && bottom <= 740;
    // Wait until it has slid in.
    await waitFor(() => expect(isInside(notice.getBoundingClientRect())).toBe(true));
    const box = notice.getBoundingClientRect();
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    // On a phone, it may cover content that scrolls, but not the bars.
    const frame = width < 992 ? save.closest('[data-save-bar]') : screen.getByRole('main');
    const bottom = screen.queryByRole('navigation', { name: 'Bottom' })?.children ?? [];
    const nearby = [...within(frame as HTMLElement).getAllByRole('button'), ...bottom];
    const covered = nearby.filter((button) => isCovered(button.getBoundingClientRect()));
    expect(covered.map((button) => button.textContent)).toEqual([]);
  },
);

test.each([
  [1280, 'beside'],
  [390, 'above'],
])(
  'at %d pixels, a notice moves %s the buttons of a form that grows, and back when the page scrolls',
  async (...row) => {
    const [width, where] = row;
    await resizeWindow(width, 740);
    function HoursForm() {
      const [isRefused, setRefused] = useState(false);
      const save = () => {
        notify.error('Check your form for errors.');
        // Errors show after the notice.
        setTimeout(() => setRefused(true), 50);
      };
      return (
        <form style={{ paddingTop: isRefused ? 580 : 300, paddingBottom: 1500 }}>
          {isRefused && <p>The hours are required.</p>}
          <div data-save-bar>
            <button type="button" onClick={save}>
              Save hours
            </button>
            <button type="button">Cancel</button>
          </div>
        </form>
      );
    }
    renderPart(<HoursForm />);
    await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
    const notice = await screen.findByRole('alert');
    const box = () => notice.getBoundingClientRect();
    const { left, bottom } = box();
    await screen.findByText('The hours are required.');
    const buttons = screen.getAllByRole('button', { name: /Save|Cancel/ });
    await waitFor(() => {
      const places = buttons.map((button) => button.getBoundingClientRect());
      if (where === 'beside')
        expect(box().left).toBeGreaterThan(Math.max(...places.map(({ right }) => right)));
      else expect(box().bottom).toBeLessThan(Math.min(...places.map(({ top }) => top)));
    });
    expect(where === 'beside' ? box().bottom : box().left).toBe(where === 'beside' ? bottom : left);
    window.scrollTo(0, 500);
    await waitFor(() => expect(box()).toMatchObject({ left, bottom }));
  },
);

test('there is one notice at a time, and what one action reports stays together', async () => {
  const press = (label: string, tell: () => void) => (
    <button type="button" onClick={tell}>
      {label}
    </button>
  );
  renderPart(
    <>
      {press('Save profile', () => {
        notify.warning('Your address is not found, trying zip code.', 'Address');
        notify.success('Profile Updated.');
      })}
      {press('Save hours', () => notify.success('Your hours are saved.'))}
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  const [first, ...others] = await screen.findAllByRole('alert');
  expect(others).toEqual([]);
  expect(first?.textContent).toBe('AddressYour address is not found, trying zip code.DoneProfile Updated.');
  expect(first?.dataset.kind).toBe('warning');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText('Your hours are saved.');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'DoneYour hours are saved.',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Close this notice' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an error stays for ten seconds, and longer with the focus inside', async () => {
  const clock = vi.spyOn(window, 'setTimeout');
  renderPart(
    <button type="button" onClick={() => notify.error('A placement is still running.')}>
      Delete
    </button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const notice = await screen.findByRole('alert');
  const waits = () => clock.mock.calls.filter(([, delay]) => delay === 10_000).length;
  expect(waits()).toBe(1);
  const stopped = vi.spyOn(window, 'clearTimeout');
  await userEvent.tab();
  expect(notice.contains(document.activeElement)).toBe(true);
  await waitFor(() => expect(stopped).toHaveBeenCalled());
});

test('Undo in a notice takes back what it reports', async () => {
  const undo = vi.fn();
  renderPart(
    <button type="button" onClick={() => notify.success('The order is saved.', 'Success', undo)}>
      Save order
    </button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save order' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a connection, saving says so and keeps the input', async () => {
  answer({
    ...profileAnswers(aStudent()),
    '/api/user': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  openApp('/profile');
  const save = await screen.findByRole('button', { name: 'Save profile' });
  onlineManager.setOnline(false);
  await userEvent.click(save);
  expect(await screen.findByText('No connection')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save profile' })).toBeTruthy();
});
