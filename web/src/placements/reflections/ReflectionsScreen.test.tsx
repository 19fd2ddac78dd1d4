import { screen, waitFor, within } from '@testing-library/dom';
import type { ProjectReflection } from '@waypost/contract/placements/projects/calls';
import { afterEach, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { poll } from '../../../testing/polling.ts';
import { aProject, PROJECT_ID } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { switchLocale } from '../../client/locale.ts';

afterEach(() => switchLocale('en'));

const SAVE = '/api/project_saveReflectionQuestion';

const aReflection = (ordinal: number, status: ProjectReflection['status'], answer_text = '') => ({
  _id: `00000000-0000-4000-8000-00000000000${ordinal}`,
  ordinal,
  question_text: `Question number ${ordinal}?`,
  question_text_es: '',
  answer_text,
  status,
});
const [first, second, third] = [
  aReflection(1, 'complete', 'Care.\nAnd patience.'),
  aReflection(2, 'unlocked'),
  aReflection(3, 'locked'),
];
const atWork = aProject({ reflections: [first, second, third] });

const as = (role: 'Student' | 'Teacher' | 'Business') => ({
  '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
  '/api/getSettings': someSettings(),
});
const open = () => openApp(`/project/${PROJECT_ID}/reflections`);
const card = (ordinal: number) => screen.getByRole('listitem', { name: `Question number ${ordinal}?` });

test('shows the progress, and a locked question cannot be opened', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': atWork });
  open();
  expect(await screen.findByText('1 of 3 answered')).toBeDefined();
  expect(within(card(1)).getByText('Answered')).toBeDefined();
  expect(within(card(1)).getByText(/And patience/)).toBeDefined();
  expect(within(card(2)).getByRole('textbox', { name: /Your answer/ })).toBeDefined();
  expect(within(card(3)).getByText('Locked')).toBeDefined();
  expect(within(card(3)).queryByRole('textbox')).toBeNull();
  expect(within(card(3)).queryByRole('button')).toBeNull();
  const here = screen.getByRole('link', { current: 'page', name: 'Reflections' });
  expect(within(screen.getByRole('navigation', { name: 'This placement' })).getAllByRole('link')).toContain(
    here,
  );
});

test('the tabs of a placement never break a word, also in Spanish on the narrowest phone', async () => {
  await resizeWindow(320);
  answer({
    '/api/current-user': aSession({ role: 'Student' }, { locale: 'es' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': atWork,
  });
  open();
  await screen.findByRole('link', { name: 'Reflexiones' });
  const tabs = screen.getByRole('navigation', { name: 'Esta práctica' });
  const broken = within(tabs)
    .getAllByRole('link')
    .flatMap((tab) => brokenWords(tab.lastChild as Text));
  expect(broken).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

/** The words of a text that are broken across lines. */
function brokenWords(text: Text): string[] {
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
}

test('a student who reads Spanish sees each question in Spanish, or the original if it is not translated', async () => {
  const reflections = [first, { ...second, question_text_es: '¿Pregunta dos?' }, third];
  answer({
    '/api/current-user': aSession({ role: 'Student' }, { locale: 'es' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject({ reflections }),
  });
  open();
  expect(await screen.findByRole('heading', { name: '¿Pregunta dos?' })).toBeDefined();
  expect(screen.queryByText('Question number 2?')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Question number 1?' })).toBeDefined();
});

test('saving an answer opens the next question and moves the focus there', async () => {
  const requests = answer({
    ...as('Student'),
    '/api/loadStudentProject': atWork,
    [SAVE]: aProject({
      reflections: [first, aReflection(2, 'complete', 'The weather.'), aReflection(3, 'unlocked')],
    }),
  });
  open();
  await userEvent.type(await screen.findByRole('textbox', { name: /Your answer/ }), 'The weather.');
  await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
  expect(await screen.findByText('2 of 3 answered')).toBeDefined();
  expect(requests.find(({ path }) => path === SAVE)?.body).toEqual({
    project_id: PROJECT_ID,
    _id: second._id,
    answer_text: 'The weather.',
    status: 'complete',
  });
  const next = within(card(3)).getByRole('textbox', { name: /Your answer/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(Object.keys(localStorage).filter((key) => key.includes('reflection'))).toEqual([]);
});

test('does not report an answer that is too long as empty', async () => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': atWork });
  open();
  const field = await screen.findByRole('textbox', { name: /Your answer/ });
  await userEvent.fill(field, 'a'.repeat(10_001));
  await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
  expect(await screen.findByText('Form Error')).toBeDefined();
  expect(screen.getAllByText('this field can have at most 10000 characters')).not.toHaveLength(0);
  expect(screen.queryByText('Cover/Answer Is Empty')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain(SAVE);
});

test('rejects an empty answer, and sends nothing', async () => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': atWork });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Save answer' }));
  expect(await screen.findByText('Cover/Answer Is Empty')).toBeDefined();
  expect(await screen.findAllByText('You must provide a response')).not.toHaveLength(0);
  expect(requests.map(({ path }) => path)).not.toContain(SAVE);
});

test('shows an error when an answer could not be saved, and keeps the input', async () => {
  answer({
    ...as('Student'),
    '/api/loadStudentProject': atWork,
    [SAVE]: refused(500, 'our-fault', 'Something went wrong'),
  });
  open();
  const field = await screen.findByRole('textbox', { name: /Your answer/ });
  await userEvent.type(field, 'The weather.');
  await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
  expect(await screen.findByText('Error Saving.')).toBeDefined();
  expect(screen.getByText('Something Went Wrong')).toBeDefined();
  expect(field).toHaveProperty('value', 'The weather.');
});

test('restores an unfinished answer after a reload and lets the student discard it', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': atWork });
  const { unmount } = open();
  await userEvent.type(await screen.findByRole('textbox', { name: /Your answer/ }), 'The wea');
  unmount();
  open();
  expect(await screen.findByDisplayValue('The wea')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('textbox', { name: /Your answer/ })).toHaveProperty('value', '');
});

test('an answer can be edited, and stays in the field if the server refuses it', async () => {
  answer({
    ...as('Student'),
    '/api/loadStudentProject': atWork,
    [SAVE]: refused(409, 'conflict', 'Your reflections are approved, so you can’t change your answers'),
  });
  open();
  const edit = await screen.findByRole('button', { name: 'Edit answer to question 1' });
  // Its name begins with what it shows, so that it can be pressed by voice.
  expect(edit.textContent).toBe('Edit answer');
  await userEvent.click(edit);
  const field = within(card(1)).getByRole('textbox', { name: /Your answer/ });
  await userEvent.type(field, ' And ropes.');
  await userEvent.click(within(card(1)).getByRole('button', { name: 'Save answer' }));
  expect(await screen.findAllByText(/so you can’t change your answers/)).not.toHaveLength(0);
  expect(field).toHaveProperty('value', 'Care.\nAnd patience. And ropes.');
});

test('canceling an edit keeps the answer, and returns the focus to its question', async () => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': atWork });
  open();
  const edit = { name: 'Edit answer to question 1' };
  await userEvent.click(await screen.findByRole('button', edit));
  await userEvent.type(within(card(1)).getByRole('textbox', { name: /Your answer/ }), ' And ropes.');
  await userEvent.click(within(card(1)).getByRole('button', { name: 'Cancel' }));
  expect(within(card(1)).queryByRole('textbox')).toBeNull();
  expect(within(card(1)).getByText(/And patience\.$/)).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Question number 1?');
  await userEvent.click(screen.getByRole('button', edit));
  expect(within(card(1)).getByRole('textbox', { name: /Your answer/ })).toHaveProperty(
    'value',
    'Care.\nAnd patience.',
  );
  expect(requests.filter(({ path }) => path === SAVE)).toEqual([]);
});

test('approved reflections are read-only', async () => {
  answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject({ reflections: [first], approved: ['reflection'] }),
  });
  open();
  expect(await screen.findByText('Approved')).toBeDefined();
  expect(screen.getByText(/And patience/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Edit answer/ })).toBeNull();
});

test('the reflections of a terminated placement stay open', async () => {
  answer({
    ...as('Student'),
    '/api/loadStudentProject': { ...atWork, business_status: 'terminated' },
  });
  open();
  expect(await screen.findByText('This placement was terminated')).toBeDefined();
  expect(screen.getByText(/You can still finish your reflections/)).toBeDefined();
  expect(screen.getByRole('textbox')).toBeDefined();
});

test('staff read but cannot answer', async () => {
  answer({ ...as('Teacher'), '/api/loadStudentProject': atWork });
  open();
  expect(await screen.findByText(/And patience/)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
});

test('tells a business that the screen is not for it', async () => {
  answer({ ...as('Business'), '/api/loadStudentProject': aProject() });
  open();
  expect(await screen.findByText('This is between the student and their school')).toBeDefined();
});

test('shows the other side’s actions without a reload', async () => {
  poll(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  let loads = 0;
  answer({
    ...as('Student'),
    '/api/loadStudentProject': () =>
      aProject({ reflections: [first], ...(loads++ > 0 ? { approved: ['reflection'] } : {}) }),
  });
  open();
  await vi.waitFor(() => expect(screen.getByText('Awaiting approval')).toBeDefined());
  await vi.advanceTimersByTimeAsync(5_100);
  await vi.waitFor(() => expect(screen.getByText('Approved')).toBeDefined());
});
