import { expect, test } from 'vitest';
import { countOf, filterOf, narrowedBy, readBrowse, sortedBy } from './browse-search.ts';

test('parses a complete query string', () => {
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

test('drops invalid values from a query string', () => {
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

test('reads a numeric search as text, and truncates a long one', () => {
  expect(readBrowse({ q: 2026 })).toEqual({ q: '2026' });
  expect(readBrowse({ q: 'x'.repeat(101) })).toEqual({ q: 'x'.repeat(100) });
});

test('counts every filter except the search and Saved', () => {
  const narrowed = {
    q: 'boats',
    saved: 'only',
    areas: ['Boats', 'Bread'],
    type: 'Internship',
    school: 'own',
  } as const;
  expect(countOf({ ...narrowed, areas: [...narrowed.areas] })).toBe(4);
});

test('a typed URL may name a single area without brackets', () => {
  expect(readBrowse({ areas: 'Boats' })).toEqual({ areas: ['Boats'] });
});

test('without a location there is no radius and no order by distance', () => {
  const search = { within: 5, pay: 'Paid', sort: 'distance' } as const;
  expect(narrowedBy(search, false)).toEqual({ pay: 'Paid' });
  expect(sortedBy(search, false)).toBe('interests');
  expect(narrowedBy(search, true)).toEqual({ pay: 'Paid', within: 5 });
  expect(sortedBy(search, true)).toBe('distance');
});

test('sorts by shared interests until another order is chosen', () => {
  expect([sortedBy({}, true), sortedBy({}, false)]).toEqual(['interests', 'interests']);
  expect(sortedBy({ sort: 'opportunity_title' }, true)).toBe('opportunity_title');
});

test('the call’s filter contains only what is set', () => {
  expect(filterOf({})).toEqual({});
  const kinds = { type: 'Apprenticeship', term: 'Spring', format: 'Virtual', school: 'own' } as const;
  expect(
    filterOf({ q: 'boats', saved: 'only', ...kinds, areas: ['Boats'], pay: 'Unpaid', within: 20 }),
  ).toEqual({
    search: 'boats',
    saved: true,
    internship_type: 'Apprenticeship',
    time_frame: 'Spring',
    opportunity_type: 'Virtual',
    own_school: true,
    focusAreas: ['Boats'],
    compensation: 'Unpaid',
    radius: 20,
  });
});
