import { screen, within } from '@testing-library/dom';
import type { Progress, ShownStep } from '@waypost/contract/placements/progress/calls';
import type { ProgressStep } from '@waypost/contract/placements/progress/rules';
import type { Role } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';

const viewers = { Student: 'student', Business: 'business', Teacher: 'school', Admin: 'school' } as const;
type Viewer = keyof typeof viewers;

const aStep = (step: ProgressStep, given: Partial<ShownStep> = {}): ShownStep => ({
  step,
  state: 'later',
  turn: [],
  at: null,
  is_current: false,
  ...given,
});

const aProgress = (steps: ShownStep[], given: Partial<Progress> = {}): Progress => ({
  project_id: id,
  student_id: 's',
  viewer: 'student',
  student: 'Maya Torres',
  business: 'Bayside Marine',
  title: 'Boatyard Intern',
  business_status: 'open',
  agreement_status: 'signed',
  evaluations: 1,
  hours: { accepted: 12.5, pending: 4, minimum: 450 },
  reflections: { answered: 1, questions: 3 },
  steps,
  ...given,
});

function open(role: Viewer, progress: Progress) {
  answer({
    '/api/current-user': aSession({ role: role satisfies Role }),
    '/api/getSettings': someSettings(),
    '/api/getProgress': { ...progress, viewer: viewers[role] },
  });
  openApp(`/project/${id}/progress`);
}

/** The list items of the steps only: the page has other lists too. */
const items = async () => {
  const current = await screen.findByRole('listitem', { current: 'step' });
  return within(current.parentElement ?? current).getAllByRole('listitem');
};

test('the student sees every step, and one button for the current one', async () => {
  open(
    'Student',
    aProgress([
      aStep('offer', { state: 'done', at: '2020-03-02T15:00:00.000Z' }),
      aStep('consent', { state: 'not needed' }),
      aStep('student signature', { state: 'done' }),
      aStep('guardian signature', { state: 'not needed' }),
      aStep('hours', { state: 'now', turn: ['business', 'student'], at: '2020-03-04', is_current: true }),
      aStep('reflections', { state: 'now', turn: ['student'], at: '2020-03-05' }),
      aStep('evaluations', { at: '2020-06-01' }),
      aStep('end'),
    ]),
  );
  expect(await screen.findByText('Boatyard Intern at Bayside Marine')).toBeTruthy();
  const steps = await items();
  expect(steps.map(({ innerText }) => innerText.split('\n').filter(Boolean))).toEqual([
    ['Offer accepted', 'Done on Mon 03/02/2020'],
    ['Guardian’s consent', 'Not needed'],
    ['Your signature', 'Done'],
    ['Guardian’s signature', 'Not needed'],
    ['Hours', 'Your turn since Wed 03/04/2020', '12.50 of 450 hours approved, 4.00 waiting', 'Log hours'],
    ['Reflections', 'Your turn since Thu 03/05/2020', '1 of 3 answered'],
    ['Evaluations', 'Planned for Mon 06/01/2020', '1 of 2 submitted'],
    ['End of the placement', 'Later'],
  ]);
  expect(steps.map((one) => one.getAttribute('aria-current'))).toEqual([
    null,
    null,
    null,
    null,
    'step',
    null,
    null,
    null,
  ]);
  expect(screen.getByRole('link', { name: 'Log hours' }).getAttribute('href')).toBe(`/project/${id}/hours`);
});

test('another person’s step has no button', async () => {
  open(
    'Business',
    aProgress([
      aStep('guardian signature', { state: 'now', turn: ['guardian'], at: '2020-03-04', is_current: true }),
    ]),
  );
  expect(await screen.findByText('Waiting for the parent or guardian since Wed 03/04/2020')).toBeTruthy();
  expect(await screen.findByText('Maya Torres at Bayside Marine: Boatyard Intern')).toBeTruthy();
  for (const step of await items()) expect(within(step).queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: 'All interns' }).getAttribute('href')).toBe('/interns/viewall');
});

test.each<[Viewer, ProgressStep, string, string]>([
  ['Student', 'student signature', 'Read and sign', `/project/${id}/agreement`],
  ['Student', 'project', 'Add the files', `/project/${id}/file`],
  ['Business', 'terms', 'Fill in', `/project/${id}/agreement`],
  ['Business', 'hours', 'Review hours', `/interns/hours_log/${id}`],
  ['Business', 'evaluations', 'Evaluate', `/evaluation/new/${id}`],
  ['Teacher', 'consent', 'See the guardians', '/profile/view/s'],
  ['Admin', 'sending', 'See the agreement', `/project/${id}/agreement`],
  ['Admin', 'sign-off', 'Check their work', `/admin/project/${id}`],
])('%s opens the screen of its step', async (role, step, button, path) => {
  open(role, aProgress([aStep(step, { state: 'now', turn: [viewers[role]], is_current: true })]));
  expect((await screen.findByRole('link', { name: button })).getAttribute('href')).toBe(path);
});

test('shows that an agreement was declined, and that a placement ended early', async () => {
  open(
    'Admin',
    aProgress(
      [
        aStep('sending', { state: 'now', turn: ['school'], is_current: true }),
        aStep('end', { state: 'done' }),
      ],
      { agreement_status: 'declined', business_status: 'terminated' },
    ),
  );
  expect(await screen.findByText('Declined to sign')).toBeTruthy();
  expect(screen.getByText('Ended early')).toBeTruthy();
  expect(screen.getByText(/What is not done is no longer needed/)).toBeTruthy();
});
