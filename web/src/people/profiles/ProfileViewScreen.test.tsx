import { screen, within } from '@testing-library/dom';
import type { SeenUser, User } from '@waypost/contract/people/profiles/calls';
import { expect, test } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { aBusiness, annapolis, aStudent } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const viewer = (role: User['role']) => aUser({ _id: 'viewer', role, business_name: 'Bayside Marine' });

function open(by: User, seen: Answer, id = 'seen', more: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession(by),
    '/api/getSettings': someSettings(),
    '/api/user': seen,
    ...more,
  });
  openApp(`/profile/view/${id}`);
  return requests;
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const part = (name: string) => within(screen.getByRole('region', { name }));

const resume = { _id: 'r', name: 'student_resume_file', path: 'files/r/resume.pdf' };
const agreement = { _id: 'g', name: 'student_agreement_file', path: 'files/g/agreement.pdf' };

/** The server's reply to a business about somebody who applied to it. */
const applicant: SeenUser = {
  _id: 'seen',
  role: 'Student',
  first_name: 'Maya',
  last_name: 'Okafor',
  school_attending: 'Bay High',
  affiliated_program: 'Marine Trades',
  graduation_year: 2027,
  focus_areas: ['Boats'],
  profile_pic_id_fk: null,
  resume_file_id_fk: resume,
};

test('a business sees an applicant’s school, focus areas and résumé, and nothing else', async () => {
  const requests = open(viewer('Business'), applicant);
  await title('Maya Okafor');
  expect(screen.getByText('Bay High · Marine Trades · Class of 2027')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Focus areas' }).textContent).toBe('Boats');
  const link = screen.getByRole('link', { name: 'Open the résumé' });
  expect(link.getAttribute('href')).toBe('/files/r/resume.pdf');
  for (const name of ['Parents and guardians', 'Contact', 'Student record'])
    expect(screen.queryByRole('region', { name })).toBeNull();
  expect(screen.queryByText(/agreement/)).toBeNull();
  expect(screen.queryByText(/pproved/)).toBeNull();
  expect(requests.find(({ path }) => path === '/api/user')?.query).toEqual({ id: 'seen' });
});

test('after a refused release, a business sees only the name, and why', async () => {
  const nothing = { school_attending: null, affiliated_program: null, graduation_year: null };
  open(viewer('Business'), { ...applicant, ...nothing, focus_areas: null, resume_file_id_fk: null });
  await title('Maya Okafor');
  const documents = within(screen.getByRole('region', { name: 'Documents' }));
  expect(documents.getByText('The school may not share more about this student.')).toBeTruthy();
  expect(documents.queryByText('No résumé yet.')).toBeNull();
});

test('a profile appears together with the returned mail above it, which would push it down', async () => {
  await import('../../messages/mail/ReturnedMail.tsx');
  let reply: (returned: unknown) => void = () => {};
  const returned = new Promise((resolve) => {
    reply = resolve;
  });
  const seen = aUser({ _id: 'seen', role: 'Teacher' });
  const requests = open(viewer('Admin'), seen, 'seen', { '/api/getReturnedMail': () => returned });
  await title('Maya Okafor');
  await screen.findByText('Loading');
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
  const since = '2026-03-03T15:00:00.000Z';
  reply([{ kind: 'account', _id: 'seen', name: 'Maya Okafor', email: 'maya@x.example', since }]);
  expect(await screen.findByRole('region', { name: 'Account' })).toBeTruthy();
  expect(screen.getByText('Email to Maya Okafor was returned')).toBeTruthy();
  expect(requests.filter(({ path }) => path === '/api/getReturnedMail')).toHaveLength(1);
});

const parent = {
  _id: 'p',
  name: 'Ada Okafor',
  relationship: '',
  email: '',
  phone: '(410)555-0111',
  language: 'en',
  may_sign: true,
  added_by: 'student',
  confirmed: true,
};

test('staff see all of a student’s profile: parents, record, contact and documents', async () => {
  open(
    viewer('Teacher'),
    aStudent({
      _id: 'seen',
      agreement_file_id_fk: agreement,
      approved: false,
    }),
    'seen',
    { '/api/getGuardians': [parent], '/api/getRelease': { consent: null, asked: [], text: [] } },
  );
  await title('Maya Okafor');
  const parents = within(await screen.findByRole('region', { name: 'Parents and guardians' }));
  expect(await parents.findByText('Ada Okafor')).toBeTruthy();
  expect(parents.getByRole('link').getAttribute('href')).toBe('tel:+14105550111');
  expect(part('Student record').getByText('4711')).toBeTruthy();
  expect(part('Contact').getByText('1 Dock Street, Annapolis, MD 21401')).toBeTruthy();
  expect(part('Documents').getByRole('link', { name: 'Open the signed agreement' })).toBeTruthy();
  expect(screen.getByText('Not approved')).toBeTruthy();
});

test('tells staff that a student’s agreement is missing', async () => {
  open(viewer('Admin'), aStudent({ _id: 'seen' }));
  await title('Maya Okafor');
  expect(await screen.findByText('Signed agreement missing')).toBeTruthy();
  expect(screen.getByText('No résumé yet.')).toBeTruthy();
});

test('staff, and no one else, can open the agreements that a student has replaced', async () => {
  const earlier = {
    ...agreement,
    _id: 'e',
    path: 'files/e/agreement.pdf',
    createdAt: '2026-01-05T15:00:00.000Z',
  };
  const agreements = [
    { ...agreement, createdAt: '2026-03-05T15:00:00.000Z', replaced_at: null },
    { ...earlier, replaced_at: '2026-03-05T15:00:00.000Z' },
  ];
  const student = aStudent({ _id: 'seen', agreement_file_id_fk: agreement });
  open(viewer('Teacher'), student, 'seen', { '/api/getAgreements': agreements });
  await title('Maya Okafor');
  const link = await part('Documents').findByRole('link', { name: /^Uploaded/ });
  expect(link.getAttribute('href')).toBe('/files/e/agreement.pdf');
});

test('staff see how much of its daily limits a business has used', async () => {
  const used = [{ noun: 'student searches', used: 12, units: 100, resets_at: '2026-03-05T15:00:00.000Z' }];
  open(viewer('Teacher'), seenBusiness, 'seen', { '/api/getBudgets': used });
  const region = within(await screen.findByRole('region', { name: /^Access to students/ }));
  expect(region.getByText('Student searches').nextElementSibling?.textContent).toBe('12 of 100');
});

/** The server's reply to a student about a business. */
const seenBusiness: SeenUser = {
  _id: 'seen',
  role: 'Business',
  business_name: 'Bayside Marine',
  business_bio: '<p>We build <strong>boats</strong>.</p>',
  featured_projects: '',
  contact_name: 'Dana Quinn',
  contact_email: 'dana@bayside.test',
  contact_phone: '(410)555-0100',
  schools: [],
  focus_areas: ['Boats'],
  location: annapolis,
  createdAt: `${new Date().getUTCFullYear() - 2}-05-01T00:00:00.000Z`,
};

test('a student sees a business’s description, contact, location and years active', async () => {
  open(viewer('Student'), seenBusiness);
  await title('Bayside Marine');
  expect(part('About').getByText('boats').tagName).toBe('STRONG');
  expect(screen.queryByRole('region', { name: 'Featured projects' })).toBeNull();
  expect(part('Contact').getByRole('link', { name: 'dana@bayside.test' })).toBeTruthy();
  expect(part('Contact').getByText('Years active').nextElementSibling?.textContent).toBe('3');
  expect(part('Contact').getByText('Every school')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Map of Bayside Marine’s location' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Not shown to students' })).toBeNull();
});

test('says that a business has not written anything yet', async () => {
  open(viewer('Student'), { ...seenBusiness, business_bio: '' });
  expect(await screen.findByText('Bayside Marine hasn’t added a description yet.')).toBeTruthy();
});

test('staff also see the parts of a business’s profile that are only for them', async () => {
  open(viewer('Admin'), aBusiness({ _id: 'seen', admin_name: 'Lee Park', email: 'owner@bayside.test' }));
  await title('Bayside Marine');
  const own = part('Not shown to students');
  for (const fact of ['Lee Park', 'owner@bayside.test']) expect(own.getByText(fact)).toBeTruthy();
  expect(screen.getByText('Approved')).toBeTruthy();
});

test.each([
  ['Admin', aUser({ _id: 'seen', role: 'Teacher', schools: ['Bay High'] }), 'Teacher'],
  ['SuperAdmin', aUser({ _id: 'seen', role: 'Admin' }), 'Admin'],
] as const)(
  'to an account of the %s, other people show only name, role and email',
  async (role, seen, shown) => {
    open(viewer(role), seen);
    await title('Maya Okafor');
    const account = part('Account');
    expect(account.getByText(shown)).toBeTruthy();
    expect(account.getByRole('link', { name: 'maya@example.test' })).toBeTruthy();
  },
);

test('the user’s own profile links to its form, and others do not', async () => {
  const own = aStudent({ _id: 'own' });
  open(own, own, 'own');
  expect((await screen.findByRole('link', { name: 'Edit profile' })).getAttribute('href')).toBe('/profile');
});

test('other people’s profiles cannot be edited', async () => {
  open(viewer('Teacher'), aStudent({ _id: 'seen' }));
  await title('Maya Okafor');
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
});

test('offers to retry when a profile could not be loaded', async () => {
  let broken = true;
  open(viewer('Student'), () => (broken ? refused(500, 'our-fault', 'Something went wrong') : seenBusiness));
  const again = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(again);
  await title('Bayside Marine');
});
