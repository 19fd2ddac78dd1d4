import { screen, waitFor, within } from '@testing-library/dom';
import type { Role } from '@waypost/contract/roles';
import { describe, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const ids = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-0000000000${letter}1`);
const entries = (words: string[], field = 'name') =>
  words.map((text, index) => ({ _id: ids[index], [field]: text, ordinal: index + 1, default: false }));

function open(path: string, answers: Record<string, Answer>, role: Role = 'Admin') {
  const requests = answer({
    '/api/current-user': aSession({ role }),
    '/api/getSettings': someSettings(),
    ...answers,
  });
  return { requests, ...openApp(path) };
}

const sentTo = (requests: RecordedRequest[], path: string) =>
  requests.filter((one) => one.path === path).map((one) => one.body);
const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Every list with defaults: its path, calls, and texts. */
const lists = [
  {
    title: 'Focus Areas',
    path: 'focusAreas',
    all: '/api/getFocusAreas',
    defaults: '/api/getDefaultFocusAreas',
    load: '/api/loadDefaultFocusAreas',
    create: '/api/createFocusArea',
    remove: '/api/deleteFocusArea',
    field: 'name',
    label: 'Name',
    add: 'Add focus area',
    first: 'Add Your First Focus Area',
    start: 'Start with Default Focus Areas',
    loaded: 'You have saved the default Focus Areas',
    saved: 'Focus Area Saved',
    deleted: 'Focus Area successfully deleted',
    plus: 'Please add default focus areas with the plus icon above',
  },
  {
    title: 'Programs',
    path: 'programs',
    all: '/api/getPrograms',
    defaults: '/api/getDefaultPrograms',
    load: '/api/loadDefaultPrograms',
    create: '/api/createProgram',
    remove: '/api/deleteProgram',
    field: 'name',
    label: 'Name',
    add: 'Add program',
    first: 'Add Your First Program',
    start: 'Start with Default Programs',
    loaded: 'You have saved the default Programs',
    saved: 'Program saved',
    deleted: 'Program successfully deleted',
    plus: 'Please add default programs with the plus icon above',
  },
  {
    title: 'Reflection Questions',
    path: 'reflectionQuestions',
    all: '/api/getMyReflectionQuestions',
    defaults: '/api/getDefaultReflectionQuestions',
    load: '/api/loadDefaultQuestions',
    create: '/api/createReflectionQuestion',
    remove: '/api/deleteReflectionQuestion',
    field: 'question_text',
    label: 'Question',
    add: 'Add reflection question',
    first: 'Add Your First Reflection Question',
    start: 'Start with Default Questions',
    loaded: 'You have saved the default questions',
    saved: 'Question saved',
    deleted: 'Question successfully deleted',
    plus: 'Please add default questions with the plus icon above',
  },
  {
    title: 'Evaluation Questions',
    path: 'evaluationQuestions',
    all: '/api/getMyEvaluationQuestions',
    defaults: '/api/getDefaultEvaluationQuestions',
    load: '/api/loadDefaultEvaluationQuestions',
    create: '/api/createEvaluationQuestion',
    remove: '/api/deleteEvaluationQuestion',
    field: 'question_text',
    label: 'Question',
    add: 'Add evaluation question',
    first: 'Add Your First Evaluation Question',
    start: 'Start with Default Questions',
    loaded: 'You have saved the default questions',
    saved: 'Question saved',
    deleted: 'Question successfully deleted',
    plus: 'Please add default questions with the plus icon above',
  },
] as const;

describe.each(lists)('$title', (list) => {
  test('an empty list can start with a first entry', async () => {
    let rows: object[] = [];
    const { requests } = open(`/admin/${list.path}`, {
      [list.all]: () => rows,
      [list.create]: () => {
        rows = entries(['Boats'], list.field);
        return { message: 'success' };
      },
    });
    await heading(list.title);
    await userEvent.click(await button(list.first));
    const field = await screen.findByLabelText(new RegExp(`^${list.label}`));
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, 'Boats');
    await userEvent.click(await button('Save and Go Back'));
    expect(await screen.findByText(list.saved)).toBeTruthy();
    expect(sentTo(requests, list.create)).toMatchObject([{ [list.field]: 'Boats' }]);
    await waitFor(() => expect(names()).toEqual(['Boats']));
    expect(document.activeElement).toBe(await button(list.add));
  });

  test('an empty list can start with the defaults', async () => {
    let rows: object[] = [];
    open(`/admin/${list.path}`, {
      [list.all]: () => rows,
      [list.load]: () => {
        rows = entries(['One', 'Two'], list.field);
        return rows;
      },
    });
    await userEvent.click(await button(list.start));
    expect(await screen.findByText(list.loaded)).toBeTruthy();
    await waitFor(() => expect(names()).toEqual(['One', 'Two']));
  });

  test('a SuperAdmin maintains the defaults, and an empty list says how to start', async () => {
    open(`/waypost/${list.path}`, { [list.defaults]: [] }, 'SuperAdmin');
    await heading(`Default ${list.title}`);
    expect(await screen.findByText(list.plus)).toBeTruthy();
    expect(screen.queryByRole('button', { name: list.start })).toBeNull();
    expect(
      screen.getByText(
        list.title === 'Evaluation Questions'
          ? 'These Questions will be the default Evaluation Questions presented to new clients.'
          : /^School systems can copy these [a-z ]+ to start their own list\./,
      ),
    ).toBeTruthy();
  });

  test('a SuperAdmin finds the defaults under their title at both URLs', async () => {
    for (const folder of ['waypost', 'admin']) {
      const { requests, unmount } = open(`/${folder}/${list.path}`, { [list.defaults]: [] }, 'SuperAdmin');
      await heading(`Default ${list.title}`);
      await screen.findByText(list.plus);
      expect(requests.map(({ path }) => path)).not.toContain(list.all);
      unmount();
    }
  });

  test('asks before deleting an entry', async () => {
    let rows = entries(['Boats', 'Bread'], list.field);
    const { requests } = open(`/admin/${list.path}`, {
      [list.all]: () => rows,
      [list.remove]: () => {
        rows = rows.slice(1);
        return { message: 'success' };
      },
    });
    await userEvent.click(await button('Delete Boats'));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    expect(dialog.textContent).toContain('You are going to delete this');
    expect(sentTo(requests, list.remove)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: /^Delete the/ }));
    expect(await screen.findByText(list.deleted)).toBeTruthy();
    expect(sentTo(requests, list.remove)).toEqual([{ id: ids[0] }]);
    await waitFor(() => expect(names()).toEqual(['Bread']));
    // The pressed button was removed with its row, so the toggle takes the focus.
    const add = await button(list.add);
    await waitFor(() => expect(document.activeElement).toBe(add));
  });
});

test.each([
  ['focusAreas', '/api/getFocusAreas', 'name', '/api/deleteFocusArea', 'Delete the focus area'],
  ['programs', '/api/getPrograms', 'name', '/api/deleteProgram', 'Delete the program'],
  [
    'reflectionQuestions',
    '/api/getMyReflectionQuestions',
    'question_text',
    '/api/deleteReflectionQuestion',
    'Delete the question',
  ],
  [
    'evaluationQuestions',
    '/api/getMyEvaluationQuestions',
    'question_text',
    '/api/deleteEvaluationQuestion',
    'Delete the question',
  ],
])('shows an error and keeps the entry when deleting from %s fails', async (...one) => {
  const [path, all, field, remove, confirm] = one;
  open(`/admin/${path}`, { [all]: entries(['Boats'], field), [remove]: { message: 'fail' } });
  await userEvent.click(await button('Delete Boats'));
  await userEvent.click(await button(confirm));
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong');
  expect(screen.queryByText(/successfully deleted/)).toBeNull();
  expect(names()).toEqual(['Boats']);
});

test.each([
  ['focusAreas', '/api/getFocusAreas', '/api/createFocusArea', 'Add focus area', 'Focus Area Already Exists'],
  ['programs', '/api/getPrograms', '/api/createProgram', 'Add program', 'Program Already Exists'],
])('warns about a name that is already in %s, and keeps the form open', async (...one) => {
  const [path, all, create, add, words] = one;
  open(`/admin/${path}`, { [all]: entries(['Boats']), [create]: { message: 'Already Exists' } });
  await userEvent.click(await button(add));
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Boats');
  await userEvent.click(await button('Save and Go Back'));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Boats');
});

test('an empty reply counts as success when saving a focus area', async () => {
  open('/admin/focusAreas', { '/api/getFocusAreas': entries(['Boats']), '/api/createFocusArea': {} });
  await userEvent.click(await button('Add focus area'));
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Bread');
  await userEvent.click(await button('Save and Go Back'));
  expect(await screen.findByText('Focus Area Saved')).toBeTruthy();
});

test('keeps an entry in use, and says where it is used', async () => {
  open('/admin/programs', {
    '/api/getPrograms': entries(['Marine Trades']),
    '/api/deleteProgram': {
      message: 'in use',
      uses: [
        { where: 'opportunities', count: 3 },
        { where: 'students', count: 1 },
      ],
    },
  });
  await userEvent.click(await button('Delete Marine Trades'));
  await userEvent.click(await button('Delete the program'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'This program is in use by 3 opportunities and 1 student, so it stays on the list.',
  );
});

test('a program’s Spanish is edited beside its name', async () => {
  const { requests } = open('/admin/programs', {
    '/api/getPrograms': [{ ...entries(['Welding'])[0], name_es: 'Soldadura' }],
    '/api/editProgram': { message: 'success' },
  });
  await userEvent.click(await button('Edit Welding'));
  const field = await screen.findByLabelText(/^Spanish/);
  expect(field).toHaveProperty('value', 'Soldadura');
  await userEvent.type(field, ' y metales');
  await userEvent.click(await button('Save and Go Back'));
  await screen.findByText('Program saved');
  expect(sentTo(requests, '/api/editProgram')).toEqual([
    { _id: ids[0], name: 'Welding', name_es: 'Soldadura y metales' },
  ]);
});

test('says what evaluation questions are for, and who gets the default ones', async () => {
  const lead = 'These questions let businesses evaluate students on completing their opportunity.';
  const empty = open('/admin/evaluationQuestions', { '/api/getMyEvaluationQuestions': [] });
  expect(await screen.findByText(lead)).toBeTruthy();
  expect(await screen.findByText(/or with the defaults/)).toBeTruthy();
  empty.unmount();
  const filled = open('/admin/evaluationQuestions', {
    '/api/getMyEvaluationQuestions': entries(['Was on time'], 'question_text'),
  });
  expect(await screen.findByText(lead)).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['Was on time']));
  expect(screen.queryByText(/defaults/)).toBeNull();
  filled.unmount();
  open('/waypost/evaluationQuestions', { '/api/getDefaultEvaluationQuestions': [] }, 'SuperAdmin');
  expect(
    await screen.findByText(
      'These Questions will be the default Evaluation Questions presented to new clients.',
    ),
  ).toBeTruthy();
});

describe('the form', () => {
  const taken = {
    '/api/getPrograms': entries(['Boats']),
    '/api/createProgram': { message: 'Already Exists' },
  };

  test('closes without saving when no name was entered, also with its toggle', async () => {
    const { requests } = open('/admin/programs', taken);
    await userEvent.click(await button('Add program'));
    await userEvent.click(await button('Save and Go Back'));
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    await userEvent.click(await button('Add program'));
    await userEvent.click(await button('Close'));
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    expect(sentTo(requests, '/api/createProgram')).toEqual([]);
  });

  test('requires a name before adding another entry', async () => {
    open('/admin/programs', taken);
    await userEvent.click(await button('Add program'));
    await userEvent.click(await button('Save and Add Another'));
    expect(await screen.findByText('this field is required')).toBeTruthy();
  });

  test('is empty again for the next entry', async () => {
    const { requests } = open('/admin/programs', { ...taken, '/api/createProgram': { message: 'success' } });
    await userEvent.click(await button('Add program'));
    for (const name of ['Welding', 'Cooking']) {
      await userEvent.type(await screen.findByLabelText(/^Name/), name);
      await userEvent.click(await button('Save and Add Another'));
      await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', ''));
    }
    expect(sentTo(requests, '/api/createProgram')).toMatchObject([{ name: 'Welding' }, { name: 'Cooking' }]);
  });

  test('edits an existing entry', async () => {
    const { requests } = open('/admin/reflectionQuestions', {
      '/api/getMyReflectionQuestions': entries(['Why?'], 'question_text'),
      '/api/editReflectionQuestion': { message: 'success' },
    });
    await userEvent.click(await button('Edit Why?'));
    const field = await screen.findByLabelText(/^Question/);
    expect(field).toHaveProperty('value', 'Why?');
    await userEvent.type(field, ' And how?');
    await userEvent.click(await button('Save and Go Back'));
    await screen.findByText('Question saved');
    expect(sentTo(requests, '/api/editReflectionQuestion')).toEqual([
      { _id: ids[0], question_text: 'Why? And how?', question_text_es: '' },
    ]);
  });

  test('an evaluation question can be translated, but not edited', async () => {
    let rows = entries(['Well?'], 'question_text').map((row) => ({ ...row, question_text_es: '' }));
    const { requests } = open('/admin/evaluationQuestions', {
      '/api/getMyEvaluationQuestions': () => rows,
      '/api/translateEvaluationQuestion': () => {
        rows = rows.map((row) => ({ ...row, question_text_es: '¿Bien?' }));
        return { message: 'success' };
      },
    });
    expect(await screen.findByText('1 is not in Spanish yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Well?' })).toBeNull();
    await userEvent.click(await button('Translate Well?'));
    const field = await screen.findByLabelText(/^Spanish/);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByLabelText(/^Question/)).toBeNull();
    await userEvent.type(field, '¿Bien?');
    await userEvent.click(await button('Save and Go Back'));
    await screen.findByText('Question saved');
    expect(sentTo(requests, '/api/translateEvaluationQuestion')).toEqual([
      { _id: ids[0], question_text_es: '¿Bien?' },
    ]);
    expect((await screen.findByText('¿Bien?')).lang).toBe('es');
    expect(screen.queryByText(/in Spanish yet/)).toBeNull();
  });

  test('keeps a translation whose question is missing, and asks for the question', async () => {
    const { requests } = open('/admin/reflectionQuestions', {
      '/api/getMyReflectionQuestions': entries(['Why?'], 'question_text'),
    });
    await userEvent.click(await button('Add reflection question'));
    await userEvent.type(await screen.findByLabelText(/^Spanish/), '¿Cómo?');
    await userEvent.click(await button('Save and Go Back'));
    expect(await screen.findByText('this field is required')).toBeTruthy();
    expect(sentTo(requests, '/api/createReflectionQuestion')).toEqual([]);
  });
});

test('offers to retry when a list could not be loaded', async () => {
  let down = true;
  open('/admin/programs', {
    '/api/getPrograms': () => (down ? refused(500, 'our-fault', 'Something went wrong') : entries(['Boats'])),
  });
  const retry = await button(/again/);
  down = false;
  await userEvent.click(retry);
  await waitFor(() => expect(names()).toEqual(['Boats']));
});

test('lists belong to Admins: a Teacher sees an explanation', async () => {
  const { router } = open('/admin/schools', { '/api/getSchools': [] }, 'Teacher');
  await waitFor(() => expect(router.state.location.pathname).toBe('/permissionsError'));
});
