import { expect, test } from 'vitest';
import { outsideDay, overfullDay, withNotes } from './day-rules.ts';
import { notesInWords, outsideNote, whyOverfull } from './words.ts';

const span = (start_date: string, total_hours: number, end_date = start_date) => ({
  start_date,
  end_date,
  total_hours,
});

test.each([
  ['fills the day', span('2026-03-02', 8), [span('2026-03-02', 16)], null],
  ['is too much for the day', span('2026-03-02', 8.01), [span('2026-03-02', 16)], ['2026-03-02', 24.01]],
  ['is on another day', span('2026-03-03', 24), [span('2026-03-02', 24)], null],
  // Ten hours a day on three days, of which one is full.
  ['spans a full day', span('2026-03-02', 30, '2026-03-04'), [span('2026-03-03', 15)], ['2026-03-03', 25]],
  [
    'is on a day of a span',
    span('2026-03-04', 15),
    [span('2026-03-02', 30, '2026-03-04')],
    ['2026-03-04', 25],
  ],
  // Thirds add up to exactly 24.
  [
    'counts evenly',
    span('2026-03-02', 52, '2026-03-04'),
    [span('2026-03-02', 10, '2026-03-04'), span('2026-03-02', 10, '2026-03-04')],
    null,
  ],
] as const)('an entry that %s', (_, entry, others, full) => {
  const found = overfullDay(entry, others);
  expect(found && [found.day, found.hours]).toEqual(full);
});

test('says which day would have how many hours', () => {
  expect(whyOverfull({ day: '2026-03-02', hours: 26 })).toBe(
    'Mon 03/02/2026 would have 26.00 hours, and a day has at most 24',
  );
});

const summer = { first_day: '2026-06-01', last_day: '2026-08-31', weekly_hours: 20 };

test.each([
  ['2026-05-31', '2026-06-02', 'Sun 05/31/2026 is before the first day of the placement, Mon 06/01/2026'],
  ['2026-06-01', '2026-08-31', null],
  ['2026-08-30', '2026-09-02', 'Tue 09/01/2026 is after the last day of the placement, Mon 08/31/2026'],
  ['2026-09-02', '2026-09-02', 'Wed 09/02/2026 is after the last day of the placement, Mon 08/31/2026'],
])('an entry from %s to %s is outside: %s', (start_date, end_date, note) => {
  const outside = outsideDay({ start_date, end_date }, summer);
  expect(outside && outsideNote(outside)).toBe(note);
});

test('notes more than 8 hours on a day, and more than agreed in a week, over all entries that count', () => {
  const entries = [
    { ...span('2026-06-01', 8), business_approved: 1 },
    { ...span('2026-06-02', 5), business_approved: 0 },
    { ...span('2026-06-02', 4.5), business_approved: 0 },
    { ...span('2026-06-07', 2.5), business_approved: 1 },
    { ...span('2026-06-08', 16, '2026-06-09'), business_approved: 0 },
    { ...span('2026-06-09', 1), business_approved: -1 },
  ];
  const notes = withNotes(entries, summer).map((entry) => notesInWords(entry.notes));
  expect(notes).toEqual([
    [],
    ['9.50 hours on Tue 06/02/2026'],
    ['9.50 hours on Tue 06/02/2026'],
    [],
    [],
    ['9.00 hours on Tue 06/09/2026'],
  ]);
  const busier = [...entries, { ...span('2026-06-03', 0.01), business_approved: 0 }];
  const [first] = withNotes(busier, summer);
  expect(first && notesInWords(first.notes)).toEqual([
    '20.01 hours in the week of Mon 06/01/2026, 20.00 agreed',
  ]);
  const [unlimited] = withNotes(busier, { ...summer, weekly_hours: null });
  expect(unlimited?.notes.long_week).toBeNull();
});
