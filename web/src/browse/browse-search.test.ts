import { expect, test } from 'vitest';
import { countOf, filterOf, narrowedBy, readBrowse, sortedBy } from './browse-search.ts';

test('an address that says everything is read as it stands', () => {
  const search = {
    view: 'map',
    sort: 'opportunity_title',
    q: 'boats',
    saved: 'only',
    areas: ['Boats', 'Bread'],
    type: 'Internship',
    term: 'Fall',
    format: 'Hybrid',
    school: 'own',
    pay: 'Paid',
    within: 5,
    panel: 'shown',
  } as const;
  expect(readBrowse(search)).toEqual(search);
});

test('what makes no sense in an address is left out', () => {
  const nonsense = {
    view: 'globe',
    sort: 'salary',
    saved: true,
    areas: [7, ''],
    q: ' ',
    type: 'Job',
    term: 'Winter',
    format: 'Moon',
    school: 'other',
    pay: 'Gold',
    within: 3,
    panel: 1,
    x: 'y',
  };
  expect(readBrowse(nonsense)).toEqual({});
});

test('a search for a number is read as words, and a long one is cut to what can be searched for', () => {
  expect(readBrowse({ q: 2026 })).toEqual({ q: '2026' });
  expect(readBrowse({ q: 'x'.repeat(101) })).toEqual({ q: 'x'.repeat(100) });
});

test('the search and what is saved count as no filter, everything else does', () => {
  const narrowed = {
    q: 'boats',
    saved: 'only',
    areas: ['Boats', 'Bread'],
    type: 'Internship',
    school: 'own',
  } as const;
  expect(countOf({ ...narrowed, areas: [...narrowed.areas] })).toBe(4);
});

test('an address that somebody typed may name one area without brackets', () => {
  expect(readBrowse({ areas: 'Boats' })).toEqual({ areas: ['Boats'] });
});

test('without a location there is neither a radius nor an order by distance', () => {
  const search = { within: 5, pay: 'Paid', sort: 'distance' } as const;
  expect(narrowedBy(search, false)).toEqual({ pay: 'Paid' });
  expect(sortedBy(search, false)).toBe('interests');
  expect(narrowedBy(search, true)).toEqual({ pay: 'Paid', within: 5 });
  expect(sortedBy(search, true)).toBe('distance');
});

test('what shares the student’s interests comes first until somebody sorts', () => {
  expect([sortedBy({}, true), sortedBy({}, false)]).toEqual(['interests', 'interests']);
  expect(sortedBy({ sort: 'opportunity_title' }, true)).toBe('opportunity_title');
});

test('the filter says only what is set', () => {
  expect(filterOf({})).toEqual({});
  const kinds = { type: 'Apprenticeship', term: 'Spring', format: 'Virtual', school: 'own' } as const;
  expect(
    filterOf({ q: 'boats', saved: 'only', ...kinds, areas: ['Boats'], pay: 'Unpaid', within: 20 }),
  ).toEqual({
    ...{ search: 'boats', saved: true, internship_type: 'Apprenticeship', time_frame: 'Spring' },
    ...{ opportunity_type: 'Virtual', own_school: true },
    focusAreas: ['Boats'],
    compensation: 'Unpaid',
    radius: 20,
  });
});
