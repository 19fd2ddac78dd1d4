import { expect, test } from 'vitest';
import {
  browseGroupOf,
  distanceFrom,
  isFull,
  isNewOn,
  openPositions,
  searchRadii,
  seatsLeft,
  seatsNotice,
  sharedInterests,
  windowState,
} from './rules.ts';

test.each([
  [['Boats', 'Law'], 'Onsite', 'interests'],
  [['Boats'], 'Virtual', 'interests'],
  [['Bread'], 'Hybrid', 'in-person'],
  [[], 'Virtual', 'virtual'],
] as const)(
  'for a student interested in boats and law, %j %s is in the group %s',
  (focus_areas, opportunity_type, group) => {
    const interests = ['Law', 'Boats'];
    expect(browseGroupOf({ focus_areas, opportunity_type }, interests)).toBe(group);
  },
);

test('lists shared interests in the opportunity’s order', () => {
  expect(sharedInterests({ focus_areas: ['Boats', 'Bread', 'Law'] }, ['Law', 'Boats'])).toEqual([
    'Boats',
    'Law',
  ]);
});

const window = {
  application_open: '2026-03-04',
  application_close: '2026-03-31',
  employment_stop: '2026-08-31',
};

test('accepts applications on the evening of the closing day, in every state', () => {
  const nearMidnight = { Maryland: '2026-04-01T03:59:00Z', Hawaii: '2026-04-01T09:59:00Z' };
  for (const moment of Object.values(nearMidnight))
    expect(windowState(window, new Date(moment))).toBe('open');
});

test('the window is closed once the closing day has ended everywhere', () => {
  expect(windowState(window, new Date('2026-04-01T10:00:00Z'))).toBe('after');
});

test('nobody can apply once the work has ended, even before the closing day', () => {
  const ended = { ...window, employment_stop: '2026-03-10' };
  expect(windowState(ended, new Date('2026-03-10T15:00:00Z'))).toBe('open');
  expect(windowState(ended, new Date('2026-03-11T15:00:00Z'))).toBe('after');
  expect(isNewOn(ended, new Date('2026-03-11T15:00:00Z'))).toBe(false);
  const open = { ...ended, ...seats(5, 2), business_approved: true };
  expect(openPositions(open, new Date('2026-03-11T15:00:00Z'))).toBe(0);
});

test('the opening day starts with its first minute in every state, not the day before', () => {
  const justPastMidnight = { Maryland: '2026-03-04T05:00:00Z', Hawaii: '2026-03-04T10:00:00Z' };
  for (const moment of Object.values(justPastMidnight))
    expect(windowState(window, new Date(moment))).toBe('open');
  expect(windowState(window, new Date('2026-03-04T03:59:00Z'))).toBe('before');
});

test.each([
  ['2026-03-03T12:00:00Z', false],
  ['2026-03-04T12:00:00Z', true],
  ['2026-03-10T12:00:00Z', true],
  ['2026-03-12T12:00:00Z', false],
])('an opportunity that opened on March 4 is new at %s: %s', (now, isNew) => {
  expect(isNewOn(window, new Date(now))).toBe(isNew);
});

test('a closed opportunity is not new', () => {
  const day = { ...window, application_close: '2026-03-05' };
  expect(isNewOn(day, new Date('2026-03-07T12:00:00Z'))).toBe(false);
});

test('counts positions only where a student could apply today', () => {
  const open = { ...window, ...seats(5, 2), business_approved: true };
  const on = (day: string) => new Date(`${day}T15:00:00Z`);
  expect(openPositions(open, on('2026-03-04'))).toBe(3);
  expect(openPositions(open, on('2026-03-03'))).toBe(0);
  expect(openPositions(open, on('2026-04-01'))).toBe(0);
  for (const but of [{ business_approved: false }, { accepted_count: 5 }, { audience: 'Specific' }])
    expect(openPositions({ ...open, ...but }, on('2026-03-10'))).toBe(0);
});

const seats = (available_slots: number, accepted_count: number) => ({
  audience: 'Open',
  available_slots,
  accepted_count,
});

test('the spots left are the positions minus those accepted, never below zero', () => {
  expect([seatsLeft(seats(5, 2)), seatsLeft(seats(2, 2)), seatsLeft(seats(1, 2))]).toEqual([3, 0, 0]);
  expect([isFull(seats(5, 2)), isFull(seats(2, 2))]).toEqual([false, true]);
});

test.each([
  [5, 2, null],
  [5, 3, 'Only 2 Spots Open'],
  [5, 4, 'Only 1 Spot Open'],
  [3, 1, 'Only 2 Spots Open'],
  [2, 0, null],
  [2, 1, null],
  [2, 2, 'Opportunity Full'],
  [1, 1, 'Opportunity Full'],
])('the notice for %d spots with %d taken: %s', (slots, accepted, said) => {
  expect(seatsNotice(seats(slots, accepted))).toBe(said);
});

test('a search radius is 1, 5, 10, 15 or 20 miles, or unlimited', () => {
  expect(searchRadii).toEqual([1, 5, 10, 15, 20, null]);
});

test('a degree at the equator is 69.17 miles, rounded to two decimals; virtual is 0 miles away', () => {
  const at = (lat: number, lon: number) => ({ lat, lon, opportunity_type: 'Onsite' });
  // The earth's circumference at a radius of 6378137 meters, over 360, in miles.
  expect(distanceFrom(at(0, 10), at(0, 11))).toBe(69.17);
  expect(distanceFrom(at(0, 10), { ...at(0, 11), opportunity_type: 'Virtual' })).toBe(0);
  expect(distanceFrom({ lat: null, lon: null }, at(0, 11))).toBeNull();
  expect(distanceFrom(at(0, 10), { lat: 0, lon: 0, opportunity_type: 'Onsite' })).toBeNull();
});
