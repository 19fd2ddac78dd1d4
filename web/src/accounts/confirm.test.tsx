import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the mailed link confirms by a button press, not by being opened', async () => {
  const asked: unknown[] = [];
  answer({
    '/api/current-user': [],
    '/api/getSettings': someSettings(),
    '/auth/confirmEmail': (body: unknown) => {
      asked.push(body);
      return { message: 'expired' };
    },
  });
  openApp('/confirm/abc');
  expect(await heading('Confirm your email')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
  expect(await heading('This link no longer works')).toBeTruthy();
  expect(asked).toMatchObject([{ path: '/auth/confirmEmail', body: { code: 'abc' } }]);
});

test('tells an unconfirmed student so on every screen, with a link to what they can do', async () => {
  answer({
    '/api/current-user': aSession({ confirmed: false, approved: false, email: 'nia@example.test' }),
    '/api/getSettings': someSettings({ outbox: true }),
    '/auth/resendConfirmation': { message: 'success' },
  });
  openApp('/opportunity/browse');
  expect(await heading('Confirm your email')).toBeTruthy();
  expect(screen.getByText('nia@example.test')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read it in the outbox' }).getAttribute('href')).toBe('/outbox');
  expect(screen.getByRole('link', { name: 'Change address' }).getAttribute('href')).toBe('/password');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText(/We sent the link to nia@example.test again/)).toBeTruthy();
});
