import { screen, waitFor, within } from '@testing-library/dom';
import type { Opportunity } from '@waypost/contract/opportunities/opportunities/calls';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { expect, test } from 'vitest';
import { anApplicant, anOpportunity } from '../../../testing/applications.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { resizeWindow } from '../../../testing/window-size.ts';

function open(
  applicants: Application[],
  opportunity: Partial<Opportunity> = {},
  answers: Record<string, Answer> = {},
) {
  const requests = answer({
    '/api/current-user': aSession({ role: 'Business', business_name: 'Bayside Marine' }),
    '/api/getSettings': someSettings(),
    '/api/loadOpportunity': anOpportunity(opportunity),
    '/api/getApplicants': applicants,
    ...answers,
  });
  openApp('/opportunity/applicants/opp');
  return requests;
}

const declining = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Decline \d applicants?$/ }));
  return within(await screen.findByRole('dialog', { name: /^Decline \d applicants?\?$/ }));
};

const student = (first_name: string) =>
  Object.assign({}, anApplicant().student_id_fk, { _id: first_name, first_name });

const names = async (group: string) =>
  within(await screen.findByRole('region', { name: group }))
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/application/view/'))
    .map((link) => link.textContent);

test('groups applicants into Open, Active and Closed, with the dates of the application and the last update', async () => {
  const requests = open([
    anApplicant({ _id: '1', student_id_fk: student('Ada') }),
    anApplicant({ _id: '2', student_id_fk: student('Bo'), status: 'Accepted' }),
    anApplicant({ _id: '3', student_id_fk: student('Cy'), status: 'Rescinded' }),
    anApplicant({ _id: '4', student_id_fk: student('Di'), status: 'Offered' }),
  ]);
  expect(await names('Open')).toEqual(['Ada Okafor', 'Di Okafor']);
  expect(await names('Active')).toEqual(['Bo Okafor']);
  expect(await names('Closed')).toEqual(['Cy Okafor']);
  const headers = within(screen.getByRole('region', { name: 'Open' })).getAllByRole('columnheader');
  expect(headers.map((header) => header.textContent)).toEqual([
    'Select',
    'Student',
    'Status',
    'Application Date',
    'Last Updated',
  ]);
  expect(screen.getAllByText('03/02/2026')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Ada Okafor' }).getAttribute('href')).toBe('/application/view/1');
  expect(requests.find(({ path }) => path === '/api/getApplicants')?.query).toEqual({ opp_id: 'opp' });
});

test.each([1280, 1000])(
  'on a screen of %d pixels, the groups’ columns are aligned, and a status is on one line',
  async (width) => {
    await resizeWindow(width);
    open([
      anApplicant({ _id: '1', student_id_fk: student('Ada'), status: 'Interview Scheduled' }),
      anApplicant({ _id: '2', student_id_fk: student('Bo'), status: 'Accepted' }),
      anApplicant({ _id: '3', student_id_fk: student('Cy'), status: 'Declined' }),
    ]);
    await names('Open');
    const groups = ['Open', 'Active', 'Closed'].map((name) => within(screen.getByRole('region', { name })));
    for (const name of ['Status', 'Application Date', 'Last Updated']) {
      const lefts = groups.map(
        (group) => group.getByRole('columnheader', { name }).getBoundingClientRect().left,
      );
      expect(new Set(lefts.map(Math.round)).size, name).toBe(1);
    }
    expect(groups[0]?.getByText('Interview Scheduled').offsetHeight).toBeLessThan(30);
  },
);

test.each(['2000-01-01', '2999-01-01'])(
  'shows applicants also if the employment starts on %s',
  async (day) => {
    open([anApplicant({ student_id_fk: student('Ada') })], { employment_start: day });
    expect(await names('Open')).toEqual(['Ada Okafor']);
  },
);

test('a deleted applicant’s row quotes the application’s id and links to it', async () => {
  open([anApplicant({ _id: 'lost-one', student_id_fk: null })]);
  expect(await screen.findByText(/contact the administrator and quote lost-one/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open the application' });
  expect(link.getAttribute('href')).toBe('/application/view/lost-one');
});

test('counts the spots taken, or for selected students those who accepted', async () => {
  open([anApplicant()], { available_slots: 3 });
  expect(await screen.findByText(/1 of 3 spots taken/)).toBeTruthy();
});

test('does not count seats that were offered by name against a total', async () => {
  open([anApplicant()], { audience: 'Specific', available_slots: 0 });
  expect(await screen.findByText(/1 of those you selected accepted/)).toBeTruthy();
});

test('an opportunity without applicants says when applications are open', async () => {
  open([], { application_open: '2026-03-01', application_close: '2026-03-31' });
  expect(await screen.findByText('No applicants yet')).toBeTruthy();
  expect(screen.getByText(/from 03\/01\/2026 to 03\/31\/2026/)).toBeTruthy();
});

test('shows an applicant’s school, program, class, first line of the letter, and résumé', async () => {
  const letter = '<p>I have built a boat.</p><p>It floats.</p>';
  open([
    anApplicant({ student_id_fk: student('Ada'), cover_letter: letter }),
    anApplicant({ _id: '2', student_id_fk: student('Bo'), cover_letter: 'Auto Applied', status: 'Accepted' }),
    anApplicant({ _id: '3', student_id_fk: { ...student('Cy'), affiliated_program: '' }, cover_letter: '' }),
  ]);
  const list = within(await screen.findByRole('region', { name: 'Open' }));
  expect(list.getByText('Severn River High School · Marine Trades · Class of 2027')).toBeTruthy();
  expect(list.getByText('Severn River High School · Class of 2027')).toBeTruthy();
  expect(list.getByText('I have built a boat.')).toBeTruthy();
  const resume = list.getByRole('link', { name: 'Open résumé Ada Okafor' });
  expect(resume.getAttribute('href')).toBe('/files/resume/resume.pdf');
  expect(screen.queryByText('Auto Applied')).toBeNull();
});

test('an applicant who proposes another time for the interview needs an answer, until that time has passed', async () => {
  const proposing = (first_name: string, proposed_at: string) =>
    anApplicant({
      _id: first_name,
      student_id_fk: student(first_name),
      status: 'Interview Scheduled',
      interview: {
        state: 'Proposed',
        starts_at: '2999-12-21T20:00:00.000Z',
        day: null,
        minutes: 30,
        place: '1 Main St',
        message: '',
        proposed_at,
        proposal: '',
      },
    });
  open([
    proposing('Ada', '2999-12-22T20:00:00.000Z'),
    proposing('Bo', '2020-12-22T20:00:00.000Z'),
    anApplicant({ _id: 'Cy', student_id_fk: student('Cy'), status: 'Interview Scheduled' }),
  ]);
  expect(await screen.findAllByText('Proposes another time')).toHaveLength(1);
  const row = within(screen.getByRole('row', { name: /Ada Okafor/ }));
  expect(row.getByText('Proposes another time')).toBeTruthy();
  const tones = screen.getAllByText('Interview Scheduled').map(({ dataset }) => dataset.tone);
  expect(tones).toEqual(['attention', 'waiting', 'waiting']);
});

test('declines several applicants together after a confirmation, with one message for each', async () => {
  let rows = ['Ada', 'Bo', 'Cy'].map((name) => anApplicant({ _id: name, student_id_fk: student(name) }));
  const requests = open(
    rows,
    {},
    {
      '/api/getApplicants': () => rows,
      '/api/declineApplications': ({ body }: { body: { application_ids: string[] } }) => {
        rows = rows.map((row) =>
          body.application_ids.includes(row._id) ? { ...row, status: 'Declined' } : row,
        );
        return { message: 'success', declined: body.application_ids };
      },
    },
  );
  const sent = () => requests.filter(({ path }) => path === '/api/declineApplications');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ada Okafor' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Cy Okafor' }));
  const dialog = await declining();
  expect(
    dialog.getByText(/of Ada Okafor, Cy Okafor\. You can still offer the placement later\./),
  ).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Message').value).toMatch(
    /^Thank you for taking the time/,
  );
  expect(sent()).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Message'), ' Thank you, and good luck! ');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline 2 applicants' }));
  expect(await screen.findByText('2 applications are declined.')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([
    { application_ids: ['Ada', 'Cy'], message: 'Thank you, and good luck!' },
  ]);
  await waitFor(async () => expect(await names('Open')).toEqual(['Bo Okafor']));
  // Once the dialog has closed.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('group-Open'));
});

test('shows a failure to decline in the dialog, and keeps the selection', async () => {
  open(
    [anApplicant({ student_id_fk: student('Ada') })],
    {},
    {
      '/api/declineApplications': refused(404, 'not-found', 'We couldn’t find this'),
    },
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 1 shown' }));
  const dialog = await declining();
  await userEvent.click(dialog.getByRole('button', { name: 'Decline 1 applicant' }));
  expect(await dialog.findByText('We couldn’t find this')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('checkbox', { name: 'Select Ada Okafor' })).toHaveProperty('checked', true);
});

test('only applicants who can be declined can be selected', async () => {
  open([
    anApplicant({ _id: '1', student_id_fk: student('Ada') }),
    anApplicant({ _id: '2', student_id_fk: student('Bo'), status: 'Offered' }),
  ]);
  await names('Open');
  const boxes = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
  expect(boxes).toEqual([null, 'Select Ada Okafor']);
});

test('shows a business its own stars and note next to an applicant', async () => {
  open([anApplicant({ business_stars: 4, business_notes: 'Asks good questions.' })]);
  expect(await screen.findByRole('img', { name: '4 of 5 stars' })).toBeTruthy();
  expect(screen.getByText('Your note: Asks good questions.')).toBeTruthy();
});
