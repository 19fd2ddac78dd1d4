import { screen } from '@testing-library/dom';
import type { ResourceFile } from '@waypost/contract/school-system/files/calls';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { switchLocale } from '../../client/locale.ts';

afterEach(() => switchLocale('en'));

const aResource = (overrides: Partial<ResourceFile> = {}): ResourceFile => ({
  _id: 'guide',
  name: 'Safety guide.pdf',
  path: 'files/guide/Safety guide.pdf',
  description: 'Student',
  createdAt: '2026-03-02T15:00:00.000Z',
  ordinal: 1,
  name_es: '',
  no_delete: false,
  ...overrides,
});

function open(role: 'Student' | 'Business', files: Answer) {
  const requests = answer({
    '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/getResourceFiles': files,
  });
  openApp('/resources');
  return requests;
}

test.each([
  ['Student', 'student'],
  ['Business', 'business'],
] as const)('a %s sees the resources for their role, in the order that staff set', async (role, type) => {
  const second = aResource({ _id: 'form', name: 'Form.docx', path: 'files/form/Form.docx', ordinal: 2 });
  const requests = open(role, [aResource(), second]);
  expect(await screen.findByText('2 resources')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: /Added 03\/02\/2026/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/files/guide/Safety guide.pdf',
    '/files/form/Form.docx',
  ]);
  expect(requests.find(({ path }) => path === '/api/getResourceFiles')?.query).toEqual({ type });
});

test('shows Spanish readers a resource’s Spanish name, or the original', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Student' }, { locale: 'es' }),
    '/api/getSettings': someSettings(),
    '/api/getResourceFiles': [
      aResource({ name_es: 'Guía de seguridad' }),
      aResource({ _id: 'form', name: 'Form' }),
    ],
  });
  openApp('/resources');
  expect(await screen.findByText('Guía de seguridad')).toBeTruthy();
  expect(screen.getByText('Form')).toBeTruthy();
  expect(screen.queryByText('Safety guide.pdf')).toBeNull();
});

test('says whom to ask if a school system has no resources', async () => {
  open('Student', []);
  expect(await screen.findByText('No resources yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Added/ })).toBeNull();
});

test('offers to retry when resources could not be loaded', async () => {
  let broken = true;
  open('Student', () => (broken ? refused(500, 'our-fault', 'Something went wrong') : [aResource()]));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await screen.findByText('1 resource')).toBeTruthy();
});
