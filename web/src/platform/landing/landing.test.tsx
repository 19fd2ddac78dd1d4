import { screen, waitFor } from '@testing-library/dom';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/opportunities/rules';
import { approvalTypes } from '@waypost/contract/placements/projects/rules';
import { afterEach, expect, test } from 'vitest';
import { someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { switchLocale } from '../../client/locale.ts';
import { numbers } from './LandingScreen.tsx';

afterEach(() => switchLocale('en'));

function open(phone_number: string) {
  answer({ '/api/current-user': [], '/api/getSettings': someSettings({ phone_number }) });
  openApp('/');
}

const pictures = () => [...document.querySelectorAll('picture > img')];

test('the landing page has pictures of the product, three numbers and an accessibility statement', async () => {
  open('');
  expect(await screen.findByRole('region', { name: 'Accessibility' })).toBeTruthy();
  expect(screen.getByText(/^Waypost is built to meet WCAG 2\.2, level AA,/)).toBeTruthy();
  expect(pictures().map((picture) => picture.getAttribute('alt'))).toEqual([
    'Browsing opportunities on a phone',
    'A business’s interns, with hours to approve',
    'A school’s dashboard: what is waiting, and which students need help',
  ]);
  expect(screen.queryByText(/^Questions\?/)).toBeNull();
  expect(numbers.map(({ number }) => number)).toEqual([
    MINIMUM_HOURS.Internship,
    MINIMUM_HOURS.Apprenticeship,
    approvalTypes.length,
  ]);
});

test('the pictures are in the reader’s language, in light and in dark', async () => {
  open('');
  await screen.findByRole('region', { name: 'Accessibility' });
  const files = () =>
    pictures().map((one) => [
      one.getAttribute('src'),
      one.parentElement?.querySelector('source')?.getAttribute('srcset'),
    ]);
  expect(files()).toEqual([
    ['/landing/student.webp', '/landing/student-dark.webp'],
    ['/landing/business.webp', '/landing/business-dark.webp'],
    ['/landing/admin.webp', '/landing/admin-dark.webp'],
  ]);
  await switchLocale('es');
  await waitFor(() =>
    expect(files()).toEqual([
      ['/landing/student-es.webp', '/landing/student-es-dark.webp'],
      ['/landing/business-es.webp', '/landing/business-es-dark.webp'],
      ['/landing/admin-es.webp', '/landing/admin-es-dark.webp'],
    ]),
  );
});

test.each([320, 360, 768, 1088, 1440])(
  'text of 14 pixels in a picture is at least 11 pixels high in a window of %i',
  async (width) => {
    await resizeWindow(width);
    open('');
    await screen.findByRole('region', { name: 'Accessibility' });
    expect(pictures()).toHaveLength(3);
    for (const one of pictures()) {
      const scale = one.getBoundingClientRect().width / Number(one.getAttribute('width'));
      expect(14 * scale).toBeGreaterThan(11);
    }
  },
);

test('no word of the three numbers is broken on a narrow phone', async () => {
  await resizeWindow(320);
  open('');
  const text = (await screen.findByText('hours in an apprenticeship')).firstChild as Text;
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    expect([word, range.getClientRects().length]).toEqual([word, 1]);
  }
});

test('in the demo, a visitor is led to its accounts', async () => {
  answer({ '/api/current-user': [], '/api/getSettings': someSettings({ demo: true }) });
  openApp('/');
  await userEvent.click(await screen.findByRole('link', { name: 'Log in to the demo' }));
  expect(await screen.findByRole('heading', { name: 'This is the demo' })).toBeTruthy();
});

test('outside the demo, nothing says that it is one', async () => {
  open('(410)555-0100');
  // The settings have arrived.
  await screen.findByRole('link', { name: '(410) 555-0100' });
  expect(screen.queryByText('Log in to the demo')).toBeNull();
});

test('shows the phone number if the settings have one', async () => {
  open('(410)555-0100');
  const link = await screen.findByRole('link', { name: '(410) 555-0100' });
  expect(link.getAttribute('href')).toBe('tel:+14105550100');
});
