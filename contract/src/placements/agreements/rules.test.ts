import { expect, test } from 'vitest';
import { roles } from '../../roles.ts';
import {
  type AgreementStatus,
  actionsOf,
  agreementStatuses,
  canBecome,
  hasOutgrownGuardian,
  mayLogHours,
  nextStatuses,
  openParties,
  type Party,
  partiesOf,
  statusAfter,
  statusAt,
  turnOf,
} from './rules.ts';

const three: Party[] = ['student', 'business', 'school'];

test('allows exactly the transitions in the table, and none from a final status', () => {
  expect(Object.keys(nextStatuses).sort()).toEqual([...agreementStatuses].sort());
  for (const ended of ['declined', 'expired', 'void'] as const)
    expect(agreementStatuses.filter((to) => canBecome(ended, to))).toEqual([]);
  expect(agreementStatuses.filter((to) => canBecome('signed', to))).toEqual(['void']);
  // A signed text never changes.
  expect(agreementStatuses.filter((from) => canBecome(from, 'draft'))).toEqual(['sent']);
});

test('an agreement that is not fully signed expires', () => {
  const expiresAt = new Date('2026-04-04T00:00:00Z');
  const at = (status: Parameters<typeof statusAt>[0]['status'], moment: string) =>
    statusAt({ status, expiresAt }, new Date(moment));
  expect(at('partly signed', '2026-04-03T23:59:59Z')).toBe('partly signed');
  expect(at('partly signed', '2026-04-04T00:00:00Z')).toBe('expired');
  expect(at('sent', '2026-05-01T00:00:00Z')).toBe('expired');
  expect(at('signed', '2026-05-01T00:00:00Z')).toBe('signed');
});

test('a guardian is a party only when one must sign', () => {
  expect(partiesOf(false)).toEqual(three);
  expect(partiesOf(true)).toEqual(['student', 'guardian', 'business', 'school']);
});

test('in sequence only the next party can sign, in parallel all who have not', () => {
  expect(openParties(partiesOf(true), ['student'], 'sequence')).toEqual(['guardian']);
  expect(openParties(partiesOf(true), ['student'], 'parallel')).toEqual(['guardian', 'business', 'school']);
  expect(openParties(three, three, 'sequence')).toEqual([]);
});

test('the last signature completes it, in any order', () => {
  expect(statusAfter(three, ['school', 'student'])).toBe('partly signed');
  expect(statusAfter(three, ['school', 'student', 'business'])).toBe('signed');
});

const facts = (status: AgreementStatus, signed: Party[] = []) => ({
  status,
  parties: three,
  signed,
  order: 'parallel' as const,
});

test('the turn goes from the business, which fills it in, to the school, which sends it, to those who sign', () => {
  expect(turnOf({ ...facts('draft'), isComplete: false })).toEqual(['business']);
  expect(turnOf({ ...facts('draft'), isComplete: true })).toEqual(['school']);
  expect(turnOf({ ...facts('partly signed', ['student']), isComplete: true })).toEqual([
    'business',
    'school',
  ]);
  expect(turnOf({ ...facts('signed', three), isComplete: true })).toEqual([]);
  expect(turnOf({ ...facts('declined'), isComplete: true })).toEqual(['school']);
});

test('what each role can do in each status', () => {
  const table = agreementStatuses.map((status) => [
    status,
    Object.fromEntries(roles.map((role) => [role, actionsOf(role, facts(status)).join(', ')])),
  ]);
  expect(Object.fromEntries(table)).toEqual({
    draft: {
      Student: '',
      Business: 'fill in',
      Teacher: 'fill in, send',
      Admin: 'fill in, send, void',
      SuperAdmin: '',
    },
    sent: {
      Student: 'sign, decline',
      Business: 'sign, decline',
      Teacher: 'record paper, change',
      Admin: 'sign, decline, record paper, change, void',
      SuperAdmin: '',
    },
    'partly signed': {
      Student: 'sign, decline',
      Business: 'sign, decline',
      Teacher: 'record paper, change',
      Admin: 'sign, decline, record paper, change, void',
      SuperAdmin: '',
    },
    signed: { Student: '', Business: '', Teacher: 'change', Admin: 'change, void', SuperAdmin: '' },
    declined: { Student: '', Business: '', Teacher: 'change', Admin: 'change', SuperAdmin: '' },
    void: { Student: '', Business: '', Teacher: 'change', Admin: 'change', SuperAdmin: '' },
    expired: { Student: '', Business: '', Teacher: 'change', Admin: 'change', SuperAdmin: '' },
  });
});

test('a party that signed can neither sign again nor decline', () => {
  expect(actionsOf('Student', facts('partly signed', ['student']))).toEqual([]);
});

test('in sequence a party can decline before its turn, but not sign', () => {
  expect(actionsOf('Business', { ...facts('sent'), order: 'sequence' })).toEqual(['decline']);
});

test('blocks hours only if the school system says so and there is an agreement', () => {
  const mayLog = (hoursBeforeSigned: boolean, hasAgreement: boolean, isSigned: boolean) =>
    mayLogHours({ hoursBeforeSigned }, { hasAgreement, isSigned });
  expect(mayLog(true, true, false)).toBe(true);
  expect(mayLog(false, true, false)).toBe(false);
  expect(mayLog(false, true, true)).toBe(true);
  expect(mayLog(false, false, false)).toBe(true);
});

test.each([
  ['2008-03-10', '2026-03-09', false],
  ['2008-03-10', '2026-03-10', true],
  ['2008-02-29', '2026-03-01', true],
  // Already 18 when it was sent: the school asked for a guardian.
  ['2008-02-01', '2026-03-10', false],
  [null, '2026-03-10', false],
])('for a student born on %s, a guardian’s part is over on %s: %s', (birthDate, today, isOver) => {
  const guarded = {
    parties: partiesOf(true),
    signed: [],
    sentAt: new Date('2026-02-20T12:00:00Z'),
    birthDate,
  };
  expect(hasOutgrownGuardian(guarded, today)).toBe(isOver);
});

test('a guardian’s part is not over if one signed, none has to, or it is a draft', () => {
  const guarded = {
    parties: partiesOf(true),
    signed: [],
    birthDate: '2008-03-10',
    sentAt: new Date('2026-02-20T12:00:00Z'),
  };
  for (const but of [{ signed: ['guardian' as const] }, { parties: partiesOf(false) }, { sentAt: null }])
    expect(hasOutgrownGuardian({ ...guarded, ...but }, '2026-03-10')).toBe(false);
});
