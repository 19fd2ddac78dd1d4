import { screen, within } from '@testing-library/dom';
import type { Proofs } from '@waypost/contract/messages/proofs/calls';
import { expect, test } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { aStudent } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const anne = {
  _id: 'anne',
  name: 'Anne Okafor',
  relationship: 'Mother',
  email: 'anne@x.test',
  phone: '(410)555-0100',
  language: 'en',
  may_sign: true,
  added_by: 'school',
  confirmed: true,
};

function open(proofs: Proofs, more: object = {}) {
  const requests = answer({
    '/api/current-user': aSession(aUser({ _id: 'viewer', role: 'Teacher' })),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({ _id: 'seen', birth_date: null }),
    '/api/getGuardians': [anne],
    '/api/getRelease': { consent: null, asked: [], text: [] },
    '/api/getProofs': proofs,
    '/api/getProjectsByStudentId': [],
    '/api/getApplicationsByStudent': [],
    '/api/getAgreements': [],
    ...more,
  });
  openApp('/profile/view/seen');
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
}
const codes = async () => within(await screen.findByRole('group', { name: 'Anne Okafor’s codes' }));

test('staff set where a person’s codes are sent', async () => {
  const sent = open(
    { required: true, people: [{ _id: 'anne', email: '' }] },
    { '/api/saveCodeAddress': { required: true, people: [{ _id: 'anne', email: 'anne@work.test' }] } },
  );
  const group = await codes();
  await userEvent.click(group.getByRole('button', { name: 'Add an address for Anne Okafor’s codes' }));
  await userEvent.fill(group.getByLabelText(/^Another address for codes/), 'anne@work.test');
  await userEvent.click(group.getByRole('button', { name: 'Save address' }));
  expect(await group.findByText('Codes for signing go to anne@work.test.')).toBeTruthy();
  expect(sent('/api/saveCodeAddress')).toEqual([
    { account_id: 'seen', _id: 'anne', email: 'anne@work.test' },
  ]);
});

test('staff see a code only after confirming that they called the number on file', async () => {
  const sent = open(
    { required: true, people: [{ _id: 'anne', email: '' }] },
    {
      '/api/readCode': {
        code: '012345',
        phone: '(410)555-0100',
        expires_at: '2026-03-04T15:10:00.000Z',
      },
    },
  );
  const group = await codes();
  await userEvent.click(group.getByRole('button', { name: 'Read Anne Okafor a code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Read Anne Okafor a code on the phone?' }));
  expect(dialog.getByText(/Call Anne Okafor at \(410\) 555-0100/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Show the code' }));
  expect(await dialog.findByText('call them first, then check this box')).toBeTruthy();
  expect(sent('/api/readCode')).toEqual([]);
  await userEvent.click(dialog.getByRole('checkbox', { name: /I called this number/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Show the code' }));
  expect(
    await group.findByText('Read this code to Anne Okafor: 012 345. It works for 10 minutes.'),
  ).toBeTruthy();
  expect(sent('/api/readCode')).toEqual([{ account_id: 'seen', _id: 'anne', called: true }]);
});

test('shows nothing about codes unless they are required', async () => {
  open({ required: false, people: [{ _id: 'anne', email: '' }] });
  expect(await screen.findByRole('article', { name: 'Anne Okafor' })).toBeTruthy();
  expect(screen.queryByText(/code/i)).toBeNull();
});
