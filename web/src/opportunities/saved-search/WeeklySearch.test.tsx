import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { anOpportunityRow } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const NAME = 'Email me new matches weekly';

function open(address: string, given: { saved?: object | null; save?: unknown; approved?: boolean } = {}) {
  const saves: unknown[] = [];
  answer({
    '/api/current-user': aSession({ approved: given.approved ?? true }),
    '/api/getSettings': someSettings(),
    '/api/getFocusAreas': [],
    '/api/getOpportunities': [anOpportunityRow()],
    '/api/getSavedSearch': { filter: given.saved ?? null },
    '/api/saveSearch':
      given.save ??
      (({ body }: RecordedRequest) => {
        saves.push(body);
        return body;
      }),
  });
  return { ...openApp(address), saves };
}

test('a student starts and stops weekly emails for a search, by pointer and keyboard', async () => {
  const { saves } = open('/opportunity/browse?q=boats&pay=Paid');
  const button = await screen.findByRole('button', { name: NAME });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(button);
  await screen.findByText('We’ll email you once a week when something new matches this search.');
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  await screen.findByText('You won’t get these emails anymore.');
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
  expect(saves).toEqual([{ filter: { search: 'boats', compensation: 'Paid' } }, { filter: null }]);
});

test('a student with another saved search learns that this one would replace it, and a link opens the other', async () => {
  const { router } = open('/opportunity/browse?q=boats', {
    saved: { search: 'bread', focusAreas: ['Law'] },
  });
  const link = await screen.findByRole('link', { name: 'another search' });
  expect(link.getAttribute('href')).toBe('/opportunity/browse?q=bread&areas=%5B%22Law%22%5D');
  const button = screen.getByRole('button', { name: NAME });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(link);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  expect(router.state.location.search).toEqual({ q: 'bread', areas: ['Law'] });
  expect(document.activeElement).toBe(button);
});

test('before approval, says that emails start once approved', async () => {
  open('/opportunity/browse?q=boats', { saved: { search: 'boats' }, approved: false });
  await screen.findByText('They start once your account is approved.');
});

test('a search that could not be saved does not show as saved', async () => {
  open('/opportunity/browse?q=boats', { save: refused(500, 'our-fault', 'Something went wrong') });
  const button = await screen.findByRole('button', { name: NAME });
  await userEvent.click(button);
  await screen.findByText('Error Saving.');
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

test('is not offered without a search, nor for saved opportunities', async () => {
  open('/opportunity/browse');
  await screen.findByRole('article');
  expect(screen.queryByRole('button', { name: NAME })).toBeNull();
});

test.each([
  ['stops the emails with one press', 'success', 'You won’t get these emails anymore'],
  ['says if it no longer works', 'unknown', 'This link no longer works'],
])('the link of an email %s', async (_, message, heading) => {
  const requests = answer({
    '/api/current-user': [],
    '/api/getSettings': someSettings(),
    '/api/stopSearchEmails': { message },
  });
  openApp('/stopEmails/the-code');
  await userEvent.click(await screen.findByRole('button', { name: 'Stop these emails' }));
  await screen.findByRole('heading', { name: heading });
  const sent = requests.filter(({ path }) => path === '/api/stopSearchEmails').map(({ body }) => body);
  expect(sent).toEqual([{ code: 'the-code' }]);
});
