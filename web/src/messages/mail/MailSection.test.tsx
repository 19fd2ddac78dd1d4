import { screen, waitFor } from '@testing-library/dom';
import type { Role } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

function open(role: Role, answers: Record<string, Answer> = {}, must_change_password = false) {
  const requests = answer({
    '/api/current-user': aSession({ role }, { must_change_password }),
    '/api/getSettings': someSettings(),
    '/api/getProjectsByStudent': [],
    '/auth/sessions': [],
    '/auth/masquerades': [],
    '/auth/secondFactor': { since: null, recovery_codes_left: 0, required: false },
    '/api/getMailSettings': { muted: ['offer'] },
    '/api/saveMailSettings': ({ body }: { body: unknown }) => body,
    ...answers,
  });
  openApp('/password');
  return requests;
}

const switches = () => screen.findAllByRole<HTMLInputElement>('switch');
const named = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

test('shows a student a switch for each kind of email, with their choice', async () => {
  open('Student');
  expect((await switches()).map((one) => one.checked)).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(named('A business offers me a placement').checked).toBe(false);
  expect(screen.queryByRole('switch', { name: /Hours wait/ })).toBeNull();
});

test('saves a switch immediately, and confirms it', async () => {
  const requests = open('Student');
  await switches();
  await userEvent.click(named('An interview is set up, changed, or canceled'));
  expect(await screen.findByText('Your email choices are saved.')).toBeDefined();
  await userEvent.click(named('A business offers me a placement'));
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === '/api/saveMailSettings').map(({ body }) => body)).toEqual([
      { muted: ['offer', 'interview'] },
      { muted: ['interview'] },
    ]),
  );
});

test('saves two quick changes, one after the other', async () => {
  const finish: (() => void)[] = [];
  const requests = open('Business', {
    '/api/getMailSettings': { muted: [] },
    '/api/saveMailSettings': ({ body }: { body: unknown }) =>
      new Promise((resolve) => finish.push(() => resolve(body))),
  });
  await switches();
  await userEvent.click(named('A student declines our offer'));
  await userEvent.click(named('A student accepts our offer'));
  const saves = () => requests.filter(({ path }) => path === '/api/saveMailSettings').map(({ body }) => body);
  expect(saves()).toEqual([{ muted: ['declined'] }]);
  finish[0]?.();
  await waitFor(() =>
    expect(saves()).toEqual([{ muted: ['declined'] }, { muted: ['declined', 'accepted'] }]),
  );
  finish[1]?.();
});

test('a switch that could not be saved reverts', async () => {
  open('Student', { '/api/saveMailSettings': refused(500, 'our-fault', 'Something went wrong') });
  await switches();
  await userEvent.click(named('A business offers me a placement'));
  expect(await screen.findByText('500 ERROR')).toBeDefined();
  await waitFor(() => expect(named('A business offers me a placement').checked).toBe(false));
});

test('offers to retry when the switches could not be loaded, and the log in info can still be changed', async () => {
  open('Business', { '/api/getMailSettings': refused(500, 'our-fault', 'Something went wrong') });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.getByLabelText(/^Current password/)).toBeDefined();
});

test('tells staff that they get only emails about their account’s security', async () => {
  const requests = open('Teacher');
  expect(await screen.findByText(/emails about your password/)).toBeDefined();
  expect(screen.queryByRole('switch')).toBeNull();
  expect(requests.some(({ path }) => path === '/api/getMailSettings')).toBe(false);
});

test('a person who must choose a password first sends no other requests', async () => {
  open('Teacher', {}, true);
  expect(await screen.findByText('Choose a password of your own')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Emails' })).toBeNull();
});
