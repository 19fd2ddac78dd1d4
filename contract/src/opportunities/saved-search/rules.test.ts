import { expect, test } from 'vitest';
import { browseAddressOf, isSameSearch, searchMailDueAt } from './rules.ts';

test.each([
  ['Thursday afternoon', '2026-03-05T20:00:00.000Z', '2026-03-05T20:00:00.000Z'],
  ['Thursday morning', '2026-03-05T19:59:59.999Z', '2026-02-26T20:00:00.000Z'],
  ['Wednesday', '2026-03-04T23:00:00.000Z', '2026-02-26T20:00:00.000Z'],
  ['Sunday', '2026-03-08T01:00:00.000Z', '2026-03-05T20:00:00.000Z'],
])('on %s the weekly email was last due on a Thursday', (_, now, due) => {
  expect(searchMailDueAt(new Date(now)).toISOString()).toBe(due);
});

test('an address contains the whole filter', () => {
  expect(browseAddressOf({})).toBe('/opportunity/browse');
  expect(
    browseAddressOf({
      search: 'boats & sails',
      focusAreas: ['Boats'],
      compensation: 'Paid',
      radius: 5,
      internship_type: 'Internship',
      time_frame: 'Fall',
      opportunity_type: 'Hybrid',
      own_school: true,
    }),
  ).toBe(
    '/opportunity/browse?q=boats%20%26%20sails&areas=%5B%22Boats%22%5D&type=Internship&term=Fall&format=Hybrid&pay=Paid&within=5&school=own',
  );
});

test('two filters are the same search if they select the same', () => {
  const one = { focusAreas: ['Law', 'Boats'], compensation: 'Either', radius: null } as const;
  expect(isSameSearch({ ...one, focusAreas: [...one.focusAreas] }, { focusAreas: ['Boats', 'Law'] })).toBe(
    true,
  );
  expect(isSameSearch({ focusAreas: [] }, {})).toBe(true);
  expect(isSameSearch({ search: 'boats' }, { search: 'sails' })).toBe(false);
});
