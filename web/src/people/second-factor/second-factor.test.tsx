import { screen, waitFor, within } from '@testing-library/dom';
import type { SecondFactor } from '@waypost/contract/people/second-factor/calls';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const off: SecondFactor = { since: null, recovery_codes_left: 0, required: false };
const on: SecondFactor = { since: '2026-03-04T15:00:00.000Z', recovery_codes_left: 10, required: false };
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const address = `otpauth://totp/Waypost:maya%40example.test?secret=${SECRET}&issuer=Waypost`;
const codes = Array.from({ length: 10 }, (_, index) => `7KQ2M-9XD4${index}`);
const PASSWORD = 'a boat on the bay';

const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const section = async () => within(await screen.findByRole('region', { name: 'Two-step login' }));

describe('logging in', () => {
  function open(reply: (body: { code?: string }) => object) {
    let isIn = false;
    const requests = answer({
      '/api/current-user': () => (isIn ? aSession({ role: 'Admin' }) : []),
      '/api/getSettings': someSettings(),
      '/auth/login': ({ body }: RecordedRequest) => {
        const said = reply(body as { code?: string });
        isIn = (said as { message: string }).message === 'success';
        return said;
      },
    });
    return { requests, ...openApp('/login') };
  }
  async function logIn() {
    await userEvent.fill(await screen.findByLabelText('Email'), 'ada@waypost.test');
    await userEvent.fill(screen.getByLabelText('Password'), PASSWORD);
    await press('Log in');
  }

  test('with two-step login asks for a code, rejects a wrong one, and continues with the right one', async () => {
    const { requests, router } = open(({ code }) => ({
      message: code === '123456' ? 'success' : code === undefined ? 'second factor' : 'wrong code',
    }));
    await logIn();
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeDefined();
    const field = await screen.findByLabelText(/^Code/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await press('Log in');
    expect(await screen.findByText('the code is required')).toBeDefined();
    await userEvent.fill(field, '000000');
    await press('Log in');
    expect(await screen.findByText(/^This code is wrong/)).toBeDefined();
    expect(document.activeElement).toBe(field);
    await userEvent.fill(field, '123456');
    await press('Log in');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
    expect(sentTo(requests, '/auth/login').at(-1)).toEqual({
      email: 'ada@waypost.test',
      password: PASSWORD,
      code: '123456',
    });
  });

  test('can go back to the password, which keeps the input', async () => {
    open(() => ({ message: 'second factor' }));
    await logIn();
    await press('Back');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@waypost.test');
  });
});

function open(state: SecondFactor, answers: Record<string, Answer> = {}, mustSetUp = false) {
  let [now, isSetUp] = [state, false];
  const requests = answer({
    '/api/current-user': () =>
      aSession({ role: 'Teacher' }, { must_set_up_second_factor: mustSetUp && !isSetUp }),
    '/api/getSettings': someSettings(),
    '/auth/sessions': [],
    '/auth/masquerades': [],
    '/api/getMailSettings': { muted: [] },
    '/auth/secondFactor': () => now,
    '/auth/startSecondFactor': ({ body }: RecordedRequest) =>
      (body as { password: string }).password === PASSWORD
        ? { message: 'success', secret: SECRET, address }
        : { message: 'wrongPassword' },
    '/auth/confirmSecondFactor': ({ body }: RecordedRequest) => {
      if ((body as { code: string }).code !== '123456') return { message: 'wrongCode' };
      [now, isSetUp] = [on, true];
      return { message: 'success', recovery_codes: codes };
    },
    '/auth/renewRecoveryCodes': { message: 'success', recovery_codes: codes },
    '/auth/stopSecondFactor': ({ body }: RecordedRequest) => {
      if ((body as { code: string }).code !== '123456') return { message: 'wrongCode' };
      now = off;
      return { message: 'success' };
    },
    ...answers,
  });
  return { requests, ...openApp('/password') };
}

async function confirmSecret() {
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeDefined();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined();
  await userEvent.fill(screen.getByLabelText(/^Code/), '123456');
  await press('Turn on two-step login');
  expect(await screen.findByText('7KQ2M-9XD40')).toBeDefined();
}

describe('under Change Log In Info', () => {
  test('setup requires the password, shows the key, accepts a code, and shows the recovery codes', async () => {
    open(off);
    await userEvent.click(await (await section()).findByRole('button', { name: 'Set up two-step login' }));
    const asking = await dialog();
    await userEvent.click(asking.getByRole('button', { name: 'Continue' }));
    expect(await asking.findByText('password is required')).toBeDefined();
    await userEvent.fill(asking.getByLabelText(/^Current password/), 'wrong');
    await userEvent.click(asking.getByRole('button', { name: 'Continue' }));
    expect(await asking.findByText('Wrong password entered')).toBeDefined();
    await userEvent.fill(asking.getByLabelText(/^Current password/), PASSWORD);
    await userEvent.click(asking.getByRole('button', { name: 'Continue' }));
    await userEvent.fill(await screen.findByLabelText(/^Code/), '000000');
    await press('Turn on two-step login');
    expect(await screen.findByText(/^This code is wrong/)).toBeDefined();
    await confirmSecret();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    await press('I saved them');
    expect(await (await section()).findByText('You have 10 recovery codes left.')).toBeDefined();
    expect(screen.queryByText('7KQ2M-9XD40')).toBeNull();
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test('the recovery codes can be saved as a file', async () => {
    open(on);
    await press('Get new recovery codes');
    const asking = await dialog();
    await userEvent.fill(asking.getByLabelText(/^Current password/), PASSWORD);
    await userEvent.click(asking.getByRole('button', { name: 'Get new codes' }));
    expect(await asking.findByText('the code is required')).toBeDefined();
    await userEvent.fill(asking.getByLabelText(/^Code/), '123456');
    await userEvent.click(asking.getByRole('button', { name: 'Get new codes' }));
    const saved = await userEvent.saveFile(await screen.findByRole('button', { name: 'Save as a file' }));
    expect(saved.text).toBe(`${codes.join('\r\n')}\r\n`);
  });

  test('turning it off requires the password and a code', async () => {
    const { requests } = open(on);
    await press('Turn off two-step login');
    const asking = await dialog();
    await userEvent.fill(asking.getByLabelText(/^Current password/), PASSWORD);
    await userEvent.fill(asking.getByLabelText(/^Code/), '000000');
    await userEvent.click(asking.getByRole('button', { name: 'Turn off' }));
    expect(await asking.findByText(/^This code is wrong/)).toBeDefined();
    await userEvent.fill(asking.getByLabelText(/^Code/), '123456');
    await userEvent.click(asking.getByRole('button', { name: 'Turn off' }));
    expect(await (await section()).findByRole('button', { name: 'Set up two-step login' })).toBeDefined();
    expect(sentTo(requests, '/auth/stopSecondFactor').at(-1)).toEqual({ password: PASSWORD, code: '123456' });
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  test('a person who must use it cannot turn it off', async () => {
    open({ ...on, required: true });
    expect(await (await section()).findByText(/requires it, so it stays on/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Turn off two-step login' })).toBeNull();
  });

  test('a person who must set it up sees nothing else, and continues once it is done', async () => {
    const { router } = open(off, {}, true);
    expect(await screen.findByRole('heading', { name: 'Set up two-step login' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Emails' })).toBeNull();
    await press('Set up two-step login');
    const asking = await dialog();
    await userEvent.fill(asking.getByLabelText(/^Current password/), PASSWORD);
    await userEvent.click(asking.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('img', { name: 'QR code of the key' });
    await confirmSecret();
    await press('I saved them');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
  });
});
