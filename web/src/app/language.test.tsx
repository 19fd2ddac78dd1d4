import { screen, waitFor } from '@testing-library/dom';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';
import { switchLocale } from '../client/locale.ts';

afterEach(() => switchLocale('en'));

const footer = () => screen.findByRole('combobox', { name: 'Language / Idioma' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const answers = {
  '/api/current-user': aSession({ role: 'Teacher', email: 'tess@waypost.test' }),
  '/api/getSettings': someSettings(),
  '/api/saveLocale': { locale: 'es' },
};
const saved = (requests: ReturnType<typeof answer>) =>
  requests.filter(({ path }) => path === '/api/saveLocale').map(({ body }) => body);

test('switching the language takes effect immediately and keeps the input', async () => {
  const requests = answer(answers);
  openApp('/password');
  await heading('Change Log In Info');
  const email = screen.getByLabelText<HTMLInputElement>(/^Email/);
  const password = screen.getByLabelText<HTMLInputElement>(/^Current password/);
  await userEvent.fill(email, 'not an address');
  await userEvent.fill(password, 'harbor lights');
  expect(await screen.findByText('must be a valid email address')).toBeTruthy();
  await userEvent.choose(await footer(), 'es');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
  // The same DOM node, not a new one.
  expect(screen.getByLabelText(/^Contraseña actual/)).toBe(password);
  expect([email.value, password.value]).toEqual(['not an address', 'harbor lights']);
  expect(await screen.findByText('debe ser una dirección de correo electrónico válida')).toBeTruthy();
  expect(document.documentElement.lang).toBe('es');
  expect(document.title).toContain('Cambiar datos');
  await waitFor(() => expect(saved(requests)).toEqual([{ locale: 'es' }]));
  // Leaving the page right away does not cancel the save.
  expect(requests.filter(({ keepalive }) => keepalive).map(({ path }) => path)).toEqual(['/api/saveLocale']);
});

test('the language can also be changed under Change Log In Info, in sync with the footer', async () => {
  const requests = answer(answers);
  openApp('/password');
  const choice = await screen.findByRole('combobox', { name: 'Language' });
  await userEvent.choose(choice, 'es');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
  expect(await footer()).toHaveProperty('value', 'es');
  await waitFor(() => expect(saved(requests)).toEqual([{ locale: 'es' }]));
});

test('a user sees their own language, otherwise their school system’s', async () => {
  answer({ ...answers, '/api/current-user': aSession({ role: 'Teacher' }, { locale: 'es' }) });
  const { unmount } = openApp('/password');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
  unmount();
  await switchLocale('en');
  answer({ ...answers, '/api/current-user': aSession({ role: 'Teacher' }, { client_locale: 'es' }) });
  openApp('/password');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
});

test('in Spanish, a screen that shows before the session is known addresses a student as tú once it is', async () => {
  let reply = (_: unknown) => {};
  answer({ ...answers, '/api/current-user': new Promise((resolve) => (reply = resolve)) });
  await switchLocale('es');
  openApp('/permissionsError');
  expect(await screen.findByText('Su cuenta no tiene acceso a esta página.')).toBeTruthy();
  reply(aSession({ role: 'Student' }));
  expect(await screen.findByText('Tu cuenta no tiene acceso a esta página.')).toBeTruthy();
});

test('a user without either keeps the language of their browser', async () => {
  await switchLocale('es');
  const session = aSession({ role: 'Teacher' }, { locale: null, client_locale: null });
  answer({ ...answers, '/api/current-user': session });
  openApp('/password');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
});

test('a masquerading Admin keeps their own language, and switching it is not saved', async () => {
  const session = aSession({ role: 'Teacher' }, { is_masquerade: true, admin_id: 'a', locale: 'es' });
  const requests = answer({ ...answers, '/api/current-user': session });
  openApp('/password');
  await heading('Change Log In Info');
  await userEvent.choose(await footer(), 'es');
  expect(await heading('Cambiar datos de inicio de sesión')).toBeTruthy();
  expect(saved(requests)).toEqual([]);
});

test('a language chosen before logging in is saved in the account, unless it has one', async () => {
  for (const locale of [null, 'en'] as const) {
    let session: unknown = [];
    const user = aSession({ role: 'Teacher' }, { locale });
    const requests = answer({
      ...answers,
      '/api/current-user': () => session,
      '/auth/login': () => {
        session = user;
        return { message: 'success', user: user.user };
      },
    });
    const { unmount } = openApp('/login');
    await heading('Log in');
    await userEvent.choose(await footer(), 'es');
    await heading('Iniciar sesión');
    await userEvent.fill(screen.getByLabelText(/^Correo electrónico/), 'tess@waypost.test');
    await userEvent.fill(screen.getByLabelText(/^Contraseña/), 'harbor lights');
    await userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    await waitFor(() => expect(window.location.pathname).not.toBe('/login'));
    expect(saved(requests)).toEqual(locale ? [] : [{ locale: 'es' }]);
    expect(document.documentElement.lang).toBe(locale ?? 'es');
    unmount();
    await switchLocale('en');
  }
});
