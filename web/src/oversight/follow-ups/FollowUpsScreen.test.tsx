import { screen, waitFor, within } from '@testing-library/dom';
import type { FollowUp } from '@waypost/contract/oversight/follow-ups/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { kindOf } from '../../../testing/notices.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { linesOf } from '../../../testing/saved.ts';
import { answer, partOf, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T15:00:00Z') }));

const ID = '00000000-0000-4000-8000-00000000000a';
const hours: FollowUp = {
  _id: `hours:${ID}`,
  kind: 'hours',
  subject_id: ID,
  student: 'Ada Lovelace',
  school: 'Bay High',
  program: 'Boats',
  business: 'Bayside Marine',
  title: 'Boat builder',
  since: '2026-02-20',
  waits_on: ['business'],
  snoozed_until: null,
  reminded_at: null,
};
const agreement: FollowUp = {
  ...hours,
  _id: `agreement:${ID}`,
  kind: 'agreement',
  waits_on: ['school'],
  student: 'Ben Cole',
};
const reminded = { people: 1, no_email: 0, already: 1, left: 0, sends_at: null };

function open(rows: FollowUp[], address = '', replies: object = {}) {
  const kept = { rows };
  const requests = answer({
    '/api/current-user': aSession({ role: 'Teacher' }),
    '/api/getSettings': someSettings(),
    '/api/loadTasks': { tasks: [], totals: [] },
    '/api/getSchools': [{ _id: '1', name: 'Bay High' }],
    '/api/getPrograms': [{ _id: '1', name: 'Boats' }],
    '/api/filterFollowUps': () => partOf(kept.rows.length, kept.rows),
    '/api/remindFollowUps': reminded,
    '/api/snoozeFollowUp': ({ body }: { body: unknown }) => {
      kept.rows = kept.rows.slice(1);
      return { snoozed_until: (body as { until: string }).until };
    },
    ...replies,
  });
  const { router } = openApp(`/admin/follow_ups${address}`);
  const bodies = (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
  return Object.assign(bodies, { router });
}
const table = async () => within(await screen.findByRole('table', { name: 'Follow-ups' }));

test('each row says what is waiting, for whom and since when, with buttons to remind and put off', async () => {
  const requests = open([hours, agreement]);
  const rows = (await (await table()).findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'Approve hours: Ada LovelaceBayside MarineBoat builderBay HighBoats02/20/2026RemindPut off',
    // The school does not remind itself.
    'Sign an agreement: Ben ColeThe schoolBoat builderBay HighBoats02/20/2026Put off',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remind: Approve hours: Ada Lovelace' }));
  expect(
    await screen.findByText('1 person was reminded by email. 1 person already had a reminder today.'),
  ).toBeTruthy();
  expect(requests('/api/remindFollowUps')).toEqual([{ _ids: [hours._id] }]);
});

test('a row that names its student waits for “the student”', async () => {
  open([{ ...hours, waits_on: ['student', 'business'] }]);
  expect((await table()).getByText('The student, Bayside Marine')).toBeTruthy();
});

test('a consent waits for a guardian, and leads to the student’s page', async () => {
  open([
    {
      ...hours,
      _id: `consent:${ID}`,
      kind: 'consent',
      waits_on: ['guardian'],
      business: '',
      title: '',
    },
  ]);
  const link = await (await table()).findByRole('link', {
    name: 'Decide about sharing information: Ada Lovelace',
  });
  expect(link.getAttribute('href')).toBe(`/profile/view/${ID}`);
  expect((await table()).getByText('A guardian')).toBeTruthy();
});

test('a row for staff links to where they do it, and can be put off and exported', async () => {
  open([
    { ...hours, _id: `draft:${ID}`, kind: 'draft', waits_on: ['school'] },
    { ...hours, _id: `guardian:${ID}`, kind: 'guardian', waits_on: ['school'], business: '', title: '' },
    { ...hours, _id: `consent:${ID}`, kind: 'consent', waits_on: ['school'], business: '', title: '' },
  ]);
  const found = await table();
  const links = await found.findAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Fill in or send an agreement: Ada Lovelace', `/project/${ID}/agreement`],
    ['Confirm a guardian: Ada Lovelace', `/profile/view/${ID}`],
    ['Ask for consent: Ada Lovelace', `/profile/view/${ID}`],
  ]);
  expect(found.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Put off',
    'Put off',
    'Put off',
  ]);
});

/** Presses "Remind everyone listed", and returns the confirmation dialog. */
async function askAboutAll() {
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Remind everyone listed' }));
  return within(await screen.findByRole('dialog', { name: 'Remind everyone listed?' }));
}

test('reminds everyone who matches the filter after a confirmation, including rows that are not loaded', async () => {
  let calls = 0;
  const requests = open([hours, agreement], '?kind=hours&age=7&schools=%5B%22Bay+High%22%5D', {
    '/api/filterFollowUps': () => partOf(730, [hours, agreement]),
    '/api/remindFollowUps': () => {
      calls += 1;
      return [
        { people: 199, no_email: 1, already: 3, left: 40, sends_at: null },
        { people: 40, no_email: 0, already: 203, left: 0, sends_at: null },
      ][calls - 1];
    },
  });
  const dialog = await askAboutAll();
  expect(dialog.getByText(/730 follow-ups\./)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Send reminders' }));
  expect(
    await screen.findByText(
      '239 people were reminded by email. 1 person gets no emails: they turned reminders off, or their address returns mail. 3 people already had a reminder today.',
    ),
  ).toBeTruthy();
  const all = {
    kind: 'hours',
    older_than: 7,
    snoozed: false,
    school_attending: ['Bay High'],
    affiliated_program: [],
  };
  expect(requests('/api/remindFollowUps')).toEqual([{ all }, { all }]);
  expect(requests('/api/filterFollowUps')).toContainEqual({ ...all, limit: 1, offset: 0 });
});

test('says so when no one is left to remind', async () => {
  const requests = open([hours], '', {
    '/api/filterFollowUps': ({ body }: { body: unknown }) =>
      (body as { limit: number }).limit === 1 ? partOf(0, []) : partOf(1, [hours]),
  });
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Remind everyone listed' }));
  expect(kindOf(await screen.findByText('There is no one on this list to remind.'))).toBe('warning');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('/api/remindFollowUps')).toEqual([]);
});

test('on a weekend, shows when the reminders go out', async () => {
  open([hours], '', {
    '/api/remindFollowUps': {
      people: 2,
      no_email: 1,
      already: 0,
      left: 0,
      sends_at: '2026-03-09T12:00:00.000Z',
    },
  });
  const dialog = await askAboutAll();
  await userEvent.click(dialog.getByRole('button', { name: 'Send reminders' }));
  expect(
    await screen.findByText(
      /^2 people get an email\. Reminders go out on Monday at 8:00\sAM\. 1 person gets no emails:/,
    ),
  ).toBeTruthy();
});

test('reports a failure to find or to remind everyone', async () => {
  let fails = false;
  open([hours], '', {
    '/api/filterFollowUps': ({ body }: { body: unknown }) =>
      fails && (body as { limit: number }).limit === 1
        ? refused(500, 'our-fault', 'Something went wrong')
        : partOf(1, [hours]),
    '/api/remindFollowUps': () => refused(500, 'our-fault', 'Something went wrong'),
  });
  await table();
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Remind everyone listed' }));
  expect(kindOf(await screen.findByText('500 ERROR'))).toBe('error');
  fails = false;
  const dialog = await askAboutAll();
  await userEvent.click(dialog.getByRole('button', { name: 'Send reminders' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

test('filters the list by kind and age', async () => {
  const requests = open([hours]);
  await table();
  const choose = (label: string, choice: string) =>
    userEvent.choose(screen.getByRole('combobox', { name: label }), choice);
  await choose('What', 'Evaluate an intern');
  await choose('Waiting for at least', '14 days');
  await waitFor(() =>
    expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({ kind: 'evaluation', older_than: 14 }),
  );
  await choose('What', 'Everything');
  await choose('Waiting for at least', 'Any time');
  await waitFor(() =>
    expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({ kind: null, older_than: null }),
  );
});

const theirs = { school_attending: ['Bay High'], affiliated_program: ['Boats'] };
const THEIRS = '?schools=%5B%22Bay+High%22%5D&programs=%5B%22Boats%22%5D';

test('filters the list by school and program, and keeps both in the URL', async () => {
  const requests = open([hours]);
  await table();
  const choose = async (list: string, name: string) => {
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${list}`) }));
    await userEvent.click(await screen.findByRole('checkbox', { name }));
  };
  await choose('Schools', 'Bay High');
  await waitFor(() =>
    expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({ ...theirs, affiliated_program: [] }),
  );
  expect(requests.router.state.location.search).toEqual({ schools: ['Bay High'] });
  await choose('Programs', 'Boats');
  await waitFor(() => expect(requests('/api/filterFollowUps').at(-1)).toMatchObject(theirs));
  expect(requests.router.state.location.search).toEqual({ schools: ['Bay High'], programs: ['Boats'] });
  await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() =>
    expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({
      school_attending: [],
      affiliated_program: [],
    }),
  );
  expect(requests.router.state.location.search).toEqual({});
});

test('the export and “Remind everyone listed” apply the school and program filters of the URL', async () => {
  const requests = open([hours], THEIRS);
  await table();
  expect(screen.getByRole('button', { name: /^Schools\s*1 chosen/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Programs\s*1 chosen/ })).toBeTruthy();
  await userEvent.saveFile(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('1 row saved as follow_ups.csv.')).toBeTruthy();
  expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({ ...theirs, exporting: true });
  const dialog = await askAboutAll();
  await userEvent.click(dialog.getByRole('button', { name: 'Send reminders' }));
  await screen.findByText(/^1 person was reminded by email/);
  expect(requests('/api/remindFollowUps')).toMatchObject([{ all: theirs }]);
  // Every request for the list, including the count for the confirmation.
  for (const body of requests('/api/filterFollowUps')) expect(body).toMatchObject(theirs);
});

test('the export has every filtered follow-up, with the labels of the list', async () => {
  const requests = open([hours, { ...agreement, reminded_at: '2026-03-02T15:00:00Z' }], '?age=7');
  await table();
  const saved = await userEvent.saveFile(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('2 rows saved as follow_ups.csv.')).toBeTruthy();
  expect(requests('/api/filterFollowUps').at(-1)).toMatchObject({
    older_than: 7,
    exporting: true,
    offset: 0,
  });
  const [header, ...lines] = linesOf(saved);
  expect(header).toBe('What,Student,School,Program,Business,Opportunity,Waiting for,Since,Last reminder');
  expect(lines).toEqual([
    'Approve hours,Ada Lovelace,Bay High,Boats,Bayside Marine,Boat builder,Bayside Marine,02/20/2026,',
    'Sign an agreement,Ben Cole,Bay High,Boats,Bayside Marine,Boat builder,The school,02/20/2026,03/02/2026',
  ]);
});

test('puts a row off until a day, and removes it from the list', async () => {
  const requests = open([hours, agreement]);
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Put off: Approve hours: Ada Lovelace' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Put this off?' }));
  expect(dialog.getByText(/^“Approve hours: Ada Lovelace” leaves the list until that day/)).toBeTruthy();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Until' }), '03/04/2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Put off' }));
  expect(await dialog.findByText('must be within the next 180 days')).toBeTruthy();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Until' }), '03/20/2026');
  await userEvent.click(dialog.getByRole('button', { name: 'Put off' }));
  await waitFor(() => expect(screen.queryByText('Approve hours: Ada Lovelace')).toBeNull());
  expect(requests('/api/snoozeFollowUp')).toEqual([{ _id: hours._id, until: '2026-03-20' }]);
});

test('a row that is put off says until when, and can be shown again', async () => {
  const requests = open([{ ...hours, snoozed_until: '2026-03-20' }], '?snoozed=true');
  await table();
  const button = screen.getByRole('button', {
    name: 'Put off until 03/20/2026. Show again: Approve hours: Ada Lovelace',
  });
  expect(button.textContent).toBe('Put off until 03/20/2026');
  await userEvent.click(button);
  await waitFor(() => expect(requests('/api/snoozeFollowUp')).toEqual([{ _id: hours._id, until: null }]));
});
