import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { aYear } from '../../../testing/reports.ts';
import { type Answer, answer, partOf, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const entry = { _id: '00000000-0000-4000-8000-0000000000a1', name: 'A', question_text: 'A?', ordinal: 1 };
const lists = {
  '/api/getSchools': [],
  '/api/getFocusAreas': [],
  '/api/getPrograms': [],
  '/api/getMyEvaluationQuestions': [],
  '/api/getMyReflectionQuestions': [],
};
const full = Object.fromEntries(Object.keys(lists).map((path) => [path, [entry]]));
/** The replies that the dashboard needs once a school system is set up. */
const reports = {
  '/api/countClientUsers': { Student: 0, Business: 0, Teacher: 0, Admin: 1, SuperAdmin: 0, max_users: 9 },
  '/api/getStudentApplicationCount': { count: 0 },
  '/api/getTotalStudentsEmployed': { count: 0 },
  '/api/getFunnel': [],
  '/api/getYearSoFar': aYear(),
  '/api/getBusinessInternshipStats': [],
  '/api/getActiveUsers': [],
  '/api/countGraduatedStudents': { count: 0, before: 2026 },
  '/api/filterUsers': partOf(0, []),
};

function open(answers: Record<string, Answer>, role: 'Admin' | 'Teacher' = 'Admin') {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': [],
    ...lists,
    ...reports,
    ...answers,
  });
  openApp('/admin/dashboard');
  return requests;
}

const setup = async () => within(await screen.findByRole('region', { name: 'Set up your school system' }));
const states = (part: Awaited<ReturnType<typeof setup>>) =>
  part.getAllByRole('listitem').map((item) => (/Done/.test(item.textContent ?? '') ? 'done' : 'to do'));

test('a new school system sees its six parts, each with a link and what to do', async () => {
  open({});
  const part = await setup();
  expect(part.getByRole('img', { name: '0 percent is set up' })).toBeTruthy();
  expect(states(part)).toEqual(Array(6).fill('to do'));
  expect(part.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/siteSettings',
    '/admin/schools',
    '/admin/focusAreas',
    '/admin/programs',
    '/admin/evaluationQuestions',
    '/admin/reflectionQuestions',
  ]);
  expect(screen.queryByRole('region', { name: 'People' })).toBeNull();
});

test('each part counts 17 percent', async () => {
  const requests = open({
    '/api/getSettings': someSettings({ is_complete: false }),
    '/api/getSchools': [entry],
    '/api/getMyReflectionQuestions': [entry],
  });
  const part = await setup();
  expect(await part.findByRole('img', { name: '51 percent is set up' })).toBeTruthy();
  expect(states(part)).toEqual(['done', 'done', 'to do', 'to do', 'to do', 'done']);
  expect(requests.map(({ path }) => path)).not.toContain('/api/setSettingsAsComplete');
});

test('the setup completes once all six parts are done, and the dashboard replaces it', async () => {
  let complete = false;
  const requests = open({
    '/api/getSettings': () => someSettings({ is_complete: complete }),
    ...full,
    '/api/setSettingsAsComplete': () => {
      complete = true;
      return someSettings();
    },
  });
  expect(await screen.findByText('Your school system is set up.')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'People' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Set up your school system' })).toBeNull();
  expect(requests.filter(({ path }) => path === '/api/setSettingsAsComplete')).toHaveLength(1);
});

test('starts every list that is still empty with its defaults', async () => {
  const started = new Set<string>();
  const listOf = (list: string) => () => (started.has(list) ? [entry] : []);
  const requests = open({
    '/api/getSettings': someSettings({ is_complete: false }),
    '/api/getPrograms': [entry],
    '/api/getFocusAreas': listOf('loadDefaultFocusAreas'),
    '/api/getMyEvaluationQuestions': listOf('loadDefaultEvaluationQuestions'),
    '/api/getMyReflectionQuestions': listOf('loadDefaultQuestions'),
    ...Object.fromEntries(
      ['loadDefaultFocusAreas', 'loadDefaultEvaluationQuestions', 'loadDefaultQuestions'].map((name) => [
        `/api/${name}`,
        () => {
          started.add(name);
          return [entry];
        },
      ]),
    ),
  });
  const part = await setup();
  await userEvent.click(part.getByRole('button', { name: 'Start the empty lists with defaults' }));
  expect(await screen.findByText('Your lists have their default entries.')).toBeTruthy();
  await waitFor(() => expect(states(part)).toEqual(['done', 'to do', 'done', 'done', 'done', 'done']));
  expect(part.queryByRole('button', { name: /defaults/ })).toBeNull();
  expect(requests.filter(({ path }) => path.includes('loadDefaultPrograms'))).toEqual([]);
});

test('offers to retry when the completion failed', async () => {
  let down = true;
  const requests = open({
    '/api/getSettings': () => someSettings({ is_complete: !down }),
    ...full,
    '/api/setSettingsAsComplete': () =>
      down ? refused(500, 'our-fault', 'Something went wrong') : someSettings(),
  });
  const retry = await screen.findByRole('button', { name: 'Complete setup' });
  down = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'People' })).toBeTruthy();
  await waitFor(() =>
    expect(requests.filter(({ path }) => path === '/api/setSettingsAsComplete')).toHaveLength(2),
  );
});

test('a list that could not be loaded does not count as missing', async () => {
  open({ '/api/getPrograms': refused(500, 'our-fault', 'Something went wrong') });
  expect(await screen.findByRole('button', { name: /again/ })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Set up your school system' })).toBeNull();
});

test('a Teacher sees the dashboard instead of the setup', async () => {
  open({ '/api/getSettings': someSettings({ is_complete: false }) }, 'Teacher');
  expect(await screen.findByRole('region', { name: 'People' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Set up your school system' })).toBeNull();
});
