import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { anEntry, aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';

const question = {
  _id: 'q',
  ordinal: 1,
  question_text: 'What did you learn?',
  question_text_es: '',
  answer_text: '',
  status: 'unlocked' as const,
};
const project = aProject({
  hours: [anEntry()],
  reflections: [question],
  final_summary: { text: '', approved: false, updatedAt: null },
});

function open(path: string, approved: boolean) {
  answer({
    '/api/current-user': aSession({ role: 'Student', approved, deactivated: !approved }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': project,
    '/api/getProjectsByStudent': [project],
  });
  openApp(path);
}

const WORKS = /Save hours|Save answer|Save summary|Upload|Delete the entry|Log hours/;

test.each(['hours', 'reflections', 'summary', 'file'])(
  'a deactivated student can only read the %s of a placement, and learns why',
  async (tab) => {
    open(`/project/${id}/${tab}`, false);
    expect(await screen.findByText('Your account is deactivated.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: WORKS })).toBeNull();
  },
);

test.each(['hours', 'reflections', 'summary', 'file'])('an active student can edit the %s', async (tab) => {
  open(`/project/${id}/${tab}`, true);
  expect((await screen.findAllByRole('button', { name: WORKS })).length).toBeGreaterThan(0);
  expect(screen.queryByText('Your account is deactivated.')).toBeNull();
});

test('My Jobs also tells a deactivated student', async () => {
  open('/projects/viewall', false);
  expect(await screen.findByText('Your account is deactivated.')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'See hours' })).toBeDefined();
});
