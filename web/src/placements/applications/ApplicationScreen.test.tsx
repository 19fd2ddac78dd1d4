import { screen, waitFor, within } from '@testing-library/dom';
import type { User } from '@waypost/contract/people/profiles/calls';
import type { Application, Interview } from '@waypost/contract/placements/applications/calls';
import { expect, test } from 'vitest';
import { anApplication } from '../../../testing/applications.ts';
import { asText, everyTerm, factsIn } from '../../../testing/opportunities.ts';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { type Answer, answer, refused } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';
import { termFacts } from '../../opportunities/opportunities/opportunity-facts.tsx';

const anInterview: Interview = {
  state: 'Invited',
  starts_at: '2999-12-21T20:30:00.000Z',
  day: null,
  minutes: 30,
  place: '2 Dock Street',
  message: 'Ask for Grace.',
  proposed_at: null,
  proposal: '',
};
const business = { role: 'Business', business_name: 'Bayside Marine' } as const;

/** The minimum duration of a reply, by when the disabled button has lost the focus. */
const untilFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const named = (first_name: string) => Object.assign({}, anApplication().student_id_fk, { first_name });

function open(user: Partial<User>, given: Partial<Application>, moved?: Answer) {
  let application = anApplication(given);
  const reply = (overrides: Partial<Interview>) => {
    const interview = { ...(application.interview ?? anInterview), ...overrides };
    application = { ...application, interview };
    return { message: 'success', application };
  };
  const requests = answer({
    '/api/current-user': aSession(user),
    '/api/getSettings': someSettings(),
    '/api/getApplicationById': () => application,
    '/api/getApplicants': () => [
      anApplication({ _id: 'before', student_id_fk: named('Ada') }),
      application,
      anApplication({ _id: 'after', student_id_fk: named('Zoe') }),
    ],
    '/api/saveApplicantNote': ({ body }: { body: { note: string; stars: number } }) => {
      application = { ...application, business_notes: body.note, business_stars: body.stars };
      return { message: 'success', application };
    },
    '/api/offerPlacement': async ({ body }: { body: { message: string; reply_by: string } }) => {
      await untilFrames();
      const offer = { offer_message: body.message, reply_by: body.reply_by };
      application = {
        ...application,
        ...offer,
        status: 'Offered',
        offer_sends_at: '2026-03-04T15:00:10.000Z',
      };
      return { message: 'success', application };
    },
    '/api/inviteToInterview': ({ body }: { body: Record<'time' | 'place' | 'message', string> }) => {
      const interview = { ...anInterview, place: body.place, message: body.message };
      if (!body.time) interview.starts_at = null;
      application = { ...application, status: 'Interview Scheduled', interview };
      return { message: 'success', application };
    },
    '/api/confirmInterview': ({ body }: { body: { starts_at: string } }) =>
      reply({ state: 'Confirmed', starts_at: body.starts_at, proposed_at: null }),
    '/api/proposeInterviewTime': ({ body }: { body: { message: string } }) =>
      reply({ state: 'Proposed', proposed_at: '2999-12-22T20:00:00.000Z', proposal: body.message }),
    '/api/cancelInterview': () => reply({ state: 'Canceled' }),
    '/api/undoOffer': async () => {
      await untilFrames();
      application = {
        ...application,
        status: 'New',
        offer_message: '',
        reply_by: null,
        offer_sends_at: null,
      };
      return { message: 'success', application };
    },
    '/api/takeBackOffer': () => {
      application = { ...application, status: 'New', offer_message: '', reply_by: null };
      return { message: 'success', application };
    },
    '/api/updateApplicationStatus':
      moved ??
      (({ body }: { body: Partial<Application> }) => {
        const project_id = body.status === 'Accepted' ? 'project' : null;
        application = { ...application, ...body, project_id };
        return { message: 'success', application };
      }),
  });
  openApp('/application/view/app');
  return (call = 'updateApplicationStatus') => requests.filter(({ path }) => path === `/api/${call}`);
}

const status = async () => within(await screen.findByRole('region', { name: 'Status' }));
const moves = async () => (await status()).queryAllByRole('button').map((button) => button.textContent);

test.each([
  [business, 'New', ['Offer the placement', 'Schedule an interview', 'Decline']],
  [business, 'Interview Scheduled', ['Offer the placement', 'Decline']],
  [business, 'Offered', ['Take back offer']],
  [business, 'Accepted', []],
  [business, 'Declined', ['Offer again']],
  [business, 'Rescinded', ['Offer again']],
  [{ role: 'Student' }, 'New', ['Withdraw application']],
  [{ role: 'Student' }, 'Interview Scheduled', ['Withdraw application']],
  [{ role: 'Student' }, 'Offered', ['Accept the offer', 'Decline the offer']],
  [{ role: 'Student' }, 'Declined', []],
  [{ role: 'Student' }, 'Rescinded', []],
  [{ role: 'Teacher' }, 'New', []],
  [{ role: 'Admin' }, 'Offered', []],
] as const)('%o sees for an application that is %s the buttons %o', async (user, stands, buttons) => {
  open(user, { status: stands });
  expect((await status()).getByText(stands)).toBeTruthy();
  expect(await moves()).toEqual(buttons);
});

test('a user who is not approved can withdraw and decline, and learns why they cannot accept', async () => {
  open({ role: 'Student', approved: false }, { status: 'Offered' });
  expect(await moves()).toEqual(['Decline the offer']);
  expect((await status()).getByText('You can accept once your account is approved.')).toBeTruthy();
});

test.each([
  ['New', null],
  ['Interview Scheduled', anInterview],
  ['Offered', null],
] as const)(
  'a deactivated student has no buttons for an application that is %s, and learns why',
  async (stands, interview) => {
    open({ role: 'Student', approved: false, deactivated: true }, { status: stands, interview });
    expect(await moves()).toEqual([]);
    if (interview)
      expect(within(screen.getByRole('region', { name: 'Interview' })).queryByRole('button')).toBeNull();
    expect(screen.getByRole('region', { name: 'Your account is deactivated' })).toBeTruthy();
    expect(screen.queryByText('You can accept once your account is approved.')).toBeNull();
  },
);

test('a business that is not approved cannot read applications', async () => {
  open({ ...business, approved: false }, { status: 'New' });
  expect(await screen.findByRole('heading', { name: 'Your account is not approved yet' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Student' })).toBeNull();
});

/** What a business does not see of a student whose name is all it may see. */
const hidden = {
  school_attending: null,
  affiliated_program: null,
  graduation_year: null,
  focus_areas: null,
  profile_pic_id_fk: null,
  resume_file_id_fk: null,
};

test('after a refused release, a business reads why it sees only the name', async () => {
  const { student_id_fk: student } = anApplication({});
  open(business, {
    status: 'New',
    is_released: false,
    cover_letter: null,
    student_id_fk: student && { ...student, ...hidden },
  });
  const card = within(await screen.findByRole('region', { name: 'Student' }));
  expect(card.getByText('The school may not share more about this student.')).toBeTruthy();
  expect(card.queryByText(/once they accept your offer/)).toBeNull();
  const letter = within(screen.getByRole('region', { name: 'Cover letter' }));
  expect(letter.getByText('The school may not share more about this student.')).toBeTruthy();
});

test('an application with only the student’s name has no link to the student', async () => {
  const { student_id_fk: student } = anApplication({});
  open(business, { status: 'Offered', student_id_fk: student && { ...student, ...hidden } });
  const card = within(await screen.findByRole('region', { name: 'Student' }));
  expect(card.getByRole('heading').textContent).toBe(`${student?.first_name} ${student?.last_name}`);
  expect(card.queryByRole('link')).toBeNull();
  expect(card.queryByText('No résumé uploaded')).toBeNull();
  expect(card.getByText(/once they accept your offer/)).toBeTruthy();
});

test('accepting shows a congratulation and links to the project', async () => {
  const moved = open({ role: 'Student' }, { status: 'Offered' });
  await userEvent.click((await status()).getByRole('button', { name: 'Accept the offer' }));
  const link = await screen.findByRole('link', { name: 'Go to your placement' });
  expect(link.getAttribute('href')).toBe('/project/project/hours');
  expect(screen.getAllByText('Congratulations! You have a placement at Bayside Marine.')).not.toEqual([]);
  expect(moved().map(({ body }) => body)).toEqual([{ application_id: 'app', status: 'Accepted' }]);
});

const offerDialog = async () => {
  await userEvent.click((await status()).getByRole('button', { name: 'Offer the placement' }));
  return within(await screen.findByRole('dialog', { name: 'Offer the placement to Maya Okafor?' }));
};
const dayIn14 = () => {
  const [month, day, year] = new Date(Date.now() + 14 * 86_400_000)
    .toLocaleDateString('en-US', { timeZone: 'America/New_York' })
    .split('/')
    .map((part) => part.padStart(2, '0'));
  return { shown: `${month}/${day}/${year}`, sent: `${year}-${month}-${day}` };
};

test('an offer is confirmed with a message and a last day, and can be undone until it is mailed', async () => {
  const made = open(business, { status: 'New' });
  const requests = await offerDialog();
  expect(requests.getByLabelText<HTMLInputElement>('Reply by *').value).toBe(dayIn14().shown);
  await userEvent.fill(requests.getByLabelText('Message'), 'Welcome aboard.');
  await userEvent.click(requests.getByRole('button', { name: 'Offer placement' }));
  const undo = await screen.findByRole('button', { name: 'Undo offer' });
  await waitFor(() => expect(document.activeElement).toBe(undo));
  expect(made('offerPlacement').map(({ body }) => body)).toEqual([
    { application_id: 'app', message: 'Welcome aboard.', reply_by: dayIn14().sent },
  ]);
  expect((await status()).getByText(/gets an email about your offer in a few seconds/)).toBeTruthy();
  expect(await moves()).toEqual(['Undo offer']);
  await userEvent.keyboard('{Enter}');
  await waitFor(async () =>
    expect(await moves()).toEqual(['Offer the placement', 'Schedule an interview', 'Decline']),
  );
  expect(made('undoOffer')).toHaveLength(1);
  const line = screen.getByText('Maya Okafor is waiting for your answer.');
  await waitFor(() => expect(document.activeElement).toBe(line));
});

test('an offer with a past or missing last day shows an error at the field, and is not made', async () => {
  const made = open(business, { status: 'New' });
  const requests = await offerDialog();
  for (const [day, why] of [
    ['03/04/2020', 'must not be in the past'],
    ['03/04/2999', 'must be within 90 days'],
    ['next week', 'must be a date, MM/DD/YYYY'],
    ['', 'this field is required'],
  ] as const) {
    await userEvent.fill(requests.getByLabelText('Reply by *'), day);
    await userEvent.click(requests.getByRole('button', { name: 'Offer placement' }));
    expect(await requests.findByText(why)).toBeTruthy();
  }
  expect(made('offerPlacement')).toEqual([]);
});

test('a student reads the business’s message and the last day to reply', async () => {
  open({ role: 'Student' }, { status: 'Offered', offer_message: 'Welcome aboard.', reply_by: '2026-12-21' });
  const part = await status();
  expect(part.getByText('Welcome aboard.')).toBeTruthy();
  expect(part.getByText(/offered you this placement. Reply by Mon 12\/21\/2026./)).toBeTruthy();
});

test.each([
  [{ role: 'Student' }, 'You can still answer the offer.'],
  [business, 'You can wait, or take the offer back.'],
] as const)('%o reads after the reply-by date: %s', async (user, sentence) => {
  open(user, { status: 'Offered', reply_by: '2026-03-01' });
  expect((await status()).getByText(new RegExp(sentence))).toBeTruthy();
});

test('a business cannot take an offer back before its reply-by date', async () => {
  open(business, { status: 'Offered', reply_by: '2999-12-21' });
  expect(await moves()).toEqual([]);
});

test('a business takes an offer back after its reply-by date and a confirmation', async () => {
  const made = open(business, { status: 'Offered', reply_by: '2026-03-01' });
  await userEvent.click((await status()).getByRole('button', { name: 'Take back offer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  expect(made('takeBackOffer')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Take back offer' }));
  const line = await screen.findByText('Maya Okafor is waiting for your answer.');
  await waitFor(() => expect(document.activeElement).toBe(line));
  expect(made('takeBackOffer').map(({ body }) => body)).toEqual([{ application_id: 'app' }]);
});

test('Interview Scheduled is one press, and its date, time and place can be added later', async () => {
  const made = open(business, { status: 'New' });
  await userEvent.click((await status()).getByRole('button', { name: 'Schedule an interview' }));
  expect(await (await panel()).findByRole('button', { name: 'Add date, time and place' })).toBeTruthy();
  expect(made().map(({ body }) => body)).toEqual([{ application_id: 'app', status: 'Interview Scheduled' }]);
  expect(made('inviteToInterview')).toEqual([]);
});

test('asks for confirmation before ending an application, and does nothing on Cancel', async () => {
  const moved = open(business, { status: 'New' });
  await userEvent.click((await status()).getByRole('button', { name: 'Decline' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  expect(dialog.textContent).toContain('This ends the application of Maya Okafor.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(moved()).toEqual([]);
  await userEvent.click((await status()).getByRole('button', { name: 'Decline' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('You declined Maya Okafor’s application.')).toBeTruthy();
  expect((await status()).getByText('Declined')).toBeTruthy();
  expect(moved()).toHaveLength(1);
});

test('a move shows immediately, and reverts with the reason when it is refused', async () => {
  let refuse = () => {};
  const answered = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  open({ role: 'Student' }, { status: 'Offered' }, async () => {
    await answered;
    return refused(409, 'conflict', 'This opportunity is full');
  });
  await userEvent.click((await status()).getByRole('button', { name: 'Accept the offer' }));
  expect(await (await status()).findByText('Accepted')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Go to your placement' })).toBeNull();
  refuse();
  await waitFor(async () => expect(await moves()).toEqual(['Accept the offer', 'Decline the offer']));
  expect((await screen.findAllByText('This opportunity is full')).length).toBeGreaterThan(0);
});

/** Opens an application that is no longer New when `call` is made, so that it is refused with `why`. */
function openOutdated(user: Partial<User>, now: Application['status'], call: string, why: string) {
  let application = anApplication({ status: 'New' });
  answer({
    '/api/current-user': aSession(user),
    '/api/getSettings': someSettings(),
    '/api/getApplicationById': () => application,
    '/api/getApplicants': () => [application],
    [`/api/${call}`]: () => {
      application = anApplication({ status: now });
      return refused(409, 'conflict', why);
    },
  });
  openApp('/application/view/app');
}

test('a refused move shows why, and the application as it is now', async () => {
  const why = 'This application is Declined, so it cannot be moved to Rescinded';
  openOutdated({ role: 'Student' }, 'Declined', 'updateApplicationStatus', why);
  const withdraw = { name: 'Withdraw application' };
  await userEvent.click((await status()).getByRole('button', withdraw));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', withdraw));
  expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
  expect(await (await status()).findByText('Declined')).toBeTruthy();
  expect(await moves()).toEqual([]);
});

test('a refused offer says why in its dialog, and then shows the application as it is now', async () => {
  const why = 'This application is Rescinded, so it cannot be moved to Offered';
  openOutdated(business, 'Rescinded', 'offerPlacement', why);
  const requests = await offerDialog();
  await userEvent.click(requests.getByRole('button', { name: 'Offer placement' }));
  expect((await requests.findByRole('alert')).textContent).toContain(why);
  await userEvent.click(requests.getByRole('button', { name: 'Cancel' }));
  expect(await (await status()).findByText('Rescinded')).toBeTruthy();
  expect(await moves()).toEqual(['Offer again']);
});

test('a student sees the details of the placement again', async () => {
  open({ role: 'Student' }, {});
  const placement = within(await screen.findByRole('region', { name: 'The placement' }));
  for (const [fact, words] of [
    ['Type', 'Internship, Onsite'],
    ['Place', 'Annapolis, MD'],
    ['Pay', 'Paid'],
    ['Starts', '06/01/2026'],
    ['Ends', '08/31/2026'],
  ] as const)
    expect([fact, placement.getByText(fact).nextElementSibling?.textContent]).toEqual([fact, words]);
});

test('shows a student every term of the opportunity they applied to', async () => {
  const opportunity_id_fk = { ...anApplication().opportunity_id_fk, ...everyTerm };
  open({ role: 'Student' }, { opportunity_id_fk });
  const placement = await screen.findByRole('region', { name: 'The placement' });
  expect(factsIn(placement)).toEqual(expect.arrayContaining(asText(termFacts(opportunity_id_fk))));
});

test('a business sees the letter, the student and the résumé', async () => {
  open(business, {});
  expect(await screen.findByText('I have built a boat.')).toBeTruthy();
  expect(screen.queryByText('Student missing')).toBeNull();
  const student = within(screen.getByRole('region', { name: 'Student' }));
  for (const fact of ['Severn River High School', 'Marine Trades', '2027', 'Boats'])
    expect(student.getByText(fact)).toBeTruthy();
  expect(student.getByRole('link', { name: 'Open résumé' }).getAttribute('href')).toBe(
    '/files/resume/resume.pdf',
  );
});

test('when the pressed button disappears, the focus moves to the status line', async () => {
  open(business, { status: 'New' });
  await userEvent.click((await status()).getByRole('button', { name: 'Decline' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
  const end = await screen.findByText('This application was declined.');
  await waitFor(() => expect(document.activeElement).toBe(end));
});

test('a business can only decline an application whose student was deleted', async () => {
  open(business, { student_id_fk: null });
  expect(await moves()).toEqual(['Decline']);
  expect((await status()).getByText('The student who applied has left.')).toBeTruthy();
});

test('an application whose student was deleted says whom to contact, and quotes its id', async () => {
  open(business, { student_id_fk: null });
  const message = await screen.findByText(/Please contact the administrator and quote app/);
  expect(message).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Application');
});

test('shows that a student who was selected by name wrote no letter', async () => {
  open(business, { cover_letter: 'Auto Applied', status: 'Offered' });
  expect(await screen.findByText('Auto Applied')).toBeTruthy();
  expect(screen.getByText(/chose this student by name/)).toBeTruthy();
});

test('says once that an application could not be loaded, and offers to retry', async () => {
  answer({
    '/api/current-user': aSession(business),
    '/api/getSettings': someSettings(),
    '/api/getApplicationById': refused(503, 'unavailable', 'Waypost is unavailable right now'),
  });
  openApp('/application/view/app');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getAllByText('Waypost is unavailable right now')).toHaveLength(1);
});

const panel = async () => within(await screen.findByRole('region', { name: 'Interview' }));
const scheduled = (overrides: Partial<Interview> = {}) =>
  ({ status: 'Interview Scheduled', interview: { ...anInterview, ...overrides } }) as const;

test('a business invites with a date, a time and a place', async () => {
  const made = open(business, { status: 'Interview Scheduled', interview: null });
  const form = await panel();
  await userEvent.click(form.getByRole('button', { name: 'Add date, time and place' }));
  expect(await form.findByText(/Times are in Eastern Time\./)).toBeTruthy();
  await userEvent.fill(form.getByRole('textbox', { name: 'Date' }), '12/21/2999');
  await userEvent.choose(form.getByRole('combobox', { name: 'Length' }), '45');
  await userEvent.fill(form.getByLabelText('Place or link'), '2 Dock Street');
  await userEvent.fill(form.getByLabelText('Message'), 'Ask for Grace.');
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }));
  expect(await form.findByText('Waiting for Maya Okafor to confirm.')).toBeTruthy();
  expect(form.getByText(/Sat 12\/21\/2999 3:30\sPM EST, 30 minutes/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Interview' })));
  expect(made('inviteToInterview').map(({ body }) => body)).toEqual([
    {
      application_id: 'app',
      date: '2999-12-21',
      time: '15:30',
      minutes: 45,
      place: '2 Dock Street',
      message: 'Ask for Grace.',
    },
  ]);
});

test('a business invites without a date, time or place, and adds them later', async () => {
  const made = open(business, { status: 'Interview Scheduled', interview: null });
  const form = await panel();
  await userEvent.click(form.getByRole('button', { name: 'Add date, time and place' }));
  await userEvent.click(await form.findByRole('button', { name: 'Send invitation' }));
  expect(await form.findByText('Add the date and time once they’re arranged.')).toBeTruthy();
  expect(form.getByText('To be arranged')).toBeTruthy();
  const nothing = { date: '', time: '', minutes: 30, place: '', message: '' };
  expect(made('inviteToInterview').map(({ body }) => body)).toEqual([{ application_id: 'app', ...nothing }]);
  await userEvent.click(form.getByRole('button', { name: 'Change interview' }));
  await userEvent.fill(await form.findByRole('textbox', { name: 'Date' }), '12/21/2999');
  expect(form.getByLabelText('Time')).toHaveProperty('value', '15:30');
});

test('a student proposes a time for an interview without one', async () => {
  open({ role: 'Student' }, scheduled({ starts_at: null, day: '2999-12-21' }));
  const part = await panel();
  expect(part.getByText('12/21/2999, time to be arranged')).toBeTruthy();
  expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Propose a time']);
});

test('a student confirms the time of an invitation', async () => {
  const made = open({ role: 'Student' }, scheduled({ place: 'https://meet.example.org/bay' }));
  const part = await panel();
  expect(part.getByText('Ask for Grace.')).toBeTruthy();
  const link = part.getByRole('link', { name: 'https://meet.example.org/bay' });
  expect(link.getAttribute('href')).toBe('https://meet.example.org/bay');
  await userEvent.click(part.getByRole('button', { name: 'Confirm time' }));
  expect(await part.findByText('This time is confirmed.')).toBeTruthy();
  expect(made('confirmInterview').map(({ body }) => body)).toEqual([
    { application_id: 'app', starts_at: anInterview.starts_at },
  ]);
});

test('a student proposes another time, starting from the invitation’s', async () => {
  const made = open({ role: 'Student' }, scheduled());
  const part = await panel();
  await userEvent.click(part.getByRole('button', { name: 'Propose another time' }));
  expect(await part.findByRole('textbox', { name: 'Date' })).toHaveProperty('value', '12/21/2999');
  expect(part.getByLabelText('Time *')).toHaveProperty('value', '15:30');
  expect(part.queryByLabelText('Place or link')).toBeNull();
  await userEvent.fill(part.getByRole('textbox', { name: 'Date' }), '12/22/2999');
  await userEvent.fill(part.getByLabelText('Message'), 'I have class.');
  await userEvent.click(part.getByRole('button', { name: 'Propose time' }));
  expect(await part.findByText(/^You proposed Sun 12\/22\/2999/)).toBeTruthy();
  expect(made('proposeInterviewTime').map(({ body }) => body)).toEqual([
    { application_id: 'app', date: '2999-12-22', time: '15:30', message: 'I have class.' },
  ]);
});

test('a business confirms the time that the student proposed', async () => {
  const proposed_at = '2999-12-22T20:00:00.000Z';
  const made = open(business, scheduled({ state: 'Proposed', proposed_at, proposal: 'I have class.' }));
  const part = await panel();
  expect(part.getByText(/^Maya Okafor proposes Sun 12\/22\/2999 3:00\sPM EST instead\.$/)).toBeTruthy();
  expect(part.getByText('I have class.')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: 'Confirm proposed time' }));
  expect(await part.findByText('This time is confirmed.')).toBeTruthy();
  expect(made('confirmInterview').map(({ body }) => body)).toEqual([
    { application_id: 'app', starts_at: proposed_at },
  ]);
});

test('a business cancels an interview after a confirmation, and can schedule another', async () => {
  open(business, scheduled({ state: 'Confirmed' }));
  const part = await panel();
  await userEvent.click(part.getByRole('button', { name: 'Cancel interview' }));
  const requests = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
  await userEvent.click(requests.getByRole('button', { name: 'Cancel interview' }));
  expect(await part.findByText('This interview was canceled.')).toBeTruthy();
  expect(part.getByRole('button', { name: 'Schedule an interview' })).toBeTruthy();
});

test('a past interview cannot be answered', async () => {
  open({ role: 'Student' }, scheduled({ starts_at: '2020-12-21T20:30:00.000Z' }));
  expect((await panel()).queryAllByRole('button')).toEqual([]);
});

test('staff see an interview but cannot arrange one', async () => {
  open({ role: 'Teacher' }, scheduled());
  const part = await panel();
  expect(part.getByText('Waiting for Maya Okafor to confirm.')).toBeTruthy();
  expect(part.queryAllByRole('button')).toEqual([]);
});

test('a business opens the next applicant, and the focus moves to the heading', async () => {
  const requests = open(business, { status: 'New' });
  const turn = within(await screen.findByRole('navigation', { name: 'Applicants' }));
  expect(await turn.findByText('2 of 3')).toBeTruthy();
  expect(turn.getByRole('link', { name: 'Previous: Ada Okafor' }).getAttribute('href')).toBe(
    '/application/view/before',
  );
  await userEvent.click(turn.getByRole('link', { name: 'Next: Zoe Okafor' }));
  await waitFor(() => expect(requests('getApplicationById').at(-1)?.query).toEqual({ app_id: 'after' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('a business keeps stars and a note for itself', async () => {
  const requests = open(business, { status: 'New', business_notes: '', business_stars: 0 });
  const notes = within(await screen.findByRole('region', { name: 'Your notes' }));
  expect(notes.getByText('Only you see these. The student and the school don’t.')).toBeTruthy();
  await userEvent.click(notes.getByRole('radio', { name: '4 stars' }));
  await userEvent.type(notes.getByRole('textbox', { name: 'Note' }), 'Asks good questions.');
  await userEvent.click(notes.getByRole('button', { name: 'Save notes' }));
  expect(await screen.findByText('Your notes are saved.')).toBeTruthy();
  expect(requests('saveApplicantNote').map(({ body }) => body)).toEqual([
    { application_id: 'app', note: 'Asks good questions.', stars: 4 },
  ]);
  await userEvent.click(notes.getByRole('button', { name: 'Remove stars' }));
  expect(notes.getAllByRole('radio', { checked: false })).toHaveLength(5);
});

test.each(['Student', 'Teacher', 'Admin'] as const)(
  'a %s sees neither notes nor links to other applicants',
  async (role) => {
    open({ role }, { status: 'New' });
    await status();
    expect(screen.queryByRole('region', { name: 'Your notes' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Applicants' })).toBeNull();
  },
);

test('a student reads what the business wrote when it declined', async () => {
  open({ role: 'Student' }, { status: 'Declined', decline_message: 'Thank you, and good luck!' });
  expect((await status()).getByText('Thank you, and good luck!')).toBeTruthy();
});
