import { screen, waitFor, within } from '@testing-library/dom';
import type { BusinessEvaluation } from '@waypost/contract/placements/evaluations/calls';
import { termsOn } from '@waypost/contract/placements/evaluations/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';
import { switchLocale } from '../../client/locale.ts';
import { dateOf } from '../../ui/dates.ts';

afterEach(() => switchLocale('en'));

// The editor is a separate chunk. Load it first, so these tests do not depend on its loading time.
beforeAll(() => import('../../ui/RichTextArea.tsx'), 60_000);

const q1 = '00000000-0000-4000-8000-000000000011';
const q2 = '00000000-0000-4000-8000-000000000012';
const questions = [
  { _id: q1, question_text: 'Arrives on time', question_text_es: 'Llega a tiempo', ordinal: 1 },
  { _id: q2, question_text: 'Works well with others', question_text_es: '', ordinal: 2 },
];
const evaluation: BusinessEvaluation = {
  _id: 'first',
  evaluation_date: '2026-03-02',
  supervisor: 'Grace Hopper',
  internship_facilitator: 'Mary Kenneth',
  contact_phone: '(410)555-0100',
  term: 'Spring 2026',
  ratings: [
    {
      evaluation_question_id: q1,
      question_text: 'Arrives on time',
      question_text_es: 'Llega a tiempo',
      rating: 'Highly Effective',
    },
  ],
  comments: '<p>Grows with every week.</p>',
  discussed: true,
  submitted_by: 'Grace Hopper',
  submitted_via: 'link',
};
const user = { role: 'Business', business_name: 'Bayside Marine' } as const;
const draftKey = (count: number) => `waypost.draft.evaluation ${id} ${count} ${aSession().user._id}`;

function open(project: Partial<Project> = {}, more: Record<string, Answer> = {}) {
  const requests = answer({
    '/api/current-user': aSession(user),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject(project),
    '/api/getMyEvaluationQuestions': questions,
    '/api/getEvaluationStart': {
      supervisor: 'Ruth Calloway',
      internship_facilitator: 'Thomas Beck',
      contact_phone: '(410)555-0142',
    },
    '/api/getInterns': [],
    '/api/save_evaluation': { message: 'success' },
    ...more,
  });
  const sent = () => requests.filter(({ path }) => path === '/api/save_evaluation').map(({ body }) => body);
  return { ...openApp(`/evaluation/new/${id}`), sent };
}

/** Stores a draft, because the tests cannot type into the editor. */
const writtenBefore = (overrides: object = {}) =>
  localStorage.setItem(
    draftKey(0),
    JSON.stringify({
      project_id: id,
      evaluation_date: '2026-03-02',
      supervisor: 'Grace Hopper',
      internship_facilitator: 'Mary Kenneth',
      contact_phone: '(410)555-0100',
      term: 'Spring 2026',
      ratings: [],
      comments: '<p>Grows.</p>',
      discussed: true,
      evaluation_count: 0,
      ...overrides,
    }),
  );
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit evaluation' }));

test('each question starts at Effective, and the chosen ratings are sent with the rest', async () => {
  writtenBefore();
  const { router, sent } = open();
  const second = await screen.findByRole('group', { name: /Works well with others/ });
  expect(within(second).getByRole('radio', { name: 'Effective', checked: true })).toBeDefined();
  expect(screen.getByText('Each rating starts at Effective. Change any you disagree with.')).toBeDefined();
  await userEvent.click(within(second).getByRole('radio', { name: 'Needs Improvement' }));
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe('/interns/viewall'));
  expect(await screen.findByText('Evaluation successfully submitted.')).toBeDefined();
  expect(screen.getByText('Evaluation Save Successful')).toBeDefined();
  expect(sent()).toEqual([
    {
      project_id: id,
      evaluation_date: '2026-03-02',
      supervisor: 'Grace Hopper',
      internship_facilitator: 'Mary Kenneth',
      contact_phone: '(410)555-0100',
      term: 'Spring 2026',
      ratings: [
        { evaluation_question_id: q1, rating: 'Effective' },
        { evaluation_question_id: q2, rating: 'Needs Improvement' },
      ],
      comments: '<p>Grows.</p>',
      discussed: true,
      evaluation_count: 0,
    },
  ]);
  expect(localStorage.getItem(draftKey(0))).toBeNull();
});

test('a school system without questions asks only for comments', async () => {
  open({}, { '/api/getMyEvaluationQuestions': [] });
  expect(
    await screen.findByText('Your school system has no questions. Just add your comments.'),
  ).toBeDefined();
  expect(screen.queryByText(/starts at Effective/)).toBeNull();
});

test('rates all questions at once, except those that were rated one by one', async () => {
  writtenBefore();
  const { sent } = open();
  const second = within(await screen.findByRole('group', { name: /Works well with others/ }));
  await userEvent.click(second.getByRole('radio', { name: 'Needs Improvement' }));
  const all = within(screen.getByRole('group', { name: 'Rate all' }));
  await userEvent.click(all.getByRole('radio', { name: 'Ineffective' }));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  const highest = all.getByRole('radio', { name: 'Highly Effective', checked: true });
  expect(document.activeElement).toBe(highest);
  expect(all.getByRole('status').textContent).toBe('1 question set to: Highly Effective.');
  const first = within(screen.getByRole('group', { name: /Arrives on time/ }));
  expect(first.getByRole('radio', { name: 'Highly Effective', checked: true })).toBeDefined();
  expect(second.getByRole('radio', { name: 'Needs Improvement', checked: true })).toBeDefined();
  await submit();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toMatchObject([
    {
      ratings: [
        { evaluation_question_id: q1, rating: 'Highly Effective' },
        { evaluation_question_id: q2, rating: 'Needs Improvement' },
      ],
    },
  ]);
  expect(sent()[0]).not.toHaveProperty('rest');
});

test('a rating chosen after all were rated is kept, and rating all again changes only the rest', async () => {
  open();
  const all = within(await screen.findByRole('group', { name: 'Rate all' }));
  await userEvent.click(all.getByRole('radio', { name: 'Highly Effective' }));
  expect(all.getByRole('status').textContent).toBe('2 questions set to: Highly Effective.');
  const first = within(screen.getByRole('group', { name: /Arrives on time/ }));
  await userEvent.click(first.getByRole('radio', { name: 'Effective' }));
  await userEvent.click(all.getByRole('radio', { name: 'Not Applicable' }));
  expect(first.getByRole('radio', { name: 'Effective', checked: true })).toBeDefined();
  const second = within(screen.getByRole('group', { name: /Works well with others/ }));
  expect(second.getByRole('radio', { name: 'Not Applicable', checked: true })).toBeDefined();
  await userEvent.click(second.getByRole('radio', { name: 'Effective' }));
  await userEvent.click(all.getByRole('radio', { name: 'Ineffective' }));
  expect(all.getByRole('status').textContent).toBe('You already rated every question yourself.');
  expect(second.getByRole('radio', { name: 'Effective', checked: true })).toBeDefined();
});

test('a business that reads Spanish rates the questions in Spanish, where they are translated', async () => {
  const session = aSession(user, { locale: 'es' });
  open({}, { '/api/current-user': session });
  const first = await screen.findByRole('group', { name: /Llega a tiempo/ });
  expect(screen.getByRole('group', { name: /Works well with others/ })).toBeDefined();
  expect(within(first).getByRole('radio', { name: 'Eficaz' })).toBeDefined();
  expect(screen.queryByText(/Arrives on time/)).toBeNull();
});

test('each question has the five ratings, and the form the terms around this year', async () => {
  open();
  const first = await screen.findByRole('group', { name: /Arrives on time/ });
  expect(
    within(first)
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('value')),
  ).toEqual(['Not Applicable', 'Ineffective', 'Needs Improvement', 'Effective', 'Highly Effective']);
  const terms = within(screen.getByRole('combobox', { name: /^Term/ })).getAllByRole('option');
  expect(terms.map((term) => term.textContent)).toEqual(termsOn(dateOf(new Date())));
});

test.each([1280, 768, 390, 320])('each rating fits in its frame on a screen of %d pixels', async (width) => {
  await resizeWindow(width);
  open();
  const first = within(await screen.findByRole('group', { name: /Arrives on time/ }));
  for (const radio of first.getAllByRole('radio')) {
    // The selected option is bold, and therefore wider.
    await userEvent.click(radio);
    const frame = radio.closest('label') as HTMLElement;
    const words = document.createRange();
    words.selectNodeContents(frame);
    const [outer, inner] = [frame.getBoundingClientRect(), words.getBoundingClientRect()];
    const { paddingLeft, paddingRight } = getComputedStyle(frame);
    const room = [inner.left - outer.left, outer.right - inner.right];
    expect(room[0], frame.textContent).toBeGreaterThanOrEqual(Number.parseFloat(paddingLeft));
    expect(room[1], frame.textContent).toBeGreaterThanOrEqual(Number.parseFloat(paddingRight));
    expect(inner.bottom, frame.textContent).toBeLessThanOrEqual(outer.bottom);
  }
});

test('requires comments before sending, and formats the phone number', async () => {
  const { sent } = open();
  const phone = await screen.findByRole('textbox', { name: /^Contact phone/ });
  await userEvent.clear(phone);
  await userEvent.type(phone, '4105550123');
  expect(phone.getAttribute('value')).toBe('(410)555-0123');
  await userEvent.type(screen.getByRole('textbox', { name: /^Supervisor/ }), 'Grace Hopper');
  await userEvent.type(screen.getByRole('textbox', { name: /^Coordinator/ }), 'Mary Kenneth');
  await submit();
  expect(await screen.findByText('Form Error')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /^Comments/ }).getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([]);
});

test('does not send an incomplete form: its fields and a notice say why', async () => {
  const { sent } = open(
    {},
    { '/api/getEvaluationStart': { supervisor: '', internship_facilitator: '', contact_phone: '' } },
  );
  await submit();
  expect(await screen.findByText('Check Your Form for errors')).toBeDefined();
  expect(screen.getByText('Form Error')).toBeDefined();
  for (const name of [/^Supervisor/, /^Coordinator/, /^Contact phone/, /^Comments/])
    expect(screen.getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Supervisor/ }));
  expect(sent()).toEqual([]);
});

test('shows the current questions if they changed meanwhile, and keeps the input', async () => {
  writtenBefore();
  let changed = false;
  open(
    {},
    {
      '/api/getMyEvaluationQuestions': () =>
        changed ? [...questions, { ...questions[1], _id: 'q3', question_text: 'Asks questions' }] : questions,
      '/api/save_evaluation': () => {
        changed = true;
        return refused(400, 'invalid-input', 'Check', {
          ratings: ['The evaluation questions have changed.'],
        });
      },
    },
  );
  await screen.findByText('Grows.');
  await submit();
  expect(await screen.findByRole('group', { name: /Asks questions/ })).toBeDefined();
  expect(await screen.findByText('The evaluation questions have changed.')).toBeDefined();
  expect(screen.getByText('Grows.')).toBeDefined();
});

test('starts with the supervisor, the coordinator and the phone on file', async () => {
  open({ evaluation_count: 1, business_evaluations: [evaluation] });
  expect(await screen.findByText(/Conclusion evaluation, 2 of 2/)).toBeDefined();
  for (const [name, value] of [
    [/^Supervisor/, 'Ruth Calloway'],
    [/^Coordinator/, 'Thomas Beck'],
    [/^Contact phone/, '(410)555-0142'],
  ] as const)
    expect((await screen.findByRole('textbox', { name })).getAttribute('value'), value).toBe(value);
  const link = screen.getByRole('link', { name: 'Evaluation of 03/02/2026' });
  expect(link.getAttribute('href')).toBe(`/evaluation/view/${id}/first`);
});

test.each([
  [{ evaluation_count: 2, business_evaluations: [evaluation] }, 'This intern already has both evaluations.'],
  [{ business_status: 'terminated' as const }, 'This placement is terminated, so you can’t evaluate it now'],
])('with %o there is a message instead of the form', async (project, sentence) => {
  open(project);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit evaluation' })).toBeNull();
});

test('with both evaluations in, they come first, and then why there is no form', async () => {
  open({ evaluation_count: 2, business_evaluations: [evaluation] });
  const why = await screen.findByText('This intern already has both evaluations.');
  expect(screen.getByText('Maya Torres, Boatyard Intern')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Evaluation of 03/02/2026' });
  expect(link.compareDocumentPosition(why)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('shows a refusal and keeps the input', async () => {
  writtenBefore();
  const { router } = open(
    {},
    { '/api/save_evaluation': refused(409, 'conflict', 'Another evaluation came first.') },
  );
  await screen.findByText('Grows.');
  await submit();
  expect(await screen.findAllByText('Another evaluation came first.')).not.toHaveLength(0);
  expect(screen.getByText('Grows.')).toBeDefined();
  expect(router.state.location.pathname).toBe(`/evaluation/new/${id}`);
  expect(localStorage.getItem(draftKey(0))).not.toBeNull();
});

test('a restored draft can be discarded', async () => {
  writtenBefore();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Grows.')).toBeNull());
  expect(localStorage.getItem(draftKey(0))).toBeNull();
});

test.each(['Business', 'Teacher', 'Admin'] as const)(
  'a %s can read and print an evaluation',
  async (role) => {
    answer({
      '/api/current-user': aSession({ ...user, role }),
      '/api/getSettings': someSettings(),
      '/api/loadStudentProject': aProject({ evaluation_count: 1, business_evaluations: [evaluation] }),
    });
    const print = vi.fn();
    vi.stubGlobal('print', print);
    openApp(`/evaluation/view/${id}/first`);
    const facts = within(await screen.findByRole('region', { name: 'Evaluation' }));
    expect(facts.getByText('Coordinator').nextElementSibling?.textContent).toBe('Mary Kenneth');
    expect(facts.getByText('03/02/2026')).toBeDefined();
    expect(facts.getByText('Submitted').nextElementSibling?.textContent).toBe('Grace Hopper, by link');
    const ratings = within(screen.getByRole('region', { name: 'Ratings' }));
    expect(ratings.getByText('Arrives on time').nextElementSibling?.textContent).toBe('Highly Effective');
    expect(screen.getByText('Grows with every week.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  },
);

test('staff who read Spanish read an evaluation’s questions in Spanish', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Teacher' }, { locale: 'es' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject({ evaluation_count: 1, business_evaluations: [evaluation] }),
  });
  openApp(`/evaluation/view/${id}/first`);
  expect((await screen.findByText('Llega a tiempo')).nextElementSibling?.textContent).toBe('Muy eficaz');
});

test('says that an evaluation does not exist', async () => {
  answer({
    '/api/current-user': aSession(user),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject(),
  });
  openApp(`/evaluation/view/${id}/first`);
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this page' })).toBeDefined();
});
