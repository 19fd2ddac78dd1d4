import { screen, waitFor, within } from '@testing-library/dom';
import type { Project } from '@waypost/contract/placements/projects/calls';
import type { ApprovalType } from '@waypost/contract/placements/projects/rules';
import type { Role } from '@waypost/contract/roles';
import { expect, onTestFinished, test } from 'vitest';
import { commands } from 'vitest/browser';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const evaluation = {
  _id: 'v1',
  evaluation_date: '2026-03-09',
  supervisor: 'Grace Hill',
  internship_facilitator: 'Mary',
  contact_phone: '(410)555-0100',
  term: 'Spring 2026',
  ratings: [],
  comments: '<p>Quick to learn.</p>',
  discussed: true,
  submitted_by: '',
  submitted_via: null,
};

/** Everything is submitted: 135 approved hours, a reflection, a summary, a file and both evaluations. */
const finished = (overrides: Parameters<typeof aProject>[0] = {}) =>
  aProject({
    application_id_fk: { _id: 'a', cover_letter: '<p>I like boats.</p>' },
    hours: [anEntry({ total_hours: 135, business_approved: 1, text_log: 'Sanded the hull.' })],
    reflections: [
      {
        _id: 'r',
        ordinal: 1,
        question_text: 'What did you learn?',
        question_text_es: '',
        answer_text: 'Patience.',
        status: 'complete',
      },
    ],
    final_summary: { text: 'I built a boat.', approved: false, updatedAt: '2026-03-10T12:00:00.000Z' },
    final_project: {
      files: [
        {
          _id: 'f',
          name: 'boat.pdf',
          path: '/files/f/boat.pdf',
          createdAt: '2026-03-11T12:00:00.000Z',
        },
      ],
      updatedAt: null,
    },
    evaluation_count: 2,
    business_evaluations: [evaluation, { ...evaluation, _id: 'v2' }],
    ...overrides,
  });

function open(
  project: Project,
  overrides: { role?: Role; at?: string; answers?: Record<string, Answer> } = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ role: overrides.role ?? 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': project,
    '/api/getProjectNotes': [],
    ...overrides.answers,
  });
  const { queries, router } = openApp(`/admin/project/${id}${overrides.at ? `/${overrides.at}` : ''}`);
  const sent = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
  return { queries, router, sent };
}

const blocks = async () => within(await screen.findByRole('list', { name: 'Parts of the placement' }));
const panel = (name: string) => screen.findByRole('region', { name });

test('the placement appears together with its notes, which would move the footer if they came later', async () => {
  // So that only the notes are missing.
  await import('../notes/StaffNotes.tsx');
  let reply = (_notes: unknown[]) => {};
  const notes = new Promise<unknown[]>((resolve) => {
    reply = resolve;
  });
  const { sent } = open(finished(), { at: 'status', answers: { '/api/getProjectNotes': notes } });
  await screen.findByRole('heading', { level: 1, name: /placement$/ });
  await screen.findByText('Loading');
  expect(screen.queryByRole('list', { name: 'Parts of the placement' })).toBeNull();
  reply([]);
  await blocks();
  expect(screen.getByText('There are no notes yet.')).toBeTruthy();
  expect(sent('/api/getProjectNotes')).toHaveLength(1);
});

test('says that businesses may no longer see the student’s information', async () => {
  open(aProject({ is_released: false }));
  expect(await screen.findByText('Not shared with businesses')).toBeDefined();
});

test('six blocks show the progress of the project', async () => {
  open(finished({ approved: ['hours'] }));
  const items = (await blocks()).getAllByRole('listitem').map((item) => item.textContent);
  expect(items).toEqual([
    expect.stringMatching(/^Activity LogApproved135.00 of 135 hours approved/),
    expect.stringMatching(/^ReflectionsAwaiting approval1 of 1 answered/),
    expect.stringMatching(/^Final SummaryAwaiting approvalWritten/),
    expect.stringMatching(/^Final ProjectAwaiting approval1 file/),
    expect.stringMatching(/^MSDEAwaiting approval/),
    expect.stringMatching(/^Business EvaluationsAwaiting approvalComplete/),
  ]);
});

test('each block shows its status by an icon: a circle, a filled circle, or a check', async () => {
  open(finished({ approved: ['hours'], final_summary: { text: '', approved: false, updatedAt: null } }));
  const signs = (await blocks())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('[role=status] svg')?.classList);
  const has = (sign: string) => signs.map((classes) => classes?.contains(`tabler-icon-${sign}`) ?? false);
  expect(has('circle-check')).toEqual([true, false, false, false, false, false]);
  expect(has('circle-filled')).toEqual([false, true, false, true, false, true]);
  expect(has('circle')).toEqual([false, false, true, false, true, false]);
});

test.each([
  [0, [], 'No Submissions'],
  [1, [evaluation], 'Incomplete'],
  [2, [evaluation, evaluation], 'Complete'],
])('with %d evaluations their block says so', async (evaluation_count, business_evaluations, word) => {
  open(finished({ evaluation_count, business_evaluations }));
  const block = (await blocks()).getAllByRole('listitem').at(-1);
  expect(block?.textContent).toMatch(new RegExp(`(approval|Incomplete|started)${word}`, 'i'));
});

test.each([1280, 390])(
  'at %d pixels, only a submitted item can be approved, and only an approved one re-opened',
  async (width) => {
    await resizeWindow(width);
    open(finished({ approved: ['hours'], final_summary: { text: '', approved: false, updatedAt: null } }));
    const within_ = await blocks();
    expect(within_.getByRole('button', { name: 'Approve Final Summary' })).toHaveProperty('disabled', true);
    expect(within_.getByRole('button', { name: 'Approve Reflections' })).toHaveProperty('disabled', false);
    expect(within_.getByRole('button', { name: 'Approve Activity Log' })).toHaveProperty('disabled', true);
    expect(within_.getByRole('button', { name: 'Reopen Activity Log' })).toBeTruthy();
    expect(within_.queryByRole('button', { name: 'Reopen Reflections' })).toBeNull();
  },
);

test('an Admin approves an item, and its block changes', async () => {
  // The screen polls every few seconds, and must then get the approved status.
  let project = finished();
  const { sent } = open(project, {
    answers: {
      '/api/loadStudentProject': () => project,
      '/api/project_setAdminApproval': () => {
        project = finished({ approved: ['summary'] });
        return project;
      },
    },
  });
  await userEvent.click((await blocks()).getByRole('button', { name: 'Approve Final Summary' }));
  expect(await screen.findByText('Final Summary approved.')).toBeTruthy();
  expect(sent('/api/project_setAdminApproval')).toEqual([{ project_id: id, approval_type: 'summary' }]);
  expect((await blocks()).getByRole('button', { name: 'Reopen Final Summary' })).toBeTruthy();
});

test('Undo in the notice re-opens an approved item', async () => {
  let project = finished();
  const { sent } = open(project, {
    answers: {
      '/api/loadStudentProject': () => project,
      '/api/project_setAdminApproval': () => {
        project = finished({ approved: ['summary'] });
        return project;
      },
      '/api/project_reopenItem': () => {
        project = finished();
        return project;
      },
    },
  });
  await userEvent.click((await blocks()).getByRole('button', { name: 'Approve Final Summary' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await (await blocks()).findByRole('button', { name: 'Approve Final Summary' });
  expect(sent('/api/project_reopenItem')).toEqual([{ project_id: id, approval_type: 'summary' }]);
});

test('after Approve, the next item’s Approve has the focus, and after the last the first', async () => {
  let approved: ApprovalType[] = [];
  open(finished(), {
    answers: {
      '/api/loadStudentProject': () => finished({ approved }),
      '/api/project_setAdminApproval': ({ body }: { body: { approval_type: ApprovalType } }) => {
        approved = [...approved, body.approval_type];
        return finished({ approved });
      },
    },
  });
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await userEvent.click((await blocks()).getByRole('button', { name: 'Approve MSDE' }));
  await waitFor(() => expect(focused()).toBe('Approve Business Evaluations'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe('Approve Activity Log'));
});

test('on a phone, View opens a sheet, and Escape closes it and returns to its View', async () => {
  await resizeWindow(390, 740);
  const { router } = open(finished());
  await userEvent.click((await blocks()).getByRole('link', { name: 'View Reflections' }));
  const sheet = await screen.findByRole('dialog', { name: 'Reflections' });
  await waitFor(() => expect(document.activeElement).toBe(sheet));
  expect(within(sheet).getByText('Patience.')).toBeTruthy();
  expect(router.state.location.pathname).toBe(`/admin/project/${id}/reflection`);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe(`/admin/project/${id}`);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('View Reflections'));
});

test.each([
  ['the back button', async () => window.history.back()],
  [
    'its button',
    async () => userEvent.click(await screen.findByRole('button', { name: 'Close Final Summary' })),
  ],
])('on a phone, %s closes the sheet', async (_way, close) => {
  await resizeWindow(390, 740);
  const { router } = open(finished());
  await userEvent.click((await blocks()).getByRole('link', { name: 'View Final Summary' }));
  await screen.findByRole('dialog', { name: 'Final Summary' });
  await close();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.pathname).toBe(`/admin/project/${id}`);
});

test('on a phone, a sheet opened by its URL closes to the application', async () => {
  await resizeWindow(390, 740);
  const { router } = open(finished(), { at: 'evals' });
  const sheet = within(await screen.findByRole('dialog', { name: 'Business Evaluations' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Close Business Evaluations' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/project/${id}`));
  expect(await panel('Student Application')).toBeTruthy();
});

test('tabs link to the application, the status and the timeline, and mark the open one', async () => {
  open(finished());
  await blocks();
  const tabs = within(screen.getByRole('navigation', { name: 'Views of this placement' }));
  const current = () =>
    tabs
      .getAllByRole('link')
      .filter((tab) => tab.getAttribute('aria-current') === 'page')
      .map((tab) => tab.textContent);
  expect(tabs.getAllByRole('link').map((tab) => tab.getAttribute('href'))).toEqual([
    `/admin/project/${id}`,
    `/admin/project/${id}/status`,
    `/admin/project/${id}/timeline`,
  ]);
  expect(current()).toEqual(['Student Application']);
  await userEvent.click(tabs.getByRole('link', { name: 'Timeline' }));
  const shown = await panel('Timeline');
  await waitFor(() => expect(document.activeElement).toBe(shown));
  const after = within(within(shown).getByRole('navigation', { name: 'Views of this placement' }));
  expect(after.getByRole('link', { current: 'page' }).textContent).toBe('Timeline');
});

test.each([1280, 1024, 390])(
  'hours of several days fit in their panel on a screen of %d pixels',
  async (width) => {
    await resizeWindow(width);
    const hours = [
      anEntry({ start_date: '2026-03-02', end_date: '2026-03-06', text_log: 'Sanded. '.repeat(20) }),
    ];
    open(finished({ hours }), { at: 'hours' });
    const shown = await screen.findByRole(width < 768 ? 'dialog' : 'region', { name: 'Activity Log' });
    const right = shown.getBoundingClientRect().right;
    const table = await within(shown).findByRole('table', { name: 'Logged hours' });
    for (const cell of [table, ...table.querySelectorAll('td, th')])
      expect(cell.getBoundingClientRect().right, cell.textContent).toBeLessThanOrEqual(right);
  },
);

test('a reply from before an approval that arrives after it does not revert it', async () => {
  let arrive = (_project: Project) => {};
  const late = new Promise<Project>((resolve) => {
    arrive = resolve;
  });
  const loads = [finished(), late];
  const { queries, sent } = open(finished(), {
    answers: {
      '/api/loadStudentProject': () => loads.shift() ?? finished({ approved: ['summary'] }),
      '/api/project_setAdminApproval': finished({ approved: ['summary'] }),
    },
  });
  const approve = (await blocks()).getByRole('button', { name: 'Approve Final Summary' });
  void queries.refetchQueries({ queryKey: ['/api/loadStudentProject'] });
  await waitFor(() => expect(sent('/api/loadStudentProject')).toHaveLength(2));
  await userEvent.click(approve);
  expect(await screen.findByText('Final Summary approved.')).toBeTruthy();
  arrive(finished());
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect((await blocks()).getByRole('button', { name: 'Reopen Final Summary' })).toBeTruthy();
});

test('an Admin unlocks the remaining questions after a confirmation', async () => {
  const question = (ordinal: number, status: 'unlocked' | 'locked') => ({
    _id: `r${ordinal}`,
    ordinal,
    question_text: `Question ${ordinal}?`,
    question_text_es: '',
    answer_text: '',
    status,
  });
  const locked = finished({
    reflections: [question(1, 'unlocked'), question(2, 'locked'), question(3, 'locked')],
  });
  const enabled = finished({ reflections: [1, 2, 3].map((ordinal) => question(ordinal, 'unlocked')) });
  const { sent } = open(locked, {
    at: 'reflection',
    answers: { '/api/project_enableRemainingReflectionQuestions': enabled },
  });
  const shown = within(await panel('Reflections'));
  await userEvent.click(shown.getByRole('button', { name: 'Enable 2 locked questions' }));
  expect(sent('/api/project_enableRemainingReflectionQuestions')).toEqual([]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable questions' }));
  expect(await screen.findByText('The student can answer every question now.')).toBeTruthy();
  expect(sent('/api/project_enableRemainingReflectionQuestions')).toEqual([{ project_id: id }]);
  expect(shown.queryByRole('button', { name: /^Enable/ })).toBeNull();
  expect(shown.queryByText('Locked')).toBeNull();
});

test('on a phone, a notice about what was done in a sheet can be read and closed in it', async () => {
  await resizeWindow(390, 740);
  const locked = {
    _id: 'r',
    ordinal: 1,
    question_text: 'What?',
    question_text_es: '',
    answer_text: '',
    status: 'locked' as const,
  };
  open(finished({ reflections: [locked] }), {
    at: 'reflection',
    answers: { '/api/project_enableRemainingReflectionQuestions': finished() },
  });
  const sheet = within(await screen.findByRole('dialog', { name: 'Reflections' }));
  await userEvent.click(sheet.getByRole('button', { name: /^Enable/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Enable questions' }));
  expect(await sheet.findByText('The student can answer every question now.')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Close this notice' }));
  await waitFor(() => expect(screen.queryByText('The student can answer every question now.')).toBeNull());
  await userEvent.click(sheet.getByRole('button', { name: 'Close Reflections' }));
});

test('a Teacher cannot unlock questions', async () => {
  const reflections = [
    {
      _id: 'r',
      ordinal: 1,
      question_text: 'What?',
      question_text_es: '',
      answer_text: '',
      status: 'locked' as const,
    },
  ];
  open(finished({ reflections }), { role: 'Teacher', at: 'reflection' });
  expect(within(await panel('Reflections')).queryByRole('button')).toBeNull();
});

test('asks before re-opening an item', async () => {
  const { sent } = open(finished({ approved: ['summary'] }), {
    answers: { '/api/project_reopenItem': finished() },
  });
  await userEvent.click((await blocks()).getByRole('button', { name: 'Reopen Final Summary' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/Final Summary can be changed again/)).toBeTruthy();
  expect(sent('/api/project_reopenItem')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByText('Final Summary is open again.')).toBeTruthy();
  expect(sent('/api/project_reopenItem')).toEqual([{ project_id: id, approval_type: 'summary' }]);
});

test('a Teacher reads but cannot approve', async () => {
  open(finished({ approved: ['summary'] }), { role: 'Teacher', at: 'status' });
  const within_ = await blocks();
  expect(within_.getAllByRole('link', { name: /^View/ })).toHaveLength(6);
  expect(within_.queryByRole('button')).toBeNull();
  expect(within(await panel('Internship Status')).queryByRole('button')).toBeNull();
});

test('the panel starts with the application: its letter, and the business notes', async () => {
  open(finished());
  const shown = within(await panel('Student Application'));
  expect(shown.getByText('I like boats.')).toBeTruthy();
  expect(shown.getByRole('heading', { name: 'Business notes' })).toBeTruthy();
  expect(shown.getAllByText('Quick to learn.')).toHaveLength(2);
});

test.each([
  ['hours', 'Activity Log', 'Sanded the hull.'],
  ['reflection', 'Reflections', 'Patience.'],
  ['summary', 'Final Summary', 'I built a boat.'],
  ['project', 'Final Project', 'boat.pdf'],
  ['msde', 'MSDE', /state’s department of education/],
  ['evals', 'Business Evaluations', 'Evaluation of 03/09/2026, Spring 2026'],
])('%s shows its contents, and closes to the application', async (at, title, words) => {
  open(finished(), { at });
  const shown = within(await panel(title));
  expect(shown.getAllByText(words).length).toBeGreaterThan(0);
  await userEvent.click(shown.getByRole('link', { name: `Close ${title}` }));
  expect(await panel('Student Application')).toBeTruthy();
});

test('a file of the final project opens in a new tab', async () => {
  open(finished(), { at: 'project' });
  const file = within(await panel('Final Project')).getByRole('link', { name: 'boat.pdf' });
  expect([file.getAttribute('href'), file.getAttribute('target')]).toEqual(['/files/f/boat.pdf', '_blank']);
});

test('the block of MSDE lists what is still missing', async () => {
  open(finished({ final_summary: { text: '', approved: false, updatedAt: null } }));
  const block = (await blocks()).getByRole('group', { name: 'MSDE' });
  expect(within(block).getByText('Still missing: Final Summary')).toBeTruthy();
});

test('MSDE lists what is still missing', async () => {
  open(aProject(), { at: 'msde' });
  const needs = within(await panel('MSDE')).getAllByRole('listitem');
  expect(needs.map((one) => one.textContent)).toEqual([
    '135 hours approved by the business: still missing',
    'Reflections: in',
    'Final Summary: still missing',
    'Final Project: still missing',
    'Business Evaluations: still missing',
  ]);
});

test('an Admin sets any status after a confirmation; the current one is disabled', async () => {
  const { sent } = open(finished({ business_status: 'completed' }), {
    at: 'status',
    answers: { '/api/business_internship_status_change': finished() },
  });
  const shown = within(await panel('Internship Status'));
  expect(shown.getByRole('button', { name: 'Complete' })).toHaveProperty('disabled', true);
  expect(shown.getByRole('button', { name: 'Terminate' })).toHaveProperty('disabled', false);
  await userEvent.click(shown.getByRole('button', { name: 'Re-Open' }));
  expect(sent('/api/business_internship_status_change')).toEqual([]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Re-Open' }));
  expect(await screen.findByText('Work-Based Learning Opportunity was successfully reopened.')).toBeTruthy();
  expect(screen.getByText('Work Based Learning Update Successful')).toBeTruthy();
  expect(sent('/api/business_internship_status_change')).toEqual([
    { project_id: id, business_status: 'open' },
  ]);
  await waitFor(() =>
    expect(shown.getByRole('button', { name: 'Re-Open' })).toHaveProperty('disabled', true),
  );
});

test('the confirmation of Terminate says what ends and what stays open', async () => {
  open(finished(), { at: 'status' });
  await userEvent.click(within(await panel('Internship Status')).getByRole('button', { name: 'Terminate' }));
  expect(
    within(screen.getByRole('dialog')).getByText(
      'It ends now: no more hours can be logged, and the business can’t evaluate anymore. Reflections, the summary, and files stay open.',
    ),
  ).toBeTruthy();
});

test('shows a refused move in its dialog', async () => {
  open(finished(), {
    at: 'status',
    answers: {
      '/api/business_internship_status_change': refused(
        409,
        'conflict',
        'This placement is already completed',
      ),
    },
  });
  await userEvent.click(within(await panel('Internship Status')).getByRole('button', { name: 'Complete' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Complete' }));
  expect(await dialog.findByText('This placement is already completed')).toBeTruthy();
});

test('the header links to the student, the opportunity, the application and the status report', async () => {
  await resizeWindow(390, 844);
  open(finished());
  const end = (await screen.findByRole('list', { name: 'Parts of the placement' })).getBoundingClientRect()
    .top;
  for (const name of ['Student profile', 'Boatyard Intern', 'View Application', 'Work-Based Learning Status'])
    expect(screen.getByRole('link', { name }).getBoundingClientRect().bottom, name).toBeLessThan(end);
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Student profile')).toBe('/profile/view/s');
  expect(href('Boatyard Intern')).toBe('/opportunity/view/o');
  expect(href('Work-Based Learning Status')).toBe('/admin/internship_status_report');
  expect(href('Internship Status')).toBe(`/admin/project/${id}/status`);
  expect(href('View Application')).toBe('/application/view/a');
});

test('staff add notes, and an empty one shows an error at its field', async () => {
  const note = {
    _id: 'n',
    author_name: 'Ada Lane',
    text: 'Called home.',
    createdAt: '2026-03-12T12:00:00.000Z',
  };
  const { sent } = open(finished(), { answers: { '/api/saveProjectNote': [note] } });
  const notes = within(await panel('Staff notes'));
  await userEvent.click(notes.getByRole('button', { name: 'Save note' }));
  expect(await notes.findByText('You must provide a note')).toBeTruthy();
  await userEvent.type(notes.getByRole('textbox', { name: 'New note' }), 'Called home.');
  await userEvent.click(notes.getByRole('button', { name: 'Save note' }));
  expect(await notes.findByRole('list', { name: 'Notes' })).toBeTruthy();
  expect(sent('/api/saveProjectNote')).toEqual([{ project_id: id, text: 'Called home.' }]);
});

test('a project whose business was deleted shows Missing', async () => {
  open(finished({ business_id_fk: { _id: '', business_name: 'Missing' } }));
  expect(await screen.findByText(/at Missing/)).toBeTruthy();
});

test('the placement starts with its status, its dates and its hours', async () => {
  open(finished({ business_status: 'completed', approved: ['hours'] }));
  expect(await screen.findByText('135.00 hours')).toBeTruthy();
  expect(screen.getByText('approved, of the required 135')).toBeTruthy();
  expect(screen.getAllByText('Completed')[0]).toBeTruthy();
});

test('a timeline lists the events in order', async () => {
  const approvals = [
    {
      approval_type: 'summary' as const,
      approvedAt: '2026-03-12T12:00:00.000Z',
      reason: '',
      accepted_hours: null,
    },
  ];
  const project = finished({
    createdAt: '2026-03-01T12:00:00.000Z',
    approved: ['summary'],
    approvals,
    business_status: 'completed',
    ended_at: '2026-03-13T12:00:00.000Z',
  });
  open(project, { at: 'timeline' });
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '03/01/2026Placement accepted',
    '03/02/2026First hours',
    '03/09/2026Evaluation by Grace Hill',
    '03/09/2026Evaluation by Grace Hill',
    '03/10/2026Final summary saved',
    '03/11/2026Final Project file added: boat.pdf',
    '03/12/2026Final Summary approved',
    '03/13/2026Completed',
  ]);
});

test('the print has ratings, comments, and a line for each signature, but no way to change the supervisor', async () => {
  const ratings = [
    {
      evaluation_question_id: 'q',
      question_text: 'Comes on time',
      question_text_es: '',
      rating: 'Highly Effective' as const,
    },
  ];
  open(finished({ business_evaluations: [{ ...evaluation, ratings }] }));
  await blocks();
  const choose = () => screen.queryByRole('button', { name: /a supervisor$|^Change supervisor$/ });
  expect(choose()).toBeTruthy();
  await commands.showFor('print');
  onTestFinished(() => commands.showFor('screen'));
  expect(choose()).toBeNull();
  const texts = ['Highly Effective', 'Quick to learn.', 'School administrator', 'Supervisor, Bayside Marine'];
  for (const text of texts)
    expect(
      screen.getAllByText(text).some((shown) => shown.checkVisibility()),
      text,
    ).toBe(true);
});

test.each([
  [390, 740, 2],
  [768, 900, 6],
])('on a screen of %d by %d pixels, the first %d blocks are in view', async (width, height, shown) => {
  await resizeWindow(width, height);
  open(aProject());
  const bar = await screen.findByRole('navigation', { name: 'Bottom' });
  const items = (await blocks()).getAllByRole('listitem').slice(0, shown);
  const fold = bar.getBoundingClientRect().top;
  for (const item of items)
    expect(item.getBoundingClientRect().bottom, item.textContent).toBeLessThanOrEqual(fold);
});

test.each([390, 768])('on a screen of %d pixels, a tab opened by its URL is in view', async (width) => {
  await resizeWindow(width, 740);
  // A placement that no other test has opened before.
  open(finished({ _id: `opened at ${width}` }), { at: 'status' });
  const shown = await panel('Internship Status');
  await waitFor(() => expect(document.activeElement).toBe(shown));
  const title = within(shown).getByRole('heading', { name: 'Internship Status' });
  await waitFor(() => expect(title.getBoundingClientRect().bottom).toBeLessThan(370));
});

test('the supervisor and the less frequent links follow the blocks and the panel', async () => {
  await resizeWindow(768, 900);
  open(finished());
  const below = (await panel('Student Application')).getBoundingClientRect().bottom;
  for (const part of [
    screen.getByRole('group', { name: 'Supervisor' }),
    screen.getByRole('navigation', { name: 'About this placement' }),
  ])
    expect(part.getBoundingClientRect().top).toBeGreaterThanOrEqual(below);
});
