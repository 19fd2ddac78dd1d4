import { expect, test } from 'vitest';
import { roles } from '../../roles.ts';
import { type ApplicationStatus, applicationStatuses } from '../../statuses.ts';
import { canMove, groupOf, needsStudent, whyNotApply, whyNotMove } from './rules.ts';

/** The table of moves (docs/behavior/applications.md#moves), written out independently of the code, row by row. */
const TABLE = [
  'Business: New > Declined',
  'Business: New > Interview Scheduled',
  'Business: New > Offered',
  'Business: Interview Scheduled > Declined',
  'Business: Interview Scheduled > Offered',
  'Business: Declined > Offered',
  'Business: Rescinded > Offered',
  'Student: New > Rescinded',
  'Student: Interview Scheduled > Rescinded',
  'Student: Offered > Accepted',
  'Student: Offered > Declined',
];

const at = (day: string) => new Date(`${day}T17:00:00Z`);

test('allows exactly the moves in the table', () => {
  const allowed = roles.flatMap((role) =>
    applicationStatuses.flatMap((from) =>
      applicationStatuses.filter((to) => canMove(role, from, to)).map((to) => `${role}: ${from} > ${to}`),
    ),
  );
  expect(allowed.sort()).toEqual(TABLE.sort());
});

test('only declining is possible without a student', () => {
  expect(applicationStatuses.filter((to) => !needsStudent(to))).toEqual(['Declined']);
});

test('every status is in one of the three groups', () => {
  const grouped = Object.fromEntries(applicationStatuses.map((status) => [status, groupOf(status)]));
  expect(grouped).toEqual({
    New: 'Open',
    'Interview Scheduled': 'Open',
    Offered: 'Open',
    Accepted: 'Active',
    Declined: 'Closed',
    Rescinded: 'Closed',
  } satisfies Record<ApplicationStatus, string>);
});

test('a refused move names the current status', () => {
  expect(whyNotMove('Rescinded', 'Accepted')).toBe(
    'This application is Rescinded, so it cannot be moved to Accepted',
  );
  expect(whyNotMove('Accepted', 'Accepted')).toBe('This application is already Accepted');
});

const opportunity = {
  application_open: '2026-03-04',
  application_close: '2026-03-31',
  employment_stop: '2026-08-31',
  audience: 'Open',
  available_slots: 2,
  accepted_count: 1,
  business_approved: true,
};

test('an application outside the window is refused with the date', () => {
  expect(whyNotApply(opportunity, at('2026-03-03'))).toBe('Applications open on 03/04/2026');
  expect(whyNotApply(opportunity, at('2026-04-01'))).toBe('Applications closed on 03/31/2026');
});

test('an application for work that has ended is refused with its last day', () => {
  const ended = { ...opportunity, employment_stop: '2026-03-10' };
  expect(whyNotApply(ended, at('2026-03-10'))).toBeNull();
  expect(whyNotApply(ended, at('2026-03-11'))).toBe('This work ended on 03/10/2026');
});

test('the window includes its first and last day', () => {
  expect(whyNotApply(opportunity, at('2026-03-04'))).toBeNull();
  expect(whyNotApply(opportunity, at('2026-03-31'))).toBeNull();
});

test('no one can apply to a business that is not approved', () => {
  const refused = whyNotApply({ ...opportunity, business_approved: false }, at('2026-03-10'));
  expect(refused).toBe('This business can’t take applications right now');
});

test('rejects an application when the opportunity is full, unless it is restricted to students', () => {
  const full = { ...opportunity, accepted_count: 2 };
  expect(whyNotApply(full, at('2026-03-10'))).toBe('This opportunity is full');
  expect(whyNotApply({ ...full, audience: 'Specific', available_slots: 0 }, at('2026-03-10'))).toBeNull();
});

test('an accepted application is active until its placement ends, and then closed', () => {
  const placements = ['open', 'completed', 'terminated'] as const;
  expect(placements.map((placement) => groupOf('Accepted', placement))).toEqual([
    'Active',
    'Closed',
    'Closed',
  ]);
});
