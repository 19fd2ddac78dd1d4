import { screen, waitFor, within } from '@testing-library/dom';
import type { User } from '@waypost/contract/people/profiles/calls';
import { expect, test } from 'vitest';
import { aPicture, sizeOf, tooLarge } from '../../../testing/files.ts';
import { aBusiness, aStudent, profileAnswers } from '../../../testing/profiles.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer } from '../../../testing/server.ts';
import { pauseUploads } from '../../../testing/uploads.ts';
import { userEvent } from '../../../testing/user-event.ts';

const resume = { _id: 'r', name: 'student_resume_file', path: 'files/r/resume.pdf' };
const pdf = new File(['%PDF'], 'Maya Okafor.pdf', { type: 'application/pdf' });

/** Opens the form's documents; uploads wait for the test. */
function open(user: User, answers: Record<string, Answer> = {}) {
  const uploads = pauseUploads();
  const requests = answer({
    ...profileAnswers(user),
    '/api/user_saveFile': ({ body }: { body: { key: string; file_id: string } }) => ({
      ...user,
      [body.key]: { ...resume, _id: body.file_id },
    }),
    ...answers,
  });
  openApp('/profile');
  return { requests, uploads };
}

async function openDocuments() {
  await userEvent.click(await screen.findByRole('button', { name: /^Résumé and agreement/ }));
}
const button = (name: string) => screen.findByRole('button', { name });

test('shows a document’s upload progress, attaches it to the person, and lets them replace it', async () => {
  const { requests, uploads } = open(aStudent(), { '/api/loadTasks': { tasks: [], totals: [] } });
  const tasks = () => requests.filter(({ path }) => path === '/api/loadTasks');
  await openDocuments();
  await userEvent.chooseFile(await button('Upload résumé'), pdf);
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]).toMatchObject({
    path: '/api/upload_file',
    fields: { key: 'student_resume_file', description: 'Maya Okafor.pdf' },
  });
  uploads[0]?.progress(0.5);
  const bar = screen.getByRole('progressbar', { name: 'Sending Maya Okafor.pdf' });
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  uploads[0]?.reply({ ...resume, _id: 'new' });
  expect(await screen.findByText('Your résumé is on file.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/user_saveFile')?.body).toEqual({
    user_id: aStudent()._id,
    file_id: 'new',
    key: 'resume_file_id_fk',
  });
  expect(await button('Replace résumé')).toBeTruthy();
  await waitFor(() => expect(tasks()).toHaveLength(2));
});

test('tells people before they pick a document that it keeps the details saved in it', async () => {
  open(aStudent());
  await openDocuments();
  const description = 'A document keeps the details saved in it, such as its author’s name.';
  for (const name of ['Upload agreement', 'Upload résumé'])
    expect(await screen.findByRole('button', { name, description })).toBeTruthy();
});

test('shows the server’s reason for an invalid document, and attaches nothing', async () => {
  const { requests, uploads } = open(aStudent());
  await openDocuments();
  await userEvent.chooseFile(await button('Upload agreement'), pdf);
  await waitFor(() => expect(uploads).toHaveLength(1));
  const errors = { fileupload: ['only PDF, Word, OpenDocument, JPEG and PNG are taken'] };
  const problem = { type: '/problems/invalid-input', title: 'Check it', status: 400, detail: '', errors };
  uploads[0]?.reply(problem, 400);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Only PDF, Word, OpenDocument, JPEG and PNG are taken.',
  );
  expect(requests.some(({ path }) => path === '/api/user_saveFile')).toBe(false);
});

test('refuses a file that is too large before sending any of it', async () => {
  const { uploads } = open(aStudent());
  await openDocuments();
  await userEvent.chooseFile(await button('Upload résumé'), tooLarge('film.pdf', 'application/pdf'));
  expect(await screen.findByText('File too large to upload')).toBeTruthy();
  expect(screen.getAllByText('Please choose a smaller sized file').length).toBeGreaterThan(0);
  expect(uploads).toEqual([]);
});

test('shows the same notice when the server finds a file too large', async () => {
  const { uploads } = open(aStudent());
  await openDocuments();
  await userEvent.chooseFile(await button('Upload résumé'), pdf);
  await waitFor(() => expect(uploads).toHaveLength(1));
  const problem = { type: '/problems/too-large', title: 'Too large', status: 413, detail: '' };
  uploads[0]?.reply(problem, 413);
  const notice = (await screen.findByText('File too large to upload')).closest('[role="alert"]');
  expect(notice?.textContent).toContain('Please choose a smaller sized file');
});

test('canceling aborts an upload without further messages', async () => {
  const { uploads } = open(aStudent());
  await openDocuments();
  await userEvent.chooseFile(await button('Upload résumé'), pdf);
  await waitFor(() => expect(uploads).toHaveLength(1));
  await userEvent.click(await button('Cancel'));
  expect(uploads[0]?.aborted).toBe(true);
  expect(await button('Upload résumé')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('deletes a document after a confirmation, also from the profile', async () => {
  const { requests } = open(aStudent({ resume_file_id_fk: resume }), {
    '/api/getUsersFiles': [
      { ...resume, description: 'Maya Okafor.pdf', createdAt: '2026-03-02T15:00:00.000Z' },
    ],
    '/api/delete_file': { message: 'success' },
  });
  await openDocuments();
  expect(await screen.findByRole('link', { name: 'Maya Okafor.pdf' })).toBeTruthy();
  await userEvent.click(await button('Delete résumé'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(requests.some(({ path }) => path === '/api/delete_file')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete résumé' }));
  expect(await screen.findByText('File successfully deleted.')).toBeTruthy();
  expect(await button('Upload résumé')).toBeTruthy();
});

test('says why a document cannot be deleted', async () => {
  open(aStudent({ resume_file_id_fk: resume }), { '/api/delete_file': { message: 'fail' } });
  await openDocuments();
  await userEvent.click(await button('Delete résumé'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete résumé' }));
  expect(await dialog.findByText(/can’t be deleted/)).toBeTruthy();
});

// The menu behind the name has the same command.
const mainButton = async (name: string) =>
  within(await screen.findByRole('main')).findByRole('button', { name });

test('uploads a whole picture, then its square crop, which becomes the profile’s picture', async () => {
  const { requests, uploads } = open(aStudent());
  await userEvent.chooseFile(await mainButton('Upload Profile Pic'), await aPicture('maya.png', 400, 300));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.fields.key).toBe('profile_pic_full');
  uploads[0]?.reply({ ...resume, _id: 'full' });
  await userEvent.click(await button('Save picture'));
  await waitFor(() => expect(uploads).toHaveLength(2));
  // The selection starts at thirty percent of the width.
  const cut = uploads[1]?.fields.fileupload;
  expect(await sizeOf(cut)).toEqual([120, 120]);
  expect(cut).toHaveProperty('type', 'image/jpeg');
  expect(uploads[1]?.fields.key).toBe('profile_pic_cropped');
  uploads[1]?.reply({ ...resume, _id: 'cropped' });
  expect(await screen.findByText('Your profile picture is saved.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/api/user_saveFile')?.body).toMatchObject({
    file_id: 'cropped',
    key: 'profile_pic_id_fk',
  });
  expect(await mainButton('Change Profile Pic')).toBeTruthy();
});

test('the crop stays square when its corner is dragged', async () => {
  const { uploads } = open(aStudent());
  await userEvent.chooseFile(await mainButton('Upload Profile Pic'), await aPicture('maya.png', 400, 300));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.reply({ ...resume, _id: 'full' });
  // Farther to the right than down.
  await userEvent.drag(await button('Lower right corner'), await button('Cancel'));
  await userEvent.click(await button('Save picture'));
  await waitFor(() => expect(uploads).toHaveLength(2));
  const [width, height] = await sizeOf(uploads[1]?.fields.fileupload);
  expect(width).toBe(height);
  expect(width).not.toBe(120);
});

test('a picture that is too large ends the cropping with the notice of all uploads, and none of it is sent', async () => {
  const { uploads } = open(aStudent());
  const picture = tooLarge('maya.png', 'image/png', await aPicture('maya.png', 400, 300));
  await userEvent.chooseFile(await mainButton('Upload Profile Pic'), picture);
  expect(await screen.findByText('File too large to upload')).toBeTruthy();
  await waitFor(() => expect(screen.queryByAltText('What you chose')).toBeNull());
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(uploads).toEqual([]);
});

test('a picture that the server cannot read ends the cropping with a message', async () => {
  const { uploads } = open(aBusiness());
  await userEvent.chooseFile(await mainButton('Upload Logo'), await aPicture('logo.png', 400, 300));
  await screen.findByAltText('What you chose');
  await waitFor(() => expect(uploads).toHaveLength(1));
  const errors = { fileupload: ['this is not a picture'] };
  const problem = { type: '/problems/invalid-input', title: 'Check it', status: 400, detail: '', errors };
  uploads[0]?.reply(problem, 400);
  expect(await screen.findByText('This is not a picture.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByAltText('What you chose')).toBeNull());
});
