import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { aProject, PROJECT_ID as id } from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';

const project = aProject({
  final_summary: { text: 'I built a boat.', approved: false, updatedAt: null },
  sent_back: [
    { approval_type: 'summary', reason: 'Say what was hard.', sentBackAt: '2026-03-12T12:00:00.000Z' },
  ],
});

test.each([
  ['Student', `/project/${id}/summary`],
  ['Student', `/project/${id}/hours`],
  ['Admin', `/admin/project/${id}/summary`],
] as const)(
  'a student reads why work was sent back, and staff read it in the report',
  async (role, address) => {
    answer({
      '/api/current-user': aSession({ role }),
      '/api/getSettings': someSettings(),
      '/api/loadStudentProject': project,
      '/api/getProjectNotes': [],
    });
    openApp(address);
    expect((await screen.findAllByText('Final Summary: sent back on 03/12/2026')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Reason: Say what was hard.').length).toBeGreaterThan(0);
  },
);
