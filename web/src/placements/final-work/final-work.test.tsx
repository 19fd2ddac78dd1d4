import { screen, waitFor } from '@testing-library/dom';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { expect, test } from 'vitest';
import { tooLarge } from '../../../testing/files.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProject, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';

const as = (role: 'Student' | 'Admin') => ({
  '/api/current-user': aSession({ role }),
  '/api/getSettings': someSettings(),
});
const LOAD = '/api/loadStudentProject';
const SAVE = '/api/project_saveSummary';
const LINK = '/api/project_saveFileLink';
const REMOVE = '/api/project_removeFileLink';

const summary = (text: string): Project['final_summary'] => ({
  text,
  approved: false,
  updatedAt: text ? '2026-03-02T15:00:00.000Z' : null,
});
const poster = {
  _id: 'f1',
  name: 'poster.pdf',
  path: '/files/f1/poster.pdf',
  createdAt: '2026-03-02T15:00:00.000Z',
};
const withFile = (overrides: Parameters<typeof aProject>[0] = {}) =>
  aProject({ final_project: { files: [poster], updatedAt: poster.createdAt }, ...overrides });

test('counts a summary’s words while typing, shows when it is due, and submits it', async () => {
  const requests = answer({
    ...as('Student'),
    [LOAD]: aProject(),
    [SAVE]: aProject({ final_summary: summary('I built a boat.') }),
  });
  openApp(`/project/${PROJECT_ID}/summary`);
  const field = await screen.findByRole('textbox', { name: /Your summary/ });
  expect(screen.getByText('0 words of about 250')).toBeDefined();
  expect(screen.getByText(/by Mon 09\/07\/2026, within a week of the end/)).toBeDefined();
  await userEvent.type(field, 'I built a boat.');
  expect(screen.getByText('4 words of about 250')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Save summary' }));
  expect(await screen.findByText('Summary saved')).toBeDefined();
  expect(await screen.findByText('Awaiting approval')).toBeDefined();
  expect(requests.find(({ path }) => path === SAVE)?.body).toEqual({
    project_id: PROJECT_ID,
    text: 'I built a boat.',
  });
});

test('a summary is due a week after the day on which the placement ended, in the school system’s time zone', async () => {
  answer({
    ...as('Student'),
    '/api/getSettings': someSettings({ time_zone: 'Pacific/Honolulu' }),
    // In Hawaii it is still July 1.
    [LOAD]: aProject({ business_status: 'completed', ended_at: '2026-07-02T08:00:00.000Z' }),
  });
  openApp(`/project/${PROJECT_ID}/summary`);
  expect(await screen.findByText(/by Wed 07\/08\/2026, within a week of the end/)).toBeDefined();
});

test('does not report a summary that is too long as empty', async () => {
  const requests = answer({ ...as('Student'), [LOAD]: aProject() });
  openApp(`/project/${PROJECT_ID}/summary`);
  const field = await screen.findByRole('textbox', { name: /Your summary/ });
  await userEvent.fill(field, 'a'.repeat(20_001));
  await userEvent.click(screen.getByRole('button', { name: 'Save summary' }));
  expect(await screen.findByText('Form Error')).toBeDefined();
  expect(screen.getAllByText('this field can have at most 20000 characters')).not.toHaveLength(0);
  expect(screen.queryByText('Summary Is Empty')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain(SAVE);
});

test('rejects an empty summary, and sends nothing', async () => {
  const requests = answer({ ...as('Student'), [LOAD]: aProject() });
  openApp(`/project/${PROJECT_ID}/summary`);
  await userEvent.click(await screen.findByRole('button', { name: 'Save summary' }));
  expect(await screen.findByText('Summary Is Empty')).toBeDefined();
  expect(await screen.findAllByText('You must provide a summary')).not.toHaveLength(0);
  expect(requests.map(({ path }) => path)).not.toContain(SAVE);
});

test('shows an error when a summary could not be saved, and keeps the input', async () => {
  answer({ ...as('Student'), [LOAD]: aProject(), [SAVE]: refused(500, 'our-fault', 'Something went wrong') });
  openApp(`/project/${PROJECT_ID}/summary`);
  const field = await screen.findByRole('textbox', { name: /Your summary/ });
  await userEvent.type(field, 'I built a boat.');
  await userEvent.click(screen.getByRole('button', { name: 'Save summary' }));
  expect(await screen.findByText('Error Saving.')).toBeDefined();
  expect(screen.getByText('Something Went Wrong')).toBeDefined();
  expect(field).toHaveProperty('value', 'I built a boat.');
});

test('restores an unfinished summary after a reload', async () => {
  answer({ ...as('Student'), [LOAD]: aProject() });
  const { unmount } = openApp(`/project/${PROJECT_ID}/summary`);
  await userEvent.type(await screen.findByRole('textbox', { name: /Your summary/ }), 'I built');
  unmount();
  openApp(`/project/${PROJECT_ID}/summary`);
  expect(await screen.findByDisplayValue('I built')).toBeDefined();
});

test('an approved summary is read-only', async () => {
  const project = aProject({ final_summary: summary('I built a boat.'), approved: ['summary'] });
  answer({ ...as('Student'), [LOAD]: project });
  openApp(`/project/${PROJECT_ID}/summary`);
  expect(await screen.findByText('I built a boat.')).toBeDefined();
  expect(screen.getByText('Approved')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('uploads a file under its own name and adds it to the final project', async () => {
  const uploads = pauseUploads();
  const tasks = { '/api/loadTasks': { tasks: [], totals: [] } };
  const requests = answer({ ...as('Student'), ...tasks, [LOAD]: aProject(), [LINK]: withFile() });
  openApp(`/project/${PROJECT_ID}/file`);
  expect(await screen.findByText('No files yet')).toBeDefined();
  const file = new File(['%PDF'], 'poster.pdf', { type: 'application/pdf' });
  await userEvent.chooseFile(screen.getByRole('button', { name: 'Upload a file' }), file);
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.fields).toMatchObject({
    description: 'final project',
    fileupload: { name: 'poster.pdf' },
  });
  uploads[0]?.reply(poster);
  expect(await screen.findByRole('link', { name: 'poster.pdf' })).toBeDefined();
  expect(requests.find(({ path }) => path === LINK)?.body).toEqual({ project_id: PROJECT_ID, file_id: 'f1' });
  await waitFor(() => expect(requests.filter(({ path }) => path === '/api/loadTasks')).toHaveLength(2));
});

test('refuses a file that is too large before sending any of it', async () => {
  const uploads = pauseUploads();
  answer({ ...as('Student'), [LOAD]: aProject() });
  openApp(`/project/${PROJECT_ID}/file`);
  const button = await screen.findByRole('button', { name: 'Upload a file' });
  await userEvent.chooseFile(button, tooLarge('film.pdf', 'application/pdf'));
  expect(await screen.findByText('File too large to upload')).toBeDefined();
  expect(uploads).toEqual([]);
});

test('deletes a file that could not be added to the project', async () => {
  const uploads = pauseUploads();
  const requests = answer({
    ...as('Student'),
    [LOAD]: aProject(),
    [LINK]: refused(409, 'conflict', 'Your final project is approved, so you can’t change its files'),
    '/api/delete_file': { message: 'success' },
  });
  openApp(`/project/${PROJECT_ID}/file`);
  const button = await screen.findByRole('button', { name: 'Upload a file' });
  await userEvent.chooseFile(button, new File(['%PDF'], 'late.pdf', { type: 'application/pdf' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.reply(poster);
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Your final project is approved, so you can’t change its files',
  );
  expect(requests.find(({ path }) => path === '/api/delete_file')?.body).toEqual({ file_id: 'f1' });
});

test('removes a file after a confirmation', async () => {
  const requests = answer({ ...as('Student'), [LOAD]: withFile(), [REMOVE]: aProject() });
  openApp(`/project/${PROJECT_ID}/file`);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove poster.pdf' }));
  expect(requests.map(({ path }) => path)).not.toContain(REMOVE);
  await userEvent.click(screen.getByRole('button', { name: 'Remove file' }));
  expect(await screen.findByText('No files yet')).toBeDefined();
  expect(screen.getByText('File successfully deleted.')).toBeDefined();
});

test('an approved final project is read-only', async () => {
  answer({ ...as('Student'), [LOAD]: withFile({ approved: ['project'] }) });
  openApp(`/project/${PROJECT_ID}/file`);
  expect(await screen.findByRole('link', { name: 'poster.pdf' })).toHaveProperty(
    'pathname',
    '/files/f1/poster.pdf',
  );
  expect(screen.queryByRole('button', { name: /Upload|Remove/ })).toBeNull();
});

test.each(['summary', 'file'])(
  'the %s of a terminated placement stays open, and the screen says so',
  async (tab) => {
    answer({ ...as('Student'), [LOAD]: withFile({ business_status: 'terminated' }) });
    openApp(`/project/${PROJECT_ID}/${tab}`);
    expect(await screen.findByText('This placement was terminated')).toBeDefined();
    expect(screen.getByText(/You can still finish your reflections, summary, and files/)).toBeDefined();
    expect(await screen.findByRole('button', { name: /Upload|Save/ })).toBeDefined();
  },
);

test('staff read final work but cannot change it', async () => {
  answer({ ...as('Admin'), [LOAD]: withFile({ final_summary: summary('I built a boat.') }) });
  const { router } = openApp(`/project/${PROJECT_ID}/summary`);
  expect(await screen.findByText('I built a boat.')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  await router.navigate({ to: '/project/$id/file', params: { id: PROJECT_ID } });
  expect(await screen.findByRole('link', { name: 'poster.pdf' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Upload|Remove/ })).toBeNull());
});
