import { screen, waitFor } from '@testing-library/dom';
import type { ResourceFile } from '@waypost/contract/school-system/files/calls';
import { expect, test } from 'vitest';
import { tooLarge } from '../../../testing/files.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ids = ['a', 'b'].map((letter) => `00000000-0000-4000-8000-0000000000${letter}1`);
const aResource = (index: number, overrides: Partial<ResourceFile> = {}): ResourceFile => ({
  _id: ids[index] ?? '',
  name: `Resource ${index}`,
  path: `files/${index}/resource`,
  description: 'student',
  createdAt: '2026-03-04T15:00:00.000Z',
  ordinal: index + 1,
  name_es: '',
  no_delete: false,
  ...overrides,
});

function open(files: Answer, answers: Record<string, Answer> = {}, path = '/admin/resources/student') {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getResourceFiles': files,
    ...answers,
  });
  return { requests, ...openApp(path) };
}

const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map((one) => one.body);
const button = (name: string) => screen.findByRole('button', { name });
const pdf = new File(['%PDF'], 'handbook.pdf', { type: 'application/pdf' });
const upload = 'Choose the file and upload it';

test.each([
  ['student', 'Student Resources'],
  ['business', 'Business Resources'],
])('the resources of a %s have their own list', async (type, title) => {
  const { requests } = open([aResource(0)], {}, `/admin/resources/${type}`);
  await screen.findByRole('heading', { level: 1, name: title });
  expect(await screen.findByRole('link', { name: 'Open file Resource 0' })).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/getResourceFiles')?.query).toEqual({ type });
});

test('there are no resources for other roles', async () => {
  open([], {}, '/admin/resources/parent');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
});

test('adds a resource with its name and file', async () => {
  const uploads = pauseUploads();
  let rows: ResourceFile[] = [];
  open(() => rows);
  await userEvent.click(await button('Add Your First Student Resource'));
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Handbook');
  await userEvent.type(screen.getByLabelText(/^Spanish/), 'Manual');
  await userEvent.chooseFile(await button(upload), pdf);
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.fields).toMatchObject({ key: 'Handbook', name_es: 'Manual', description: 'student' });
  expect(uploads[0]?.fields).not.toHaveProperty('no_delete');
  rows = [aResource(0, { name: 'Handbook' })];
  uploads[0]?.reply({ _id: ids[0], name: 'Handbook', path: 'files/0/handbook' });
  expect(await screen.findByText('File successfully uploaded')).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Open file Handbook' })).toBeTruthy();
});

test('requires a name for a resource, which spaces are not', async () => {
  const uploads = pauseUploads();
  open([]);
  await userEvent.click(await button('Add Your First Student Resource'));
  await userEvent.click(await button(upload));
  expect(await screen.findByText('this field is required')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Name/), '  ');
  expect(screen.queryByText('this field is required')).toBeNull();
  await userEvent.keyboard('{Tab}');
  expect(await screen.findByText('this field is required')).toBeTruthy();
  await userEvent.chooseFile(await button(upload), pdf);
  expect(await screen.findByText('this field is required')).toBeTruthy();
  expect(uploads).toEqual([]);
});

test('refuses a resource that is too large before sending any of it', async () => {
  const uploads = pauseUploads();
  open([]);
  await userEvent.click(await button('Add Your First Student Resource'));
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Film');
  await userEvent.chooseFile(await button(upload), tooLarge('film.pdf', 'application/pdf'));
  expect(await screen.findByText('File too large to upload')).toBeTruthy();
  expect(uploads).toEqual([]);
});

test('marks a protected resource, and offers no way to delete it', async () => {
  const uploads = pauseUploads();
  open([aResource(0), aResource(1, { no_delete: true })]);
  expect(await screen.findByText(/Cannot be deleted/)).toBeTruthy();
  expect(await button('Delete Resource 0')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Resource 1' })).toBeNull();
  await userEvent.click(await button('Add resource'));
  await userEvent.type(await screen.findByLabelText(/^Name/), ' Law ');
  await userEvent.click(screen.getByLabelText(/Never delete/));
  await userEvent.chooseFile(await button(upload), pdf);
  await waitFor(() => expect(uploads[0]?.fields).toMatchObject({ key: 'Law', no_delete: 'true' }));
});

test('a resource’s Spanish name can be added later', async () => {
  let rows = [aResource(0), aResource(1, { name_es: 'Recurso 1' })];
  const { requests } = open(() => rows, {
    '/api/translateResource': () => {
      rows = [aResource(0, { name_es: 'Recurso 0' }), ...rows.slice(1)];
      return { message: 'success' };
    },
  });
  expect(await screen.findByText('Recurso 1')).toBeTruthy();
  expect(screen.getByText('1 is not in Spanish yet')).toBeTruthy();
  await userEvent.click(await button('Translate Resource 0'));
  const field = await screen.findByLabelText(/^Spanish/);
  expect(document.activeElement).toBe(field);
  await userEvent.type(field, 'Recurso 0');
  await userEvent.click(await button('Save and Go Back'));
  expect(await screen.findByText('Resource saved')).toBeTruthy();
  expect(sentTo(requests, '/api/translateResource')).toEqual([{ file_id: ids[0], name_es: 'Recurso 0' }]);
  expect(await screen.findByText('Recurso 0')).toBeTruthy();
});

test('deletes a resource after a confirmation', async () => {
  const { requests } = open([aResource(0)], { '/api/delete_file': { message: 'success' } });
  await userEvent.click(await button('Delete Resource 0'));
  await userEvent.click(await button('Delete the resource'));
  expect(await screen.findByText('File successfully deleted')).toBeTruthy();
  expect(sentTo(requests, '/api/delete_file')).toEqual([{ file_id: ids[0] }]);
});

test('says when a resource could not be deleted', async () => {
  open([aResource(0)], { '/api/delete_file': { message: 'fail' } });
  await userEvent.click(await button('Delete Resource 0'));
  await userEvent.click(await button('Delete the resource'));
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong');
});

test('reorders resources', async () => {
  const { requests } = open([aResource(0), aResource(1)], { '/api/reorderFiles': { message: 'success' } });
  await userEvent.click(await button('Move Resource 1 up'));
  await userEvent.click(await button('Save Reorder'));
  await screen.findByText('Reorder Successful.');
  expect(sentTo(requests, '/api/reorderFiles')).toEqual([
    {
      list: [
        { _id: ids[1], ordinal: 1 },
        { _id: ids[0], ordinal: 2 },
      ],
    },
  ]);
});

test('students also find them under their other URL', async () => {
  open([aResource(0)], { '/api/current-user': aSession({ role: 'Student' }) }, '/student_resources');
  expect(await screen.findByRole('heading', { level: 1, name: 'Resources' })).toBeTruthy();
  expect(await screen.findByText('Resource 0')).toBeTruthy();
});
