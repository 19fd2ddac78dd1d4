import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import {
  aProject as aBareProject,
  anEntry,
  aRunningProject as aProject,
  PROJECT_ID as id,
} from '../../../testing/projects.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

const as = (role: 'Student' | 'Business') => ({
  '/api/current-user': aSession({ role, business_name: 'Bayside Marine' }),
  '/api/getSettings': someSettings(),
});

test('a student logs hours, and sees them waiting for the business', async () => {
  const logged = aProject({ hours: [anEntry({ total_hours: 2, text_log: 'Painted.' })] });
  const requests = answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject(),
    '/api/project_createHoursLogEntry': logged,
  });
  openApp(`/project/${id}/hours`);
  const hours = await screen.findByRole('textbox', { name: /^Hours/ });
  await userEvent.clear(hours);
  await userEvent.type(hours, '2');
  await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), 'Painted.');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('1 entry is waiting for Bayside Marine’s approval.')).toBeDefined();
  const sent = requests.find(({ path }) => path === '/api/project_createHoursLogEntry')?.body;
  expect(sent).toMatchObject({ project_id: id, total_hours: 2, text_log: 'Painted.' });
});

test('asks before saving hours outside of the placement, and names the day', async () => {
  const logged = anEntry({
    notes: {
      outside: { day: '2026-02-10', first_day: '2026-02-16', last_day: '2026-08-31' },
      long_day: { day: '2026-02-10', hours: 9.5 },
      long_week: { monday: '2026-02-09', hours: 21, agreed: 20 },
    },
  });
  const requests = answer({
    ...as('Student'),
    '/api/loadStudentProject': aBareProject(),
    '/api/project_createHoursLogEntry': aBareProject({ hours: [logged] }),
  });
  openApp(`/project/${id}/hours`);
  const sent = () => requests.filter(({ path }) => path === '/api/project_createHoursLogEntry');
  await userEvent.fill(await screen.findByRole('textbox', { name: /^Day/ }), '09/03/2026');
  await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), 'Painted.');
  const save = screen.getByRole('button', { name: 'Save hours' });
  await userEvent.click(save);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save hours outside of the placement?' }));
  expect(
    dialog.getByText(/^Thu 09\/03\/2026 is after the last day of the placement, Mon 08\/31\/2026\./),
  ).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await userEvent.click(save);
  const again = within(await screen.findByRole('dialog'));
  await userEvent.click(again.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('1.00 hours logged. The business approves them next.')).toBeDefined();
  expect(sent()).toMatchObject([{ body: { start_date: '2026-09-03', total_hours: 1 } }]);
  for (const note of [
    'Tue 02/10/2026 is before the first day of the placement, Mon 02/16/2026',
    '9.50 hours on Tue 02/10/2026',
    '21.00 hours in the week of Mon 02/09/2026, 20.00 agreed',
  ])
    expect(screen.getByText(note)).toBeDefined();
});

test('refuses hours without an activity log, and sends nothing', async () => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  await userEvent.click(await screen.findByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('Activity Log Is Empty')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /Activity log/ })).toBe(document.activeElement);
  expect(requests.map(({ path }) => path)).not.toContain('/api/project_createHoursLogEntry');
});

test('an activity log with one long address fits the page', async () => {
  await resizeWindow(1024, 800);
  const text_log = `See https://example.test/${'a'.repeat(120)}`;
  answer({ ...as('Student'), '/api/loadStudentProject': aProject({ hours: [anEntry({ text_log })] }) });
  openApp(`/project/${id}/hours`);
  const table = await screen.findByRole('table');
  await within(table).findByText(text_log);
  expect(table.getBoundingClientRect().right).toBeLessThanOrEqual(1024);
});

test('the tabs of a project link to its log, reflections, summary, final project and agreement', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  const tabs = within(await screen.findByRole('navigation', { name: 'This placement' }));
  expect(tabs.getAllByRole('link').map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Hours Log', `/project/${id}/hours`],
    ['Reflections', `/project/${id}/reflections`],
    ['Final Summary', `/project/${id}/summary`],
    ['Final Project', `/project/${id}/file`],
    ['Agreement', `/project/${id}/agreement`],
  ]);
});

test('on a phone, the icons of the tabs line up and their labels do not touch', async () => {
  await resizeWindow(360, 740);
  answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  const tabs = await screen.findByRole('navigation', { name: 'This placement' });
  const icons = [...tabs.querySelectorAll('svg')].map((icon) => icon.getBoundingClientRect().top);
  expect(new Set(icons).size).toBe(1);
  const labels = within(tabs).getAllByRole('link').map(boxOfText);
  for (const [index, label] of labels.slice(1).entries())
    expect(label.left - (labels[index]?.right ?? 0)).toBeGreaterThanOrEqual(6);
});

test('on a tablet, each tab has its label on one line', async () => {
  await resizeWindow(768);
  answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/progress`);
  const tabs = within(await screen.findByRole('navigation', { name: 'This placement' }));
  for (const tab of tabs.getAllByRole('link')) expect(boxOfText(tab).height).toBeLessThan(30);
});

function boxOfText(element: HTMLElement): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element.lastChild ?? element);
  return range.getBoundingClientRect();
}

test('on a phone, the day, the hours, their chips and Save are in view when the log opens', async () => {
  await resizeWindow(360, 740);
  const project = aProject({
    supervisor_id_fk: {
      _id: 'g',
      name: 'Grace Quinn',
      email: 'grace@x.test',
      phone: '(410)555-0101',
      confirmed_at: null,
    },
    hours: [anEntry()],
  });
  answer({ ...as('Student'), '/api/loadStudentProject': project });
  openApp(`/project/${id}/hours`);
  const save = await screen.findByRole('button', { name: 'Save hours' });
  const above = save.getBoundingClientRect().top;
  const fields = [/^Day/, /^Hours/].map((name) => screen.getByRole('textbox', { name }));
  for (const control of [...fields, screen.getByRole('button', { name: '2.00 h' })])
    expect(control.getBoundingClientRect().bottom).toBeLessThan(above);
  const bar = screen.getByRole('navigation', { name: 'Bottom' });
  expect(save.getBoundingClientRect().bottom).toBeLessThan(bar.getBoundingClientRect().top);
});

test('an entry starts with one hour today', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  expect(await screen.findByRole('textbox', { name: /^Hours/ })).toHaveProperty('value', '1');
  const today = new Date().toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
  expect(screen.getByRole('textbox', { name: /^Day/ })).toHaveProperty('value', today);
});

test.each([
  ['0', 'Painted.', ['Hour log must be a number greater than 0', 'Error on Hour Log']],
  ['four', 'Painted.', ['Hour log must be a number greater than 0', 'Error on Hour Log']],
  ['', 'Painted.', ['Hour log must be a number greater than 0', 'Error on Hour Log']],
  ['30', 'Painted.', ['Check Your Form for errors', 'Form Error']],
  ['1', '', ['You must provide an activity log', 'Activity Log Is Empty']],
  ['0', '', ['You have not completely filled out the form.', 'Form Error']],
])('%s hours with the log “%s” are rejected with %j, and nothing is sent', async (total, log, words) => {
  const requests = answer({ ...as('Student'), '/api/loadStudentProject': aProject() });
  openApp(`/project/${id}/hours`);
  const hours = await screen.findByRole('textbox', { name: /^Hours/ });
  await userEvent.clear(hours);
  if (total) await userEvent.type(hours, total);
  if (log) await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), log);
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  const notice = within(await screen.findByRole('alert'));
  for (const word of words) expect(notice.getByText(word)).toBeDefined();
  expect(requests.map(({ path }) => path)).not.toContain('/api/project_createHoursLogEntry');
});

test.each(['1,5', '1:30'])('hours typed as %s are saved as 1.5', async (typed) => {
  const requests = answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject(),
    '/api/project_createHoursLogEntry': aProject(),
  });
  openApp(`/project/${id}/hours`);
  const hours = await screen.findByRole('textbox', { name: /^Hours/ });
  await userEvent.fill(hours, typed);
  expect(hours).toHaveProperty('value', typed);
  await userEvent.type(screen.getByRole('textbox', { name: /Activity log/ }), 'Painted.');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  await screen.findByText('Hours logged');
  const sent = requests.find(({ path }) => path === '/api/project_createHoursLogEntry');
  expect(sent?.body).toMatchObject({ total_hours: 1.5 });
});

test('shows an error when hours could not be saved, and keeps the input', async () => {
  answer({
    ...as('Student'),
    '/api/loadStudentProject': aProject(),
    '/api/project_createHoursLogEntry': refused(500, 'our-fault', 'Something went wrong'),
  });
  openApp(`/project/${id}/hours`);
  const log = await screen.findByRole('textbox', { name: /Activity log/ });
  await userEvent.type(log, 'Painted.');
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('Error Saving.')).toBeDefined();
  expect(screen.getByText('Something Went Wrong')).toBeDefined();
  expect(log).toHaveProperty('value', 'Painted.');
});

test('a terminated placement accepts no hours', async () => {
  answer({ ...as('Student'), '/api/loadStudentProject': aProject({ business_status: 'terminated' }) });
  openApp(`/project/${id}/hours`);
  expect(await screen.findByText('This placement was terminated')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Save hours' })).toBeNull();
});

test('only entries that are not approved can be deleted', async () => {
  const hours = [
    anEntry({ business_approved: 1 }),
    anEntry({ _id: 'e2', start_date: '2026-03-03', end_date: '2026-03-03' }),
  ];
  answer({ ...as('Student'), '/api/loadStudentProject': aProject({ hours }) });
  openApp(`/project/${id}/hours`);
  await screen.findByRole('table', { name: 'Logged hours' });
  const buttons = screen.getAllByRole('button', { name: /Delete the entry/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Delete the entry for Tue 03/03/2026',
  ]);
});

/** The summary of hours, compared to the minimum. */
const total = () => {
  const [words] = screen.getAllByText(/hours approved$/);
  return words?.closest('[role="status"]')?.textContent;
};

test('a business approves a pending entry, and the total changes', async () => {
  const approved = aProject({ hours: [anEntry({ business_approved: 1 })] });
  const requests = answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: [anEntry()] }),
    '/api/project_update_hoursApproval': approved,
  });
  openApp(`/interns/hours_log/${id}`);
  expect(await screen.findByText('1 entry, 4.00 hours')).toBeDefined();
  expect(total()).toBe('0.00 of 135 hours approved4.00 hours waiting for approval');
  // Buttons, because an unchecked checkbox would look like a disapproval.
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Approve 4.00 hours/ }));
  expect(await screen.findByText('4.00 hours approved.')).toBeDefined();
  expect(screen.getByText('Hours Update Successful')).toBeDefined();
  expect(sentIn(requests)).toEqual([{ project_id: id, hours_id: anEntry()._id, business_approved: 1 }]);
  expect(await screen.findByRole('checkbox', { name: /Accept 4.00 hours/, checked: true })).toBeDefined();
  expect(total()).toBe('4.00 of 135 hours approved');
});

test('a refused approval is reverted, with its reason', async () => {
  answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: [anEntry()] }),
    '/api/project_update_hoursApproval': refused(409, 'conflict', 'This placement is over.'),
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Approve 4.00 hours/ }));
  expect(await screen.findAllByText('This placement is over.')).not.toHaveLength(0);
  const row = within(screen.getByRole('table', { name: 'Maya Torres’s hours' }));
  await waitFor(() => expect(row.getByText('Pending')).toBeDefined());
});

test('staff read an intern’s hours without deciding anything', async () => {
  answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject({
      hours: [
        anEntry(),
        anEntry({ _id: 'e2', business_approved: 1, decided_by: 'Grace Hopper', decided_via: 'link' }),
        anEntry({ _id: 'e3', business_approved: -1, decided_by: 'Bayside Marine', decided_via: 'account' }),
      ],
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  expect(await screen.findAllByText('Sanded the hull.')).toHaveLength(3);
  for (const by of ['Grace Hopper, by link', 'Bayside Marine, with an account'])
    expect(screen.getByText(by)).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('on a phone, a decision stays on one line, above who made it', async () => {
  await resizeWindow(360);
  answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/loadStudentProject': aProject({
      hours: [anEntry({ business_approved: -1, decided_by: 'Dana Whitlock', decided_via: 'link' })],
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  const by = (await screen.findByText('Dana Whitlock, by link')).getBoundingClientRect();
  const badge = screen.getByText('Disapproved').getBoundingClientRect();
  expect(badge.height).toBeLessThan(32);
  expect(badge.bottom).toBeLessThanOrEqual(by.top);
});

const three = ['e1', 'e2', 'e3'].map((_id) => anEntry({ _id }));
const sentIn = (requests: ReturnType<typeof answer>) =>
  requests.filter(({ path }) => path === '/api/project_update_hoursApproval').map(({ body }) => body);

test('approves all pending entries with one call', async () => {
  const requests = answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: three }),
    '/api/project_update_hoursApproval': aProject({
      hours: three.map((entry) => ({ ...entry, business_approved: 1 })),
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all 3' }));
  expect(await screen.findByText('Hours Update Successful')).toBeDefined();
  expect(sentIn(requests)).toEqual([{ project_id: id, hours_id: ['e1', 'e2', 'e3'], business_approved: 1 }]);
  expect(screen.queryByRole('button', { name: /Approve all/ })).toBeNull();
  expect(screen.getByText('12.00')).toBeDefined();
});

test('on a laptop, the first pending entry starts in the top half of the business’s screen', async () => {
  await resizeWindow(1440, 900);
  answer({ ...as('Business'), '/api/loadStudentProject': aProject({ hours: three }) });
  openApp(`/interns/hours_log/${id}`);
  const [approve] = await screen.findAllByRole('button', { name: /^Approve 4.00 hours/ });
  expect(approve?.closest('tr')?.getBoundingClientRect().top).toBeLessThan(450);
});

test('on a tablet, the business reads what was done on cards, at their full width', async () => {
  await resizeWindow(768);
  answer({ ...as('Business'), '/api/loadStudentProject': aProject({ hours: three }) });
  openApp(`/interns/hours_log/${id}`);
  const [log] = await screen.findAllByText('Sanded the hull.');
  expect(log?.getBoundingClientRect().width).toBeGreaterThan(300);
});

test('says which entries were deleted meanwhile, and approves the rest', async () => {
  answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: three }),
    '/api/project_update_hoursApproval': aProject({
      hours: three.slice(1).map((entry) => ({ ...entry, business_approved: 1 })),
    }),
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all 3' }));
  expect(await screen.findByText(/1 of 3 entries was deleted by the student/)).toBeDefined();
});

test('reverts a failed approval of all entries, and says why', async () => {
  answer({
    ...as('Business'),
    '/api/loadStudentProject': aProject({ hours: three }),
    '/api/project_update_hoursApproval': refused(409, 'conflict', 'Not now.'),
  });
  openApp(`/interns/hours_log/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve all 3' }));
  expect(await screen.findAllByText('Not now.')).not.toHaveLength(0);
  expect(await screen.findByRole('button', { name: 'Approve all 3' })).toBeDefined();
  expect(screen.getAllByText('Pending')).toHaveLength(3);
});
