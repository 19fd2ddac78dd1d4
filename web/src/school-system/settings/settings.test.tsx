import { screen, waitFor } from '@testing-library/dom';
import type { Role } from '@waypost/contract/roles';
import { describe, expect, test } from 'vitest';
import { aPicture, inkOf, sizeOf } from '../../../testing/files.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';

const logo = { _id: '00000000-0000-4000-8000-0000000000f1', name: 'site_logo', path: 'files/f1/site_logo' };
const filled = someSettings({
  logo,
  phone_number: '(410)555-0100',
  has_default_password: true,
  twitter: '@cbps',
});

function open(settings: Answer, answers: Record<string, Answer> = {}, path = '/admin/siteSettings') {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': settings,
    '/api/getRetention': { years: null, next: null, due: 0 },
    '/api/getReminders': { plans: [], hours: { from: 8, until: 17, days: ['Monday'] } },
    ...answers,
  });
  return { requests, ...openApp(path) };
}

const saveButton = () => screen.findByRole('button', { name: 'Save settings' });
const type = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const sentTo = (requests: RecordedRequest[], path: string) => requests.find((one) => one.path === path)?.body;

test('say whether records are deleted, and link to the list', async () => {
  open(filled, { '/api/getRetention': { years: 7, next: null, due: 0 } });
  const link = await screen.findByRole('link', { name: 'See who will be deleted and when' });
  expect(link.getAttribute('href')).toBe('/admin/retention');
  expect(
    await screen.findByText(/^Records are deleted 7 years after a student leaves school\./),
  ).toBeTruthy();
});

describe('a school system without settings', () => {
  test('is set up: its names, phone number, password and a logo cropped to 190 by 80', async () => {
    const uploads = pauseUploads();
    let saved = false;
    const { requests, router } = open(() => (saved ? filled : []), {
      '/api/getClients': [
        { _id: 'other', full_name: 'Other Schools', short_name: null, max_users: null, users: null },
        {
          _id: '00000000-0000-4000-8000-0000000000c1',
          full_name: 'Bay Schools',
          short_name: 'BS',
          max_users: null,
          users: null,
        },
      ],
      '/api/saveSettings': () => {
        saved = true;
        return filled;
      },
    });
    // The form starts with the names that the platform's owner entered.
    await waitFor(async () =>
      expect(await screen.findByLabelText(/^Full name/)).toHaveProperty('value', 'Bay Schools'),
    );
    expect(screen.getByText('BS')).toBeTruthy();
    expect(await saveButton()).toHaveProperty('disabled', true);
    expect(screen.getByText('To save, add a full name, a short name, and a logo.')).toBeTruthy();
    await userEvent.fill(screen.getByLabelText(/^Full name/), 'Chesapeake Bay Public Schools');
    await userEvent.fill(screen.getByLabelText(/^Short name/), 'CBPS');
    await type(/^Phone number/, '4105550100');
    await type(/^Default password/, 'harbor lights 2020');
    await type(/^Twitter/, '@cbps');
    // Until there is a logo, its frame shows the short name.
    expect(screen.getByText('CBPS')).toBeTruthy();

    const picture = await aPicture('logo.png', 800, 800);
    await userEvent.chooseFile(await screen.findByRole('button', { name: 'Upload Logo' }), picture);
    const whole = () =>
      document.querySelector('.ReactCrop__crop-selection')?.getBoundingClientRect().width ?? 0;
    await waitFor(() => expect(whole()).toBeGreaterThan(0));
    const before = whole();
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    await waitFor(() => expect(whole()).toBeLessThan(before));
    await userEvent.click(screen.getByRole('button', { name: 'Save picture' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [width, height] = await sizeOf(uploads[0]?.fields.fileupload);
    expect(width / height).toBeCloseTo(19 / 8, 1);
    expect(uploads[0]?.fields.key).toBe('site_logo');
    uploads[0]?.reply(logo);
    expect(await screen.findByAltText('Your logo')).toBeTruthy();

    await userEvent.click(await saveButton());
    expect(await screen.findByText('Site Settings Saved')).toBeTruthy();
    expect(sentTo(requests, '/api/saveSettings')).toEqual({
      full_name: 'Chesapeake Bay Public Schools',
      short_name: 'CBPS',
      phone_number: '(410)555-0100',
      default_password: 'harbor lights 2020',
      facebook: '',
      twitter: '@cbps',
      instagram: '',
      snapchat: '',
      locale: 'browser',
      time_zone: 'America/New_York',
      offer_days: 14,
      staff_second_factor: false,
      logo: logo._id,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'));
  });

  test('makes a plain logo from the short name in one press', async () => {
    const uploads = pauseUploads();
    open([], { '/api/getClients': [] });
    expect(await screen.findByRole('button', { name: 'Use a plain logo' })).toHaveProperty('disabled', true);
    await type(/^Full name/, 'Chesapeake Bay Public Schools');
    await type(/^Short name/, 'Chesapeake Bay');
    expect(await saveButton()).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Use a plain logo' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const { key, fileupload } = uploads[0]?.fields ?? {};
    expect([key, fileupload instanceof Blob && fileupload.type]).toEqual(['site_logo', 'image/jpeg']);
    expect(await sizeOf(fileupload)).toEqual([190, 80]);
    const ink = await inkOf(fileupload);
    // Readable, and not cut off at an edge.
    expect(ink.height).toBeGreaterThan(30);
    expect([ink.left >= 6, ink.right <= 184, ink.top >= 4, ink.bottom <= 76]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    uploads[0]?.reply(logo);
    expect(await screen.findByAltText('Your logo')).toBeTruthy();
    expect(await saveButton()).toHaveProperty('disabled', false);
  });

  test('shows why a plain logo was not stored, and can try again', async () => {
    const uploads = pauseUploads();
    open([], { '/api/getClients': [] });
    await type(/^Short name/, 'CBPS');
    await userEvent.click(screen.getByRole('button', { name: 'Use a plain logo' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const full = 'You have stored as many files as one account can hold.';
    uploads[0]?.reply({ type: '/problems/conflict', title: 't', status: 409, detail: full }, 409);
    expect(await screen.findByText(full)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use a plain logo' }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]?.reply(logo);
    expect(await screen.findByAltText('Your logo')).toBeTruthy();
    expect(screen.queryByText(full)).toBeNull();
  });

  const arrivals: [Role, string][] = [
    ['Admin', '/admin/siteSettings'],
    ['Teacher', '/uhoh'],
    ['Business', '/uhoh'],
    ['Student', '/uhoh'],
    ['SuperAdmin', '/waypost/dashboard'],
  ];
  test.each(arrivals)('redirects a %s to %s', async (role, to) => {
    const { router } = open(
      [],
      {
        '/api/current-user': aSession({ role }),
        '/api/getProjectsByStudent': [],
        '/api/getClients': [],
      },
      '/default',
    );
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });
});

describe('existing settings', () => {
  test('fill in the form, and are saved with their changes', async () => {
    const { requests } = open(filled, { '/api/saveSettings': filled });
    expect(await screen.findByLabelText(/^Full name/)).toHaveProperty('value', filled.full_name);
    expect(screen.getByLabelText(/^Default password/)).toHaveProperty('value', '');
    expect(screen.getByText(/Leave empty to keep the current one/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Change Logo' })).toBeTruthy();
    await type(/^Facebook/, 'cbps');
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'en');
    await userEvent.choose(screen.getByRole('combobox', { name: 'Language' }), 'es');
    await userEvent.choose(screen.getByRole('combobox', { name: 'Time zone' }), 'America/Chicago');
    await userEvent.fill(screen.getByLabelText('Days to reply to an offer'), '7');
    await userEvent.click(screen.getByRole('switch', { name: /^Staff need two-step login/ }));
    await userEvent.click(await saveButton());
    await screen.findByText('Site Settings Saved');
    const own = { time_zone: 'America/Chicago', offer_days: 7, staff_second_factor: true };
    const changed = { ...own, facebook: 'cbps', locale: 'es', logo: logo._id };
    expect(sentTo(requests, '/api/saveSettings')).toMatchObject(changed);
  });

  test('require a full name, a short name and a logo', async () => {
    open(filled);
    await saveButton();
    await userEvent.clear(screen.getByLabelText(/^Short name/));
    expect(await saveButton()).toHaveProperty('disabled', true);
    await type(/^Short name/, 'BAY');
    expect(await saveButton()).toHaveProperty('disabled', false);
  });

  test('show an error at each missing field', async () => {
    const { requests } = open({ ...filled, has_default_password: false });
    await userEvent.clear(await screen.findByLabelText(/^Phone number/));
    await userEvent.click(await saveButton());
    expect(await screen.findAllByText('this field is required')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Phone number/));
    expect(sentTo(requests, '/api/saveSettings')).toBeUndefined();
  });

  test('are not saved without a logo', async () => {
    open({ ...filled, logo: null });
    expect(await saveButton()).toHaveProperty('disabled', true);
  });

  test('show the server’s errors about the password and the logo', async () => {
    const errors = {
      default_password: ['this password is too common; choose another'],
      logo: ['this field is required'],
    };
    open(filled, {
      '/api/saveSettings': refused(400, 'invalid-input', 'Check your form for errors', errors),
    });
    await userEvent.click(await saveButton());
    expect(await screen.findByText(errors.default_password[0] ?? '')).toBeTruthy();
    expect(screen.getByText(errors.logo[0] ?? '')).toBeTruthy();
  });

  test('show an error when they could not be saved, and keep the input', async () => {
    const { router } = open(filled, { '/api/saveSettings': { message: 'fail' } });
    await type(/^Facebook/, 'cbps');
    await userEvent.click(await saveButton());
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
    expect(screen.getByLabelText(/^Facebook/)).toHaveProperty('value', 'cbps');
    expect(router.state.location.pathname).toBe('/admin/siteSettings');
  });

  test('are only for an Admin', async () => {
    const { router } = open(filled, { '/api/current-user': aSession({ role: 'Teacher' }) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
  });
});
