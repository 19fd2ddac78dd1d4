import { screen, waitFor, within } from '@testing-library/dom';
import type { Reminders } from '@waypost/contract/oversight/follow-ups/calls';
import { defaultHours, defaultPlans } from '@waypost/contract/oversight/follow-ups/reminders';
import { followUpKinds } from '@waypost/contract/oversight/follow-ups/rules';
import { expect, test } from 'vitest';
import { aSession, someSettings } from '../../../testing/people.ts';
import { openApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { userEvent } from '../../../testing/user-event.ts';

const defaults: Reminders = {
  plans: followUpKinds.map((kind) => ({ kind, ...defaultPlans[kind] })),
  hours: defaultHours,
};

function open() {
  const kept = structuredClone(defaults);
  const requests = answer({
    '/api/current-user': aSession({ role: 'Admin' }),
    '/api/getSettings': someSettings({ has_default_password: true }),
    '/api/getReminders': () => kept,
    '/api/saveReminderPlan': ({ body }: { body: unknown }) => {
      const plan = body as Reminders['plans'][number];
      kept.plans = kept.plans.map((one) => (one.kind === plan.kind ? plan : one));
      return kept;
    },
    '/api/saveReminderHours': ({ body }: { body: unknown }) => {
      kept.hours = body as Reminders['hours'];
      return kept;
    },
  });
  openApp('/admin/siteSettings');
  return (path: string) => requests.filter((one) => one.path === path).map(({ body }) => body);
}
const entry = async (name: string) => within(await screen.findByRole('article', { name }));
const change = (name: string) => screen.findByRole('button', { name: `Change: ${name}` });

test('shows each plan as a sentence, with who is notified', async () => {
  open();
  expect(
    (await entry('Answer an offer')).getByText(
      'First after 1 day, then every 4 days, at most 4 times. After 10 days, Waypost tells teachers and admins.',
    ),
  ).toBeTruthy();
  expect(
    (await entry('Sign an agreement')).getByText(
      'First after 5 days, then every 3 days, at most 9 times. A final reminder is sent 3 days before it expires. After 14 days, Waypost tells teachers and admins.',
    ),
  ).toBeTruthy();
  expect(
    (await entry('Approve hours')).getByText(
      'First after 1 day, then every day, at most 180 times. After 14 days, Waypost tells teachers and admins.',
    ),
  ).toBeTruthy();
  expect(
    (await entry('When reminders are sent')).getByText('Mon–Fri, 8 AM to 5 PM, Eastern Time.'),
  ).toBeTruthy();
});

test('explains a plan in a sentence while it is changed, and returns the focus to its button', async () => {
  const requests = open();
  await userEvent.click(await change('Answer an offer'));
  const form = await entry('Answer an offer');
  expect(document.activeElement).toBe(form.getByRole('switch', { name: 'Send reminders' }));
  await userEvent.fill(form.getByLabelText('First reminder after (days)'), '1');
  await userEvent.fill(form.getByLabelText('Then every (days)'), '1');
  await userEvent.fill(form.getByLabelText('No more after (days)'), '2');
  expect(form.getByRole('status').textContent).toBe(
    'First after 1 day, then every day, at most 2 times. After 10 days, Waypost tells teachers and admins.',
  );
  await userEvent.click(form.getByRole('switch', { name: 'Tell others when something waits too long' }));
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(
    await form.findByText('First after 1 day, then every day, at most 2 times. No one else is told.'),
  ).toBeTruthy();
  await waitFor(async () => expect(document.activeElement).toBe(await change('Answer an offer')));
  expect(requests('/api/saveReminderPlan')).toEqual([
    {
      kind: 'offer',
      reminds: true,
      first: 1,
      every: 1,
      last: 2,
      escalates: false,
      escalate: 10,
      escalates_to: ['Teacher', 'Admin'],
    },
  ]);
});

test('shows errors at their fields, and switching off hides none', async () => {
  const requests = open();
  await userEvent.click(await change('Answer an offer'));
  const form = await entry('Answer an offer');
  await userEvent.fill(form.getByLabelText('First reminder after (days)'), '3');
  await userEvent.fill(form.getByLabelText('No more after (days)'), '2');
  await userEvent.fill(form.getByLabelText('Tell them after (days)'), '0');
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText('must be a whole number from 1 to 180')).toBeTruthy();
  await userEvent.fill(form.getByLabelText('Tell them after (days)'), '10');
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText('must not be before the first reminder')).toBeTruthy();
  expect(requests('/api/saveReminderPlan')).toEqual([]);
  await userEvent.click(form.getByRole('switch', { name: 'Send reminders' }));
  expect(form.getByRole('status').textContent).toBe(
    'No reminders are sent. After 10 days, Waypost tells teachers and admins.',
  );
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  await change('Answer an offer');
  expect(requests('/api/saveReminderPlan')).toEqual([
    { kind: 'offer', ...defaultPlans.offer, reminds: false },
  ]);
});

test('chooses who is notified, and offers the business only if it is not the one reminded', async () => {
  const requests = open();
  await userEvent.click(await change('Answer an offer'));
  const offer = within((await entry('Answer an offer')).getByRole('group', { name: 'Who to tell' }));
  expect(
    offer.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(['Teachers', 'Admins']);
  await userEvent.click(await change('Evaluate an intern'));
  const form = await entry('Evaluate an intern');
  await userEvent.click(form.getByRole('checkbox', { name: 'Teachers' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'Admins' }));
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText('choose at least one')).toBeTruthy();
  await userEvent.click(form.getByRole('checkbox', { name: 'The business' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'Admins' }));
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText(/After 14 days, Waypost tells admins and the business\.$/)).toBeTruthy();
  expect(requests('/api/saveReminderPlan')).toMatchObject([{ escalates_to: ['Admin', 'Business'] }]);
});

test('the hours and days are chosen, in the order of the week', async () => {
  const requests = open();
  await userEvent.click(await change('When reminders are sent'));
  const form = await entry('When reminders are sent');
  expect(document.activeElement).toBe(form.getByRole('checkbox', { name: 'Monday' }));
  await userEvent.choose(form.getByRole('combobox', { name: 'From' }), '9');
  await userEvent.choose(form.getByRole('combobox', { name: 'Until' }), '8');
  for (const day of ['Sunday', 'Saturday', 'Tuesday', 'Friday'])
    await userEvent.click(form.getByRole('checkbox', { name: day }));
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText('must be later than the start')).toBeTruthy();
  await userEvent.choose(form.getByRole('combobox', { name: 'Until' }), '24');
  await userEvent.click(form.getByRole('button', { name: 'Save reminders' }));
  expect(await form.findByText('Mon, Wed, Thu, Sat, Sun, 9 AM to midnight, Eastern Time.')).toBeTruthy();
  expect(requests('/api/saveReminderHours')).toEqual([
    { from: 9, until: 24, days: ['Monday', 'Wednesday', 'Thursday', 'Saturday', 'Sunday'] },
  ]);
});
