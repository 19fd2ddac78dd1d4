import { screen, within } from '@testing-library/dom';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { type ApprovalType, approvalTypes } from '@waypost/contract/placements/projects/rules';
import { afterEach, expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject, aProjectRow } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, type RecordedRequest, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

afterEach(() => localStorage.removeItem('waypost.queue-keys'));

const evaluation = {
  _id: 'v1',
  evaluation_date: '2026-03-09',
  supervisor: 'Grace Hill',
  internship_facilitator: 'Mary',
  contact_phone: '(410)555-0100',
  term: 'Spring 2026',
  comments: '<p>Quick to learn.</p>',
  ratings: [
    {
      evaluation_question_id: 'q1',
      question_text: 'Comes on time',
      question_text_es: '',
      rating: 'Highly Effective' as const,
    },
  ],
  discussed: true,
  submitted_by: '',
  submitted_via: null,
};

const NAMES = ['Maya', 'Andre', 'Lena'];
const idOf = (index: number) => `00000000-0000-4000-8000-0000000000b${index}`;

/** A placement with every part submitted, apart from the overrides. */
const placement = (index: number, overrides: Parameters<typeof aProject>[0] = {}): Project =>
  aProject({
    _id: idOf(index),
    student_id_fk: {
      _id: `s${index}`,
      first_name: NAMES[index] ?? '',
      last_name: 'Okafor',
      profile_pic_id_fk: null,
      graduation_year: 2027,
      school_attending: 'Bay High',
      affiliated_program: 'Welding',
    },
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
      files: [{ _id: 'f', name: 'boat.pdf', path: '/files/f', createdAt: '2026-03-11T12:00:00.000Z' }],
      updatedAt: null,
    },
    evaluation_count: 2,
    business_evaluations: [evaluation, { ...evaluation, _id: 'v2' }],
    ...overrides,
  });

const rowOf = (project: Project) => ({
  ...aProjectRow(project),
  _id: project._id,
  student_id_fk: project.student_id_fk,
  reportData: project.reportData,
});

/** Opens the queue with these placements, with a fake server that stores approvals. */
function open(placements: Project[], overrides: { at?: string; answers?: Record<string, Answer> } = {}) {
  let current = placements;
  const find = (id: string) => current.find(({ _id }) => _id === id) as Project;
  const approve = (id: string, items: ApprovalType[]) => {
    const index = placements.findIndex(({ _id }) => _id === id);
    const { reportData: _, ...rest } = find(id);
    const fresh = placement(index, { ...rest, approved: items });
    current = current.map((one) => (one._id === id ? fresh : one));
    return fresh;
  };
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings(),
    '/api/getSignOffs': placements.map(rowOf),
    '/api/loadStudentProject': ({ query }: RecordedRequest) => find(query.project_id ?? ''),
    '/api/project_approveItems': ({
      body,
    }: {
      body: { project_id: string; approval_types: ApprovalType[] };
    }) => approve(body.project_id, body.approval_types),
    '/api/project_setAdminApproval': ({
      body,
    }: {
      body: { project_id: string; approval_type: ApprovalType };
    }) => approve(body.project_id, [body.approval_type]),
    ...overrides.answers,
  } as Record<string, Answer>);
  const { router } = openApp(`/admin/sign_off${overrides.at ?? ''}`);
  const sent = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
  return { router, requests, sent };
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('shows each waiting part with the student’s work and its Approve button', async () => {
  open([placement(0)]);
  await heading('Maya Okafor');
  const parts = within(await screen.findByRole('list', { name: 'Parts of the placement' }));
  for (const work of ['Sanded the hull.', 'Patience.', 'I built a boat.', 'boat.pdf'])
    expect(parts.getByText(work)).toBeTruthy();
  expect(parts.getAllByText('Highly Effective')).toHaveLength(2);
  expect(parts.getAllByText('Quick to learn.')).toHaveLength(2);
  expect(parts.getAllByRole('button', { name: /^Approve / })).toHaveLength(6);
});

test('a part that is not waiting shows its status, without Approve', async () => {
  open([placement(0, { approved: ['summary'], business_evaluations: [], evaluation_count: 0 })]);
  const parts = within(await screen.findByRole('list', { name: 'Parts of the placement' }));
  expect(parts.queryByText('I built a boat.')).toBeNull();
  expect(parts.queryByRole('button', { name: 'Approve Final Summary' })).toBeNull();
  expect(parts.queryByRole('button', { name: 'Approve Business Evaluations' })).toBeNull();
  expect(screen.getByText('3 parts are waiting for your approval.')).toBeTruthy();
});

test('takes two actions: open the queue, and Approve all six, which shows the next placement', async () => {
  const { sent } = open([placement(0), placement(1)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all six' }));
  expect(document.activeElement).toBe(await heading('Andre Okafor'));
  expect(await screen.findByText('Maya Okafor: 6 parts approved.')).toBeTruthy();
  const [body] = sent('/api/project_approveItems') as { project_id: string; approval_types: string[] }[];
  expect(body?.project_id).toBe(idOf(0));
  expect(body?.approval_types.toSorted()).toEqual([...approvalTypes].sort());
});

test('approves one part with its own button, and the rest together', async () => {
  const { sent } = open([placement(0)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Final Summary' }));
  expect(await screen.findByText('Final Summary approved.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Approve all 5' })).toBeTruthy();
  expect(sent('/api/project_setAdminApproval')).toEqual([{ project_id: idOf(0), approval_type: 'summary' }]);
});

test('below the minimum hours it asks once for a reason for all parts', async () => {
  const ended = placement(0, {
    business_status: 'completed',
    hours: [anEntry({ total_hours: 40.5, business_approved: 1 })],
  });
  const { sent } = open([ended, placement(1)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all six' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve below the minimum?' }));
  expect(dialog.getByText(/approved 40.50 of the 135 required hours/)).toBeTruthy();
  expect(sent('/api/project_approveItems')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The season ended.');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve all' }));
  await heading('Andre Okafor');
  expect(sent('/api/project_approveItems')).toMatchObject([{ reason: 'The season ended.' }]);
});

test('sends work back with a reason, which replaces the part’s buttons', async () => {
  const { sent } = open([placement(0)], {
    answers: {
      '/api/project_sendBackItem': ({ body }: RecordedRequest) => {
        const { reason } = body as { reason: string };
        const sentBackAt = '2026-03-12T12:00:00.000Z';
        return placement(0, { sent_back: [{ approval_type: 'summary', reason, sentBackAt }] });
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send back Final Summary' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send back Final Summary?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send back Final Summary' }));
  expect(await dialog.findByText('Give a reason')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Say more.');
  await userEvent.click(dialog.getByRole('button', { name: 'Send back Final Summary' }));
  expect(await screen.findByText('Reason: Say more.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send back Activity Log' })).toBeNull();
  expect(sent('/api/project_sendBackItem')).toEqual([
    { project_id: idOf(0), approval_type: 'summary', reason: 'Say more.' },
  ]);
});

test('shows a second Admin what the first one just approved', async () => {
  const detail = 'This placement has changed since you opened it, so nothing was approved. Check it again';
  let isDone = false;
  open([placement(0)], {
    answers: {
      '/api/loadStudentProject': () => placement(0, { approved: isDone ? [...approvalTypes] : [] }),
      '/api/project_approveItems': () => {
        isDone = true;
        return refused(409, 'conflict', detail);
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all six' }));
  // Both the notice's title and its text.
  expect(await screen.findAllByText(detail)).toHaveLength(2);
  expect(await screen.findByText('Nothing here is waiting for your approval now.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('Next and Previous page through the queue, whose end offers to start over', async () => {
  const { router, sent } = open([placement(0), placement(1)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Next: Andre Okafor' }));
  await heading('Andre Okafor');
  expect(screen.getByText('2 of 2')).toBeTruthy();
  expect(router.state.location.search).toEqual({ placement: idOf(1) });
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await heading('Maya Okafor');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await heading('Andre Okafor');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish' }));
  await heading('You’ve reached the end of the queue');
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Check for more' }));
  expect(document.activeElement).toBe(await heading('Maya Okafor'));
  expect(sent('/api/getSignOffs')).toHaveLength(2);
});

test('j and k page through the queue', async () => {
  open([placement(0), placement(1)]);
  await heading('Maya Okafor');
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(await heading('Andre Okafor'));
  await userEvent.keyboard('k');
  expect(document.activeElement).toBe(await heading('Maya Okafor'));
  await userEvent.keyboard('k');
  expect(await heading('Maya Okafor')).toBeTruthy();
});

test('j and k type letters in a text field', async () => {
  const ended = placement(0, {
    business_status: 'completed',
    hours: [anEntry({ total_hours: 40.5, business_approved: 1 })],
  });
  open([ended, placement(1)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Activity Log' }));
  const reason = await screen.findByRole('textbox', { name: /Reason/ });
  await userEvent.type(reason, 'jk');
  expect(reason).toHaveProperty('value', 'jk');
  expect(await heading('Maya Okafor')).toBeTruthy();
});

test('the shortcuts can be turned off, which this browser remembers', async () => {
  await resizeWindow(1280);
  open([placement(0), placement(1)]);
  const keys = await screen.findByRole('switch', { name: 'Keyboard shortcuts' });
  expect(screen.getByRole('main').textContent).toContain('j shows the next placement, k the previous one.');
  await userEvent.click(keys);
  await userEvent.keyboard('j');
  expect(await heading('Maya Okafor')).toBeTruthy();
  expect(localStorage.getItem('waypost.queue-keys')).toBe('false');
  await userEvent.click(keys);
  await userEvent.keyboard('j');
  await heading('Andre Okafor');
});

test('shows a message when nothing is waiting, with a link to the report', async () => {
  open([]);
  await heading('You’re all caught up');
  expect(screen.getByRole('link', { name: 'Work-Based Learning Status' })).toBeTruthy();
});

test('a URL of a placement outside the queue starts at the first one', async () => {
  open([placement(0), placement(1)], { at: '?placement=gone' });
  await heading('Maya Okafor');
});

test('loads no placement before it is shown', async () => {
  const { requests } = open([placement(0), placement(1)]);
  await screen.findByRole('button', { name: 'Approve all six' });
  const looks = requests.filter(({ path }) => path === '/api/loadStudentProject');
  expect(new Set(looks.map(({ query }) => query.project_id))).toEqual(new Set([idOf(0)]));
});
