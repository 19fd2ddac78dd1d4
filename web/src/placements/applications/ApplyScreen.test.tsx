import { screen, waitFor, within } from '@testing-library/dom';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import { beforeAll, expect, test } from 'vitest';
import { anOpportunity } from '../../../testing/applications.ts';
import { asText, everyTerm, factsIn } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { termFacts } from '../../opportunities/opportunities/opportunity-facts.tsx';

const id = '00000000-0000-4000-8000-00000000000a';
const letter = '<p>I have built a boat.</p>';
const draftKey = `waypost.draft.cover-letter ${id} ${aSession().user._id}`;

// The editor is a separate chunk. Load it first, so these tests do not depend on its loading time.
beforeAll(() => import('../../ui/RichTextArea.tsx'), 60_000);

function open(given: Partial<Opportunity> = {}, more: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession(),
    '/api/getSettings': someSettings(),
    '/api/loadOpportunity': anOpportunity({ _id: id, ...given }),
    '/api/getApplicationToOpportunity': [],
    '/api/getMyApplications': [],
    '/api/createApplication': { message: 'success', _id: 'app' },
    ...more,
  });
  const app = openApp(`/opportunity/view/${id}/apply`);
  const sent = () => requests.filter(({ path }) => path === '/api/createApplication').map(({ body }) => body);
  return { ...app, sent };
}

/** Stores a draft, because the tests cannot type into the editor. */
const writtenBefore = () => localStorage.setItem(draftKey, JSON.stringify(letter));
const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send application' }));

test('sends a letter once the student agrees to the hours, and the list of applications confirms it', async () => {
  writtenBefore();
  const { router, sent } = open();
  expect(await screen.findByText('I have built a boat.')).toBeTruthy();
  await send();
  const dialog = await screen.findByRole('dialog', { name: 'Can you work these hours?' });
  expect(dialog.textContent).toContain('An internship takes at least 135 hours.');
  expect(sent()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, send it' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/applications/list'));
  expect(sent()).toEqual([{ cover_letter: letter, opportunity_id_fk: id }]);
  expect(await screen.findByText('Bayside Marine has your application for Boat builder.')).toBeTruthy();
  expect(localStorage.getItem(draftKey)).toBeNull();
});

test('names the opportunity, with a link back to it, and its business', async () => {
  const { router } = open();
  const link = await screen.findByRole('link', { name: 'Boat builder' });
  expect(link.parentElement?.textContent).toBe('Boat builder at Bayside Marine');
  await userEvent.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/opportunity/view/${id}`));
});

test('shows pay and schedule before the letter is written', async () => {
  open({ pay_from: 15.5, days: ['Saturday'], hours_per_week: 6, transport_notes: 'Bus 40' });
  const terms = await screen.findByRole('region', { name: 'Pay and schedule' });
  for (const text of ['$15.50 an hour', 'Sat · 6 hours a week', 'Bus 40'])
    expect(within(terms).getByText(text)).toBeTruthy();
});

test('shows every fact that a student needs to decide before the letter is written', async () => {
  const given = anOpportunity(everyTerm);
  open(given);
  const terms = await screen.findByRole('region', { name: 'Pay and schedule' });
  expect(factsIn(terms)).toEqual(asText(termFacts(given)));
});

test('does not ask a student again who has already agreed to the hours', async () => {
  writtenBefore();
  const { router, sent } = open();
  await screen.findByText('I have built a boat.');
  await router.navigate({
    to: '/opportunity/view/$id/apply',
    params: { id },
    state: { knowsMinimumHours: true },
    replace: true,
  });
  await send();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('does not send an empty letter: its field and a notice say why', async () => {
  const { sent } = open();
  await send();
  expect(await screen.findByText('You must provide a cover letter')).toBeTruthy();
  expect(await screen.findByText('Cover Letter Is Empty')).toBeTruthy();
  const field = await screen.findByRole('textbox', { name: /Cover letter/ });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([]);
});

test('a restored draft can be discarded', async () => {
  writtenBefore();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('I have built a boat.')).toBeNull());
  expect(localStorage.getItem(draftKey)).toBeNull();
});

test('shows a refusal and keeps the letter', async () => {
  writtenBefore();
  const full = refused(409, 'conflict', 'This opportunity is full');
  const { router } = open({}, { '/api/createApplication': full });
  await screen.findByText('I have built a boat.');
  await send();
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, send it' }));
  expect((await screen.findAllByText('This opportunity is full')).length).toBeGreaterThan(0);
  expect(screen.getByText('I have built a boat.')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/opportunity/view/${id}/apply`);
  expect(localStorage.getItem(draftKey)).not.toBeNull();
});

test.each([
  [{ application_open: '2999-01-01', application_close: '2999-02-01' }, 'Applications open on 01/01/2999'],
  [{ application_open: '2000-01-01', application_close: '2000-02-01' }, 'Applications closed on 02/01/2000'],
  [{ available_slots: 1 }, 'This opportunity is full'],
  [
    { business_id_fk: { ...anOpportunity().business_id_fk, _id: '' } },
    'The business that offered this has left',
  ],
])('%o has a message instead of the form: %s', async (given, sentence) => {
  open(given);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send application' })).toBeNull();
});

test('redirects a student who has already applied to that application', async () => {
  open({}, { '/api/getApplicationToOpportunity': { _id: 'app', status: 'New' } });
  const link = await screen.findByRole('link', { name: 'See your application' });
  expect(link.getAttribute('href')).toBe('/application/view/app');
});
