import { screen, waitFor, within } from '@testing-library/dom';
import type { ImportPreview } from '@waypost/contract/oversight/imports/calls';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';

const sheet = new File(['Title'], 'places.csv', { type: 'text/csv' });
const preview: ImportPreview = {
  file: 'places.csv',
  accepted: [
    { row: 2, name: 'Boat builder' },
    { row: 4, name: 'Baker' },
  ],
  rejected: [{ row: 3, name: 'Nobody’s', reason: 'Business email: no business has this email' }],
};

const asAdmin = (answers: Record<string, Answer> = {}, role: 'Admin' | 'Teacher' = 'Admin') =>
  answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    ...answers,
  });
const paths = (requests: ReturnType<typeof answer>) => requests.map(({ path }) => path);

async function uploadOn(address: string, button: string, answers: Record<string, Answer> = {}) {
  const requests = asAdmin(answers);
  const uploads = pauseUploads();
  const app = openApp(address);
  await userEvent.chooseFile(await screen.findByRole('button', { name: button }), sheet);
  await waitFor(() => expect(uploads).toHaveLength(1));
  return { requests, upload: uploads[0], ...app };
}

test('uploads a file, previews each row, and imports the accepted rows', async () => {
  const done = { message: 'DONE', imported: 2, rejected: preview.rejected, already: false };
  const { requests, upload, router } = await uploadOn('/admin/imports', 'Upload a file of opportunities', {
    '/api/parseImport': done,
  });
  expect(upload).toMatchObject({ path: '/api/uploadImport', fields: { kind: 'opportunities' } });
  upload?.reply(preview);
  expect(await screen.findByText(/2 accepted, 1 rejected/)).toBeDefined();
  const table = screen.getByRole('table', { name: 'Rows of the file' });
  expect(within(table).getByText('Business email: no business has this email')).toBeDefined();
  expect(within(table).queryByText('Baker')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show all rows' }));
  expect(within(table).getByText('Baker')).toBeDefined();
  expect(paths(requests)).not.toContain('/api/parseImport');

  await userEvent.click(screen.getByRole('link', { name: 'Import 2 opportunities' }));
  expect(await screen.findByText('DONE')).toBeDefined();
  expect(screen.getByText('2 opportunities imported, 1 row rejected.')).toBeDefined();
  expect(router.state.location.pathname).toBe('/opportunity/parseImport');
  expect(paths(requests).filter((path) => path === '/api/parseImport')).toHaveLength(1);
});

test('imports students from their own file', async () => {
  const students = { ...preview, rejected: [] };
  const done = { message: 'DONE', imported: 2, rejected: [], already: false };
  const { requests, upload } = await uploadOn('/admin/imports?kind=students', 'Upload a file of students', {
    '/api/importStudents': done,
  });
  upload?.reply(students);
  expect(await screen.findByText('Baker')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 students' }));
  expect(await screen.findByText('2 students imported, 0 rows rejected.')).toBeDefined();
  expect(paths(requests)).toContain('/api/importStudents');
  expect(screen.queryByRole('button', { name: 'Import 2 students' })).toBeNull();
});

test('says why a file cannot be imported', async () => {
  const { upload } = await uploadOn('/admin/imports', 'Upload a file of opportunities');
  const problem = { type: '/problems/invalid-input', title: 'Check', status: 400, detail: '' };
  upload?.reply({ ...problem, errors: { fileupload: ['the file has no rows'] } }, 400);
  expect((await screen.findByRole('alert')).textContent).toContain('The file has no rows.');
});

test('offers no import for a file without a single accepted row', async () => {
  const { upload } = await uploadOn('/admin/imports', 'Upload a file of opportunities');
  upload?.reply({ ...preview, accepted: [] });
  expect(await screen.findByText('No row can be imported')).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Import/ })).toBeNull();
});

test('offers an example of each file', async () => {
  asAdmin();
  openApp('/admin/imports?kind=students');
  const link = await screen.findByRole('link', { name: /Download an example/ });
  expect(link.getAttribute('download')).toBe('students.csv');
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('"Graduation year"');
});

test('explains an import that was repeated, was empty, or failed', async () => {
  asAdmin({ '/api/parseImport': { message: 'DONE', imported: 0, rejected: [], already: true } });
  const first = openApp('/opportunity/parseImport');
  expect(await screen.findByText(/was already imported/)).toBeDefined();
  first.unmount();
  asAdmin({ '/api/parseImport': refused(404, 'not-found', 'There is no file') });
  const second = openApp('/opportunity/parseImport');
  expect(await screen.findByText('There is no file to import')).toBeDefined();
  second.unmount();
  asAdmin({ '/api/parseImport': refused(500, 'our-fault', 'Something went wrong') });
  openApp('/opportunity/parseImport');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test('asks before removing, and says how many were removed and kept', async () => {
  const requests = asAdmin({ '/api/blowItAway': { message: 'DONE', removed: 1200, kept: 3 } });
  openApp('/opportunity/blowItAway');
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(paths(requests)).not.toContain('/api/blowItAway');
  await userEvent.click(screen.getByRole('button', { name: 'Remove all imported opportunities' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('DONE')).toBeDefined();
  expect(screen.getByText(/1,200 imported opportunities removed, 3 kept/)).toBeDefined();
});

test('a Teacher cannot import', async () => {
  for (const path of ['/admin/imports', '/opportunity/parseImport', '/opportunity/blowItAway']) {
    const requests = asAdmin({}, 'Teacher');
    const { router, unmount } = openApp(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
    expect(paths(requests)).not.toContain('/api/parseImport');
    unmount();
  }
});

test.each([
  ['/admin/imports', 'Opportunities'],
  ['/admin/imports?kind=students', 'Students'],
])('at %s only the tab %s is current', async (address, current) => {
  asAdmin();
  openApp(address);
  const tabs = within(await screen.findByRole('navigation', { name: 'What is imported' }));
  const links = tabs.getAllByRole('link');
  expect(
    links.filter((tab) => tab.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent),
  ).toEqual([current]);
});

test('does not send a file that is too large to import, and says so', async () => {
  asAdmin();
  const uploads = pauseUploads();
  openApp('/admin/imports');
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'places.csv', { type: 'text/csv' });
  await userEvent.chooseFile(
    await screen.findByRole('button', { name: 'Upload a file of opportunities' }),
    large,
  );
  expect(await screen.findByText('File too large to upload')).toBeTruthy();
  expect(uploads).toEqual([]);
});
