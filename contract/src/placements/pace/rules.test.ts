import { describe, expect, test } from 'vitest';
import { evaluationDue, isEvaluationOverdue, type PaceFacts, paceOf, reflectionDue } from './rules.ts';

/** A 100-day internship that is exactly on track for its 135 hours at `today`. */
const start = '2026-01-01';
const end = '2026-04-11';
const steady: PaceFacts = {
  placedOn: '2025-12-20',
  start,
  end,
  minimum: 100,
  approvedHours: 50,
  pendingHours: 0,
  waitingSince: null,
  lastEntry: '2026-02-19',
  evaluations: 1,
  unanswered: 3,
};
const halfway = '2026-02-20';
const pace = (but: Partial<PaceFacts>, today = halfway) => {
  const { pace: level, reason } = paceOf({ ...steady, ...but }, today);
  return [level, reason];
};

describe('the pace of a placement', () => {
  test('is on pace when hours follow the straight line from the first day to the last', () => {
    expect(paceOf(steady, halfway)).toEqual({ pace: 'on pace', reason: 'keeping up', expectedHours: 50 });
    expect(pace({ approvedHours: 20, pendingHours: 30 })).toEqual(['on pace', 'keeping up']);
  });

  test('is at risk below nine tenths of the hours due, and behind below three quarters', () => {
    const today = '2026-02-27';
    const logged = (approvedHours: number) => pace({ approvedHours, lastEntry: today }, today);
    expect(logged(45)).toEqual(['on pace', 'keeping up']);
    expect(logged(44.75)).toEqual(['at risk', 'short']);
    expect(logged(37.5)).toEqual(['at risk', 'short']);
    expect(logged(37.25)).toEqual(['behind', 'far short']);
  });

  test("does not expect the last week's hours until the placement is over", () => {
    // 57 hours are expected by now, 50 were a week ago.
    expect(paceOf({ ...steady, approvedHours: 45 }, '2026-02-27')).toMatchObject({
      pace: 'on pace',
      expectedHours: 57,
    });
    expect(pace({ approvedHours: 0, lastEntry: null, evaluations: 0 }, '2026-01-08')).toEqual([
      'on pace',
      'keeping up',
    ]);
  });

  test('is not behind by less than a day of work, nor at risk by less than half a day', () => {
    const early = '2026-01-18';
    const begun = { lastEntry: '2026-01-08', evaluations: 0 };
    expect(pace({ ...begun, approvedHours: 2.25 }, early)).toEqual(['at risk', 'short']);
    expect(pace({ ...begun, approvedHours: 2 }, early)).toEqual(['behind', 'far short']);
    expect(pace({ ...begun, approvedHours: 6.25 }, early)).toEqual(['on pace', 'keeping up']);
    expect(pace({ ...begun, approvedHours: 6 }, early)).toEqual(['at risk', 'short']);
  });

  test('starts on the day the placement was created if that is after the first day of work', () => {
    expect(pace({ placedOn: '2026-02-19', approvedHours: 0, lastEntry: null })).toEqual([
      'on pace',
      'keeping up',
    ]);
  });

  test('is at risk after more than two weeks without an entry, until the minimum is reached', () => {
    expect(pace({ lastEntry: '2026-02-06' })).toEqual(['on pace', 'keeping up']);
    expect(pace({ lastEntry: '2026-02-05' })).toEqual(['at risk', 'no recent hours']);
    expect(pace({ lastEntry: '2026-02-05', approvedHours: 100 })).toEqual(['on pace', 'keeping up']);
    expect(pace({ lastEntry: null, minimum: 0.5, approvedHours: 0 }, '2026-01-16')).toEqual([
      'at risk',
      'no recent hours',
    ]);
  });

  test('is at risk while hours have been pending for more than a week', () => {
    expect(pace({ waitingSince: '2026-02-13' })).toEqual(['on pace', 'keeping up']);
    expect(pace({ waitingSince: '2026-02-12' })).toEqual(['at risk', 'hours waiting']);
  });

  test('is at risk two weeks after the middle without an evaluation, and after the end without both', () => {
    const done = { approvedHours: 100, evaluations: 0, unanswered: 0 };
    expect(pace(done, '2026-03-05')).toEqual(['on pace', 'keeping up']);
    expect(pace(done, '2026-03-06')).toEqual(['at risk', 'evaluation overdue']);
    expect(pace({ ...done, evaluations: 1 }, end)).toEqual(['on pace', 'keeping up']);
    expect(pace({ ...done, evaluations: 1 }, '2026-04-12')).toEqual(['at risk', 'evaluation overdue']);
  });

  test('is at risk after the end while a reflection is unanswered', () => {
    const done = { approvedHours: 100, evaluations: 2 };
    expect(pace(done, end)).toEqual(['on pace', 'keeping up']);
    expect(pace(done, '2026-04-12')).toEqual(['at risk', 'reflections due']);
    expect(pace({ ...done, unanswered: 0 }, '2026-04-12')).toEqual(['on pace', 'keeping up']);
  });

  test('is behind once it has ended with fewer hours than the minimum', () => {
    const almost = { approvedHours: 99.75, evaluations: 2, lastEntry: end };
    expect(pace(almost, '2026-04-12')).toEqual(['behind', 'ended short']);
    expect(pace(almost, end)).toEqual(['on pace', 'keeping up']);
  });

  test('has no expected hours before the first day', () => {
    expect(pace({ approvedHours: 0, lastEntry: null, evaluations: 0 }, '2025-12-31')).toEqual([
      'on pace',
      'not started',
    ]);
  });
});

const ofPlacement = { placedOn: '2026-01-01', start: '2026-02-01', end: '2026-06-01' };

test('reflections are due in even steps, the last on the last day', () => {
  expect([1, 2, 3, 4].map((ordinal) => reflectionDue(ofPlacement, ordinal, 4))).toEqual([
    '2026-03-03',
    '2026-04-02',
    '2026-05-02',
    '2026-06-01',
  ]);
});

test('nothing is due before a placement was created or after its last day', () => {
  expect(reflectionDue({ ...ofPlacement, placedOn: '2026-05-30' }, 1, 2)).toBe('2026-05-31');
  expect(reflectionDue({ ...ofPlacement, placedOn: '2026-06-20' }, 1, 2)).toBe('2026-06-01');
});

test('the first evaluation is due two weeks after the middle, when it becomes overdue', () => {
  expect(evaluationDue(ofPlacement, 0)).toBe('2026-04-16');
  const facts = { minimum: 45, approvedHours: 45, pendingHours: 0, waitingSince: null, lastEntry: null };
  const isOverdue = (today: string) =>
    isEvaluationOverdue({ ...ofPlacement, ...facts, evaluations: 0, unanswered: 0 }, today);
  expect([isOverdue('2026-04-15'), isOverdue('2026-04-16')]).toEqual([false, true]);
});

test('the second evaluation is due on the last day, and there is no third', () => {
  expect(evaluationDue(ofPlacement, 1)).toBe('2026-06-01');
  expect(evaluationDue({ ...ofPlacement, end: '2026-02-03' }, 0)).toBe('2026-02-03');
  expect(evaluationDue(ofPlacement, 2)).toBeNull();
});
