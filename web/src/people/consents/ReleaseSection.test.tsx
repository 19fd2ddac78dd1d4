import { screen, within } from '@testing-library/dom';
import type { Release } from '@waypost/contract/people/consents/calls';
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
  phone: '',
  language: 'en',
  may_sign: true,
  added_by: 'school',
  confirmed: true,
};
const unknown = { ...anne, _id: 'ben', name: 'Ben Okafor', confirmed: false };
const nothing: Release = { consent: null, asked: [], text: ['What is shared: name and school.'] };
const given: Release = {
  ...nothing,
  consent: {
    decision: 'given',
    name: 'Anne Okafor',
    method: 'link',
    sent_to: 'a•••@x.test',
    recorded_by: '',
    proof: null,
    proof_to: '',
    decided_on: '2026-03-02',
    decided_at: '2026-03-02T15:00:00.000Z',
  },
};

function open(role: 'Student' | 'Teacher', release: Release, more: object = {}) {
  const _id = role === 'Student' ? 'seen' : 'viewer';
  const asked = answer({
    '/api/current-user': aSession(aUser({ _id, role })),
    '/api/getSettings': someSettings(),
    '/api/user': aStudent({ _id: 'seen', birth_date: null }),
    '/api/getGuardians': [anne, unknown],
    '/api/getRelease': release,
    '/api/getProjectsByStudentId': [],
    '/api/getApplicationsByStudent': [],
    '/api/getAgreements': [],
    ...more,
  });
  openApp('/profile/view/seen');
  return (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body);
}
const section = async () => within(await screen.findByRole('region', { name: 'Release of information' }));

test('a student sees what was decided, and what is shared', async () => {
  open('Student', given);
  const release = await section();
  expect(await release.findByText('Consent given')).toBeTruthy();
  expect(release.getByText(/Anne Okafor, .*, by a link sent to a•••@x.test/)).toBeTruthy();
  await userEvent.click(release.getByText('What is shared'));
  expect(release.getByText('What is shared: name and school.')).toBeTruthy();
  expect(release.queryByRole('button')).toBeNull();
});

test('staff ask a confirmed guardian, and record what was decided on paper', async () => {
  const asked = { ...nothing, asked: [{ guardian_id: 'anne', sent_at: '2026-03-02T15:00:00.000Z' }] };
  const sent = open('Teacher', nothing, { '/api/askForConsent': asked, '/api/recordConsent': given });
  const release = await section();
  await userEvent.click(await release.findByRole('button', { name: 'Ask Anne Okafor for consent' }));
  expect(await release.findByRole('button', { name: 'Ask Anne Okafor again' })).toBeTruthy();
  expect(release.queryByRole('button', { name: /Ben/ })).toBeNull();
  await userEvent.click(release.getByRole('button', { name: 'Record a decision on paper' }));
  await userEvent.click(release.getByRole('button', { name: 'Record decision' }));
  expect(await release.findByText('who decided?')).toBeTruthy();
  await userEvent.fill(release.getByLabelText(/^Name of the parent or guardian/), 'Anne Okafor');
  await userEvent.click(release.getByRole('button', { name: 'Record decision' }));
  expect(await release.findByText('Consent given')).toBeTruthy();
  expect(sent('/api/askForConsent')).toEqual([{ student_id: 'seen', guardian_id: 'anne' }]);
  expect(sent('/api/recordConsent')).toMatchObject([
    { student_id: 'seen', decision: 'given', name: 'Anne Okafor' },
  ]);
});
