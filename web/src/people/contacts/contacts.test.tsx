import { screen, within } from '@testing-library/dom';
import type { Contact } from '@waypost/contract/people/contacts/calls';
import { expect, test } from 'vitest';
import { aSession, aUser, someSettings } from '../../../testing/people.ts';
import { aBusiness } from '../../../testing/profiles.ts';
import { aProject, aProjectRow } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const grace: Contact = {
  _id: 'grace',
  name: 'Grace Quinn',
  email: 'grace@x.test',
  phone: '(410)555-0101',
  roles: ['supervisor', 'signatory'],
  revision: 1,
};
const dana: Contact = { _id: 'dana', name: 'Dana Lee', email: '', phone: '', roles: [], revision: 1 };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('lists a business’s contacts: roles, a corrected email, and a first contact that cannot be removed', async () => {
  const requests = answer({
    '/api/current-user': aSession({ _id: 'viewer', role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/user': aBusiness({ _id: 'seen' }),
    '/api/getContacts': [grace, dana],
    '/api/saveContact': [grace, { ...dana, email: 'dana@x.test', roles: ['administration'] }],
    '/api/removeContact': refused(409, 'conflict', 'Dana Lee supervises a placement.'),
  });
  openApp('/profile/view/seen');
  const first = within(await screen.findByRole('article', { name: 'Grace Quinn' }));
  expect(first.getByText('Supervisor')).toBeTruthy();
  expect(first.getByText('May sign')).toBeTruthy();
  const phone = first.getByRole('link', { name: '(410) 555-0101' });
  expect(phone.getAttribute('href')).toBe('tel:+14105550101');
  expect(first.queryByRole('button', { name: 'Remove Grace Quinn' })).toBeNull();
  await press('Remove Dana Lee');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Dana Lee' }));
  expect(await dialog.findByText('Dana Lee supervises a placement.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await press('Edit Dana Lee');
  const form = within(await screen.findByRole('form', { name: 'Edit Dana Lee' }));
  await userEvent.fill(form.getByLabelText('Email'), 'dana@x.test');
  await userEvent.click(form.getByLabelText('Administration'));
  await press('Save person');
  expect(await screen.findByText('Dana Lee was saved.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/saveContact')?.body).toEqual({
    business_id: 'seen',
    _id: 'dana',
    revision: 1,
    name: 'Dana Lee',
    email: 'dana@x.test',
    phone: '',
    roles: ['administration'],
  });
  expect(await screen.findByRole('link', { name: 'dana@x.test' })).toBeTruthy();
});

test('a business chooses an intern’s supervisor on the intern’s card', async () => {
  const supervisor = (contact: Contact) => ({
    supervisor_id_fk: {
      _id: contact._id,
      name: contact.name,
      email: contact.email,
      phone: contact.phone,
      confirmed_at: null,
    },
  });
  let now = grace;
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getInterns': () => [aProjectRow(supervisor(now))],
    '/api/getContacts': [grace, dana],
    '/api/project_chooseSupervisor': () => {
      now = dana;
      return aProject(supervisor(dana));
    },
  });
  openApp('/interns/viewall');
  const part = within(await screen.findByRole('group', { name: 'Supervisor' }));
  expect(part.getByText('Grace Quinn')).toBeTruthy();
  await press('Change supervisor');
  await userEvent.choose(await part.findByLabelText('Who supervises?'), 'Dana Lee');
  await press('Save supervisor');
  expect(await screen.findByText('Dana Lee supervises this placement.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/project_chooseSupervisor')?.body).toMatchObject({
    contact_id: 'dana',
  });
  expect(await part.findByText('Dana Lee')).toBeTruthy();
});

test('a business asks the supervisor to confirm, and sees that they did', async () => {
  const { _id, name, email, phone } = grace;
  const supervisor = { _id, name, email, phone, confirmed_at: null as string | null };
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getInterns': () => [aProjectRow({ supervisor_id_fk: supervisor })],
    '/api/getContacts': [grace],
    '/api/project_askSupervisor': { message: 'success', email: 'g•••@x.test' },
    '/api/project_chooseSupervisor': () => {
      supervisor.confirmed_at = '2026-03-02T15:00:00.000Z';
      return aProject({ supervisor_id_fk: supervisor });
    },
  });
  openApp('/interns/viewall');
  await press('Ask Grace Quinn to confirm');
  expect(await screen.findByText('We emailed the link to g•••@x.test.')).toBeTruthy();
  expect(requests.some(({ path }) => path === '/api/project_askSupervisor')).toBe(true);
  const part = within(await screen.findByRole('group', { name: 'Supervisor' }));
  expect(part.queryByText('Confirmed')).toBeNull();
  await press('Change supervisor');
  await part.findByLabelText('Who supervises?');
  await press('Save supervisor');
  expect(await part.findByText('Confirmed')).toBeTruthy();
  expect(part.queryByRole('button', { name: /to confirm/ })).toBeNull();
});

const supervised = () =>
  aProject({
    supervisor_id_fk: {
      _id: 'grace',
      name: 'Grace Quinn',
      email: 'grace@x.test',
      phone: '(410)555-0101',
      confirmed_at: '2026-03-02T15:00:00.000Z',
    },
  });

test('a student sees the supervisor and cannot change them', async () => {
  const project = supervised();
  answer({
    '/api/current-user': aSession(aUser({ role: 'Student' })),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': project,
  });
  openApp(`/project/${project._id}/hours`);
  const part = within(await screen.findByRole('group', { name: 'Supervisor' }));
  expect(part.getByText('Grace Quinn')).toBeTruthy();
  expect(part.getByRole('link', { name: '(410) 555-0101' })).toBeTruthy();
  expect(part.queryByRole('button')).toBeNull();
});

test('on a phone, a student opens the supervisor’s email and phone from one line', async () => {
  await resizeWindow(390, 740);
  const project = supervised();
  answer({
    '/api/current-user': aSession(aUser({ role: 'Student' })),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': project,
  });
  openApp(`/project/${project._id}/hours`);
  const part = within(await screen.findByRole('group', { name: 'Supervisor' }));
  expect(part.queryByRole('link')).toBeNull();
  await userEvent.click(part.getByRole('button', { name: 'Supervisor: Grace Quinn' }));
  expect(part.getByRole('link', { name: 'grace@x.test' })).toBeTruthy();
  expect(part.getByRole('link', { name: '(410) 555-0101' })).toBeTruthy();
});
