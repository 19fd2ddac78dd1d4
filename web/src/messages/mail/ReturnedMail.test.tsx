import { screen, waitFor } from '@testing-library/dom';
import type { ReturnedMail as Returned } from '@waypost/contract/messages/mail/calls';
import { expect, test } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, type RecordedRequest } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const user = aUser({ role: 'Teacher' });
const one: Returned = {
  kind: 'guardian',
  _id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Ben Okafor',
  email: 'ben@home.example',
  since: '2026-03-03T15:00:00.000Z',
};
const other: Returned = {
  ...one,
  kind: 'account',
  _id: user._id,
  name: 'Maya Okafor',
  email: 'maya@x.example',
};

function show(list: Returned[]): RecordedRequest[] {
  const requests = answer({
    '/api/current-user': aSession({ _id: 'viewer', role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/user': user,
    '/api/getReturnedMail': list,
    '/api/tryMailAgain': list.slice(1),
    '/api/loadTasks': { tasks: [], totals: [] },
  });
  openApp(`/profile/view/${user._id}`);
  return requests;
}

test('shows which address returns mail and since when, and lets staff try it again', async () => {
  const requests = show([one, other]);
  expect(await screen.findByText('Email to Ben Okafor was returned')).toBeTruthy();
  expect(
    screen.getByText(/The mail server refused ben@home\.example on 03\/03\/2026, so we stopped/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again: ben@home.example' }));
  await waitFor(() => expect(screen.queryByText('Email to Ben Okafor was returned')).toBeNull());
  expect(screen.getByText('Email to Maya Okafor was returned')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/tryMailAgain')?.body).toEqual({
    user_id: user._id,
    kind: 'guardian',
    _id: one._id,
  });
});

test('shows no note without returned mail', async () => {
  show([]);
  await screen.findByRole('region', { name: 'Account' });
  expect(screen.queryByRole('region', { name: 'Returned email' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
