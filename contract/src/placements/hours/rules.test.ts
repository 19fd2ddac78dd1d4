import { expect, test } from 'vitest';
import { HoursEntryInput, hoursEntryOn } from './forms.ts';
import {
  canAddHours,
  canCorrectEntry,
  canDeleteEntry,
  daysSpanned,
  findLastDay,
  fitsSpan,
  tallyHours,
} from './rules.ts';

test('allows 24 hours for each day of an entry', () => {
  expect(daysSpanned('2026-03-02', '2026-03-02')).toBe(1);
  expect(fitsSpan({ start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 24 })).toBe(true);
  expect(fitsSpan({ start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 24.25 })).toBe(false);
  expect(fitsSpan({ start_date: '2026-03-02', end_date: '2026-03-04', total_hours: 72 })).toBe(true);
});

test('a span across the change to summer time counts calendar days', () => {
  expect(daysSpanned('2026-03-07', '2026-03-09')).toBe(3);
  expect(daysSpanned('2026-10-31', '2026-11-02')).toBe(3);
});

test('any entry except an approved one can be deleted', () => {
  expect([0, -1, 1].map((business_approved) => canDeleteEntry({ business_approved }))).toEqual([
    true,
    true,
    false,
  ]);
});

test('only a disapproved entry can be corrected', () => {
  const entries = [0, -1, 1].map((business_approved) => canCorrectEntry({ business_approved }));
  expect(entries).toEqual([false, true, false]);
});

test('disapproved entries are counted and summed separately', () => {
  const entries = [
    [1, 0.1],
    [0, 0.2],
    [-1, 8],
    [1, 60],
    [-1, 2.5],
  ].map(([business_approved = 0, total_hours = 0]) => ({ business_approved, total_hours }));
  expect(tallyHours(entries)).toEqual({
    counted: { count: 3, hours: 60.3 },
    disapproved: { count: 2, hours: 10.5 },
  });
});

test('the last day is the latest that was not disapproved, and never several days', () => {
  const day = (start_date: string, given: object = {}) => ({
    start_date,
    end_date: start_date,
    total_hours: 3,
    text_log: 'Sanded.',
    business_approved: 0,
    ...given,
  });
  const last = day('2026-03-05');
  const days = [
    day('2026-03-04'),
    last,
    day('2026-03-06', { business_approved: -1 }),
    day('2026-03-07', { end_date: '2026-03-09' }),
  ];
  expect(findLastDay(days)).toBe(last);
  expect(findLastDay(days.toReversed())).toBe(last);
  expect(findLastDay([])).toBeNull();
});

test('only a terminated placement rejects new hours', () => {
  expect(
    (['open', 'completed', 'terminated'] as const).map((business_status) => canAddHours({ business_status })),
  ).toEqual([true, true, false]);
});

const entry = { start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 4, text_log: 'Sanded.' };
const messages = (given: object) =>
  HoursEntryInput.safeParse({ ...entry, ...given }).error?.issues.map(
    (issue) => `${issue.path.join('.')}: ${issue.message}`,
  );

test.each([
  ['1.5', 1.5],
  [' 1,5 ', 1.5],
  [',25', 0.25],
  ['1:30', 1.5],
  ['0:20', 0.33],
  ['8', 8],
])('“%s” hours are read as %d', (total_hours, read) => {
  expect(HoursEntryInput.parse({ ...entry, total_hours }).total_hours).toBe(read);
});

test.each([0.01, 0.25, 0.29, 1.1, 2.34, 7.35, 23.99])('%d hours can be logged', (total_hours) => {
  expect(messages({ total_hours })).toBeUndefined();
});

test.each([
  [{ total_hours: 0 }, 'total_hours: hours must be greater than 0'],
  [{ total_hours: -1 }, 'total_hours: hours must be greater than 0'],
  [{ total_hours: 'four' }, 'total_hours: enter hours as a number, such as 1.5 or 1:30'],
  [{ total_hours: '1:75' }, 'total_hours: enter hours as a number, such as 1.5 or 1:30'],
  [{ total_hours: '1,500' }, 'total_hours: enter hours as a number, such as 1.5 or 1:30'],
  [{ total_hours: '0:00' }, 'total_hours: hours must be greater than 0'],
  [{ total_hours: 1.005 }, 'total_hours: use at most two decimals'],
  [{ total_hours: 25 }, 'total_hours: a day has at most 24 hours'],
  [{ end_date: '2026-03-01' }, 'end_date: must not be before the start date'],
  [{ start_date: '03/02/2026' }, 'start_date: must be a date, MM/DD/YYYY'],
  [{ text_log: '  ' }, 'text_log: You must provide an activity log'],
])('rejects %o at its field', (given, message) => {
  expect(messages(given)).toContain(message);
});

test.each([
  [{}, []],
  [{ start_date: '2025-03-04', end_date: '2025-03-04' }, []],
  [{ start_date: '2025-03-03', end_date: '2025-03-04' }, ['start_date']],
  [{ end_date: '2026-03-05' }, ['end_date']],
  [{ start_date: '2031-01-01', end_date: '2031-01-01' }, ['start_date', 'end_date']],
])('on 03/04/2026, %o is wrong at %j', (days, fields) => {
  const { error } = hoursEntryOn('2026-03-04').safeParse({ ...entry, ...days });
  expect((error?.issues ?? []).map(({ path }) => path.join('.'))).toEqual(fields);
});
