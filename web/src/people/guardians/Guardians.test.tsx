import { screen, within } from '@testing-library/dom';
import type { Guardian } from '@waypost/contract/people/guardians/calls';
import type { User } from '@waypost/contract/people/profiles/calls';
import { expect, test } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { aStudent } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const anne: Guardian = {
  _id: 'anne',
  name: 'Anne Okafor',
  relationship: 'Mother',
  email: 'anne@x.test',
  phone: '(410)555-0101',
  language: 'es',
  may_sign: true,
  added_by: 'school',
  confirmed: true,
  revision: 1,
};
const judith: Guardian = {
  _id: 'judith',
  name: 'Judith Reed',
  relationship: '',
  email: '',
  phone: '',
  language: 'en',
  may_sign: false,
  added_by: 'student',
  confirmed: false,
  revision: 1,
};
const student = aStudent({ _id: 'seen', birth_date: '2009-04-17', birth_date_by: 'student' });

function open(by: User, guardians: Guardian[], more: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession(by),
    '/api/getSettings': someSettings(),
    '/api/user': student,
    '/api/getGuardians': guardians,
    '/api/getRelease': { consent: null, asked: [], text: ['What is shared: name.'] },
    '/api/getProjectsByStudentId': [],
    '/api/getApplicationsByStudent': [],
    '/api/getAgreements': [],
    ...more,
  });
  openApp('/profile/view/seen');
  return requests;
}
const teacher = aUser({ _id: 'viewer', role: 'Teacher' });
const person = async (name: string) => within(await screen.findByRole('article', { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const sent = (requests: ReturnType<typeof open>, path: string) =>
  requests.find((one) => one.path === path)?.body as object | undefined;

test('staff see who added each guardian, and confirm one that the student named', async () => {
  const requests = open(teacher, [anne, judith], {
    '/api/confirmGuardian': [anne, { ...judith, confirmed: true }],
  });
  const known = await person('Anne Okafor');
  expect(known.getByText('Mother · Español · Added by the school')).toBeTruthy();
  expect(known.getByText('Confirmed')).toBeTruthy();
  expect(known.queryByRole('button', { name: /Confirm/ })).toBeNull();
  const named = await person('Judith Reed');
  expect(named.getByText('English · Named by the student')).toBeTruthy();
  expect(named.getByText('Not confirmed yet')).toBeTruthy();
  expect(named.getByText('Does not sign')).toBeTruthy();
  await press('Confirm Judith Reed');
  expect(await screen.findByText('Judith Reed is confirmed.')).toBeTruthy();
  expect(sent(requests, '/api/confirmGuardian')).toEqual({ student_id: 'seen', _id: 'judith' });
  expect(named.getByText('Confirmed')).toBeTruthy();
});

test('staff send a confirmed guardian with an email the link to the progress, while the student is a minor', async () => {
  const reply = { message: 'success', email: 'a•••@x.test' };
  const requests = open(teacher, [anne, { ...judith, confirmed: true }], { '/api/sendProgressLink': reply });
  const buttons = async () => {
    await person('Anne Okafor');
    return screen.queryAllByRole('button', { name: /progress link/ }).map(({ textContent }) => textContent);
  };
  // Judith has no email.
  expect(await buttons()).toEqual(['Send Anne Okafor the progress link']);
  await press('Send Anne Okafor the progress link');
  expect(await screen.findByText('We emailed the link to anne@x.test.')).toBeTruthy();
  expect(sent(requests, '/api/sendProgressLink')).toEqual({ student_id: 'seen', _id: 'anne' });
});

test.each([
  ['is not confirmed', { confirmed: false }, {}],
  ['is of a student of age', {}, { birth_date: '2000-01-02' }],
])('no link to the progress is offered for a guardian who %s', async (_, change, born) => {
  open(teacher, [{ ...anne, ...change }], { '/api/user': { ...student, ...born } });
  await person('Anne Okafor');
  expect(screen.queryByRole('button', { name: /progress link/ })).toBeNull();
});

test('staff correct a mistyped email; the focus moves to the form, then back to the section', async () => {
  const requests = open(teacher, [anne], {
    '/api/saveGuardian': [{ ...anne, email: 'anne@y.test' }],
  });
  await press('Edit Anne Okafor');
  const form = within(await screen.findByRole('form', { name: 'Edit Anne Okafor' }));
  expect(document.activeElement).toBe(form.getByLabelText(/^Name/));
  await userEvent.fill(form.getByLabelText('Email'), 'anne');
  await press('Save person');
  expect(await form.findByText('must be a valid email address')).toBeTruthy();
  await userEvent.fill(form.getByLabelText('Email'), 'anne@y.test');
  await userEvent.click(form.getByLabelText('May sign and consent for the student'));
  await press('Save person');
  expect(await screen.findByText('Anne Okafor was saved.')).toBeTruthy();
  expect(sent(requests, '/api/saveGuardian')).toEqual({
    student_id: 'seen',
    _id: 'anne',
    revision: 1,
    name: 'Anne Okafor',
    relationship: 'Mother',
    language: 'es',
    email: 'anne@y.test',
    phone: '(410)555-0101',
    may_sign: false,
  });
  expect(await screen.findByRole('link', { name: 'anne@y.test' })).toBeTruthy();
  const section = screen.getByRole('region', { name: 'Parents and guardians' });
  await expect.poll(() => section.contains(document.activeElement)).toBe(true);
});

test('staff correct the birth date; one that is too recent is rejected', async () => {
  const requests = open(teacher, [], { '/api/saveBirthDate': { birth_date: '2008-01-02' } });
  expect(await screen.findByText('Born 04/17/2009, entered by the student')).toBeTruthy();
  expect(screen.getByText('They sign for the student until 04/17/2027.')).toBeTruthy();
  await press('Correct the birth date');
  const day = await screen.findByRole('textbox', { name: /Birth date/ });
  await userEvent.fill(day, `01/02/${new Date().getFullYear() - 10}`);
  await press('Save birth date');
  expect(await screen.findByText('students must be at least 14 years old')).toBeTruthy();
  await userEvent.fill(day, '01/02/2008');
  await press('Save birth date');
  expect(await screen.findByText('Born 01/02/2008, entered by the school')).toBeTruthy();
  expect(screen.getByText('The student turned 18 on 01/02/2026 and signs for themselves.')).toBeTruthy();
  expect(sent(requests, '/api/saveBirthDate')).toEqual({ student_id: 'seen', birth_date: '2008-01-02' });
});

test('a student adds up to four guardians, and cannot remove one that the school confirmed', async () => {
  const own = { ...student, role: 'Student' } as const;
  const requests = open(own, [anne, judith], {
    '/api/saveGuardian': [
      anne,
      judith,
      { ...judith, _id: '3', name: 'Three' },
      { ...judith, _id: '4', name: 'Four' },
    ],
    '/api/removeGuardian': refused(409, 'conflict', 'Only your school can remove Judith Reed. Ask them to.'),
  });
  expect(await screen.findByText('They sign for the student until 04/17/2027.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct the birth date' })).toBeNull();
  expect((await person('Anne Okafor')).queryByRole('button', { name: 'Remove Anne Okafor' })).toBeNull();
  expect((await person('Judith Reed')).queryByRole('button', { name: /Confirm/ })).toBeNull();
  await press('Remove Judith Reed');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Judith Reed' }));
  expect(await dialog.findByText('Only your school can remove Judith Reed. Ask them to.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await press('Add another person');
  const form = within(await screen.findByRole('form', { name: 'New person' }));
  expect(form.queryByLabelText('May sign and consent for the student')).toBeNull();
  await press('Save person');
  expect(await form.findByText('this field is required')).toBeTruthy();
  await userEvent.fill(form.getByLabelText(/^Name/), 'Four');
  await userEvent.choose(form.getByLabelText('Relationship'), 'Grandparent');
  await press('Save person');
  expect(await screen.findByText('Four was saved.')).toBeTruthy();
  expect(sent(requests, '/api/saveGuardian')).toMatchObject({ name: 'Four', relationship: 'Grandparent' });
  expect(screen.queryByRole('button', { name: 'Add another person' })).toBeNull();
});

test('a business is not asked for guardians', async () => {
  const requests = open(aUser({ _id: 'viewer', role: 'Business', business_name: 'Bayside' }), [anne]);
  await screen.findByRole('heading', { level: 1 });
  expect(requests.some(({ path }) => path === '/api/getGuardians')).toBe(false);
});

test('a deactivated student can read their guardians and profile, but not change them', async () => {
  const own = { ...anne, added_by: 'student' as const, confirmed: false };
  open(aUser({ _id: 'seen', approved: false, deactivated: true }), [own]);
  const card = await person('Anne Okafor');
  expect(card.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add another person' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
  expect(screen.getByText('Your account is deactivated.')).toBeTruthy();
});
