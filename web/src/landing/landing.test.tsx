import { screen } from '@testing-library/dom';
import { MINIMUM_HOURS } from '@waypost/contract/opportunities/rules';
import { approvalTypes } from '@waypost/contract/projects/rules';
import { expect, test } from 'vitest';
import { someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { resizeWindow } from '../../testing/window-size.ts';
import { numbers } from './LandingScreen.tsx';

function open(phone_number: string) {
  answer({ '/api/current-user': [], '/api/getSettings': someSettings({ phone_number }) });
  openApp('/');
}

test('the landing page has pictures of the product, three numbers and an accessibility statement', async () => {
  open('');
  expect(await screen.findByRole('region', { name: 'Accessibility' })).toBeTruthy();
  expect(screen.getByText(/^Waypost is built to meet WCAG 2\.2, level AA,/)).toBeTruthy();
  const pictures = screen
    .getAllByRole('img')
    .filter((picture) => picture.getAttribute('src')?.startsWith('/landing/'));
  expect(pictures.map((picture) => picture.getAttribute('alt'))).toEqual([
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

test('shows the phone number if the settings have one', async () => {
  open('(410)555-0100');
  const link = await screen.findByRole('link', { name: '(410) 555-0100' });
  expect(link.getAttribute('href')).toBe('tel:+14105550100');
});
