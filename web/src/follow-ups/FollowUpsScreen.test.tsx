import { screen, waitFor, within } from '@testing-library/react';
import type { FollowUp } from '@waypost/contract/follow-ups/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { aSession, someSettings } from '../../testing/people.ts';
import { openApp } from '../../testing/render.tsx';
import { answer, partOf } from '../../testing/server.ts';
import { userEvent } from '../../testing/user-event.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T15:00:00Z') }));

const ID = '00000000-0000-4000-8000-00000000000a';
const hours: FollowUp = {
  ...{ _id: `hours:${ID}`, kind: 'hours', subject_id: ID, student: 'Ada Lovelace', school: 'Bay High' },
  ...{ program: 'Boats', business: 'Bayside Marine', title: 'Boat builder', since: '2026-02-20' },
  ...{ waits_on: ['business'], snoozed_until: null, reminded_at: null },
};
const consent: FollowUp = {
  ...{ ...hours, _id: `agreement:${ID}`, kind: 'agreement' },
  ...{ waits_on: ['guardian'], student: 'Ben Cole' },
};

function open(rows: FollowUp[], address = '') {
  const kept = { rows };
  const asked = answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/getSchools': [{ _id: '1', name: 'Bay High' }],
    '/api/getPrograms': [{ _id: '1', name: 'Boats' }],
    '/api/filterFollowUps': () => partOf(kept.rows.length, kept.rows),
    '/api/remindFollowUps': { people: 1, already: 1 },
    '/api/snoozeFollowUp': ({ body }: { body: unknown }) => {
      kept.rows = kept.rows.slice(1);
      return { snoozed_until: (body as { until: string }).until };
    },
  });
  openApp(`/admin/follow_ups${address}`);
  return (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body);
}
const table = async () => within(await screen.findByRole('table', { name: 'Follow-ups' }));

test('each says what is waiting, for whom and since when, and can be reminded of and put off', async () => {
  const asked = open([hours, consent]);
  const rows = (await (await table()).findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'Approve hours: Ada LovelaceBayside MarineBoat builderBay HighBoats02/20/26RemindPut off',
    // Whoever has no account cannot be reminded.
    'Sign an agreement: Ben ColeA guardianBoat builderBay HighBoats02/20/26Put off',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remind: Approve hours: Ada Lovelace' }));
  expect(
    await screen.findByText('1 person was reminded. 1 person had a reminder today already.'),
  ).toBeTruthy();
  expect(asked('/api/remindFollowUps')).toEqual([{ _ids: [hours._id] }]);
});

test('all that are listed are reminded at once, after a question', async () => {
  const asked = open([hours, consent], '?kind=hours&age=7&schools=%5B%22Bay+High%22%5D');
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Remind everyone listed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind everyone listed?' }));
  expect(dialog.getByText(/1 follow-up\./)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Send reminders' }));
  await waitFor(() => expect(asked('/api/remindFollowUps')).toEqual([{ _ids: [hours._id] }]));
  const filter = {
    ...{
      kind: 'hours',
      older_than: 7,
      snoozed: false,
      school_attending: ['Bay High'],
      affiliated_program: [],
    },
  };
  expect(asked('/api/filterFollowUps').slice(0, 2)).toEqual([
    { ...filter, limit: 100, offset: 0 },
    { ...filter, limit: 500, offset: 0 },
  ]);
});

test('one is put off until a day, and leaves the list', async () => {
  const asked = open([hours, consent]);
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Put off: Approve hours: Ada Lovelace' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put this off?' }));
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Until' }), '03/04/2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Put off' }));
  expect(await dialog.findByText('must be within the next 180 days')).toBeTruthy();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Until' }), '03/20/2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Put off' }));
  await waitFor(() => expect(screen.queryByText('Approve hours: Ada Lovelace')).toBeNull());
  expect(asked('/api/snoozeFollowUp')).toEqual([{ _id: hours._id, until: '2026-03-20' }]);
});

test('what is put off says until when, and can be shown again', async () => {
  const asked = open([{ ...hours, snoozed_until: '2026-03-20' }], '?snoozed=true');
  await table();
  const button = screen.getByRole('button', { name: 'Show again now: Approve hours: Ada Lovelace' });
  expect(button.textContent).toBe('Off until 03/20/26');
  await userEvent.click(button);
  await waitFor(() => expect(asked('/api/snoozeFollowUp')).toEqual([{ _id: hours._id, until: null }]));
});
