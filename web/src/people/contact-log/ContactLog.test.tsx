import { screen, waitFor, within } from '@testing-library/dom';
import type { ContactLogEntry } from '@waypost/contract/people/contact-log/calls';
import { expect, test } from 'vitest';
import { kindOf } from '../../../testing/notices.ts';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const maya = aUser({ _id: 'maya' });
const entry = (overrides: Partial<ContactLogEntry> = {}): ContactLogEntry => ({
  _id: 'e1',
  log_date: '2026-03-02',
  primary_contact_name: 'Grace Hopper',
  contact_relationship: 'Supervisor',
  associated_business: 'Bayside Marine',
  contact_type: 'Phone call',
  comments: 'Settled in well.',
  author_name: 'Thomas Beck',
  createdAt: '2026-03-02T15:00:00.000Z',
  ...overrides,
});

const LOG = '/api/get_student_contact_log_entries';
const SAVE = '/api/student_contact_log_save_new';

function open(address: string, more: Record<string, Answer> = {}, role: 'Teacher' | 'Business' = 'Teacher') {
  const requests = answer({
    '/api/current-user': aSession({ _id: 'staff', role }),
    '/api/getSettings': someSettings(),
    '/api/user': maya,
    [LOG]: [entry()],
    ...more,
  });
  openApp(address);
  return (path: string) => requests.filter((one) => one.path === path);
}

const log = async () => within(await screen.findByRole('region', { name: 'Contact log' }));
const button = async (name: string) => userEvent.click(await (await log()).findByRole('button', { name }));

test('the log loads only when staff open it, because each view is recorded', async () => {
  const requests = open('/profile/view/maya');
  await (await log()).findByRole('button', { name: 'Open the contact log' });
  expect(requests(LOG)).toEqual([]);
  await button('Open the contact log');
  const row = within(await screen.findByRole('table', { name: 'Maya Okafor’s contact log' }));
  for (const text of ['03/02/2026', 'Grace Hopper', 'Bayside Marine', 'Settled in well.', 'Thomas Beck'])
    expect(row.getByText(text)).toBeDefined();
  expect(requests(LOG).map(({ query }) => query)).toEqual([{ student_id: 'maya' }]);
});

test('a link to the log opens it', async () => {
  open('/profile/view/maya#contact-log');
  expect(await screen.findByText('Settled in well.')).toBeDefined();
});

test('a new entry appears first immediately, without recording another view', async () => {
  const requests = open('/profile/view/maya#contact-log', {
    [SAVE]: {
      message: 'success',
      entry: entry({ _id: 'e2', log_date: '2026-03-09', comments: 'Called again.' }),
    },
  });
  await button('Add entry');
  const form = within(await screen.findByRole('form', { name: 'New entry' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Primary contact name/ }), 'Grace Hopper');
  await userEvent.type(form.getByRole('textbox', { name: /^Associated business/ }), 'Bayside Marine');
  await userEvent.choose(form.getByRole('combobox', { name: 'Contact type' }), 'Email');
  await userEvent.click(form.getByRole('button', { name: 'Save entry' }));
  expect(kindOf(await screen.findByText('Contact log saved.'))).toBe('success');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => /Called again|Settled in/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Called again',
    'Settled in',
  ]);
  expect(requests(SAVE).map(({ body }) => body)).toMatchObject([
    {
      student_id: 'maya',
      data: { primary_contact_name: 'Grace Hopper', contact_type: 'Email', comments: '' },
    },
  ]);
  expect(requests(LOG)).toHaveLength(1);
  expect(screen.queryByRole('form', { name: 'New entry' })).toBeNull();
});

test('shows errors at the required fields, and sends nothing', async () => {
  const requests = open('/profile/view/maya#contact-log', { [LOG]: [] });
  expect(await screen.findByText('No contacts logged yet')).toBeDefined();
  await button('Add entry');
  await userEvent.clear(await screen.findByRole('textbox', { name: /^Date/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save entry' }));
  await waitFor(() => expect(screen.getAllByText('this field is required')).toHaveLength(3));
  expect(requests(SAVE)).toEqual([]);
});

test('keeps the input after a refusal', async () => {
  open('/profile/view/maya#contact-log', { [SAVE]: refused(404, 'not-found', 'There is no such student') });
  await button('Add entry');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Primary contact name/ }), 'Grace');
  await userEvent.type(screen.getByRole('textbox', { name: /^Associated business/ }), 'Bay');
  await userEvent.click(screen.getByRole('button', { name: 'Save entry' }));
  expect(await screen.findAllByText('There is no such student')).not.toHaveLength(0);
  expect(screen.getByRole('textbox', { name: /^Primary contact name/ }).getAttribute('value')).toBe('Grace');
});

test('a business does not see an applicant’s contact log', async () => {
  open('/profile/view/maya', {}, 'Business');
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeDefined();
  expect(screen.queryByText('Contact log')).toBeNull();
});
