import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { cacheGeocodeAnswers } from './geocode-answers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const place = {
  lat: 38.9784,
  lon: -76.4922,
  precision: 'address',
  answeredAt: new Date('2026-03-04'),
} as const;

test('finds an answer by its hash, with a request’s own role', async () => {
  const answers = cacheGeocodeAnswers(database.app);
  expect(await answers.get('one')).toBeUndefined();
  await answers.set('one', place);
  expect(await answers.get('one')).toEqual(place);
});

test('a newer answer replaces an older one, but not the reverse', async () => {
  const answers = cacheGeocodeAnswers(database.app);
  const newer = { ...place, lat: 39, answeredAt: new Date('2026-03-05') };
  await answers.set('two', place);
  await answers.set('two', newer);
  await answers.set('two', place);
  expect(await answers.get('two')).toEqual(newer);
});
