import { randomUUID } from 'node:crypto';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { distanceFrom } from '@waypost/contract/opportunities/opportunities/rules';
import { isPlaced } from '@waypost/contract/people/profiles/rules';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();

interface Point {
  lat: number;
  lon: number;
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
const anywhere = fc.record({ lat: degrees(-90, 90), lon: degrees(-180, 180) }).filter(isPlaced);
/** From Puerto Rico to the end of the Aleutians, across the date line. */
const inTheStates = fc.record({
  lat: degrees(17, 71),
  lon: fc.oneof(degrees(-180, -65), degrees(172, 180)),
});
/** About thirty miles around a point, across the date line and up to the pole if needed. */
const around = (home: Point) =>
  fc
    .record({ north: degrees(-0.5, 0.5), east: degrees(-0.5, 0.5) })
    .map(({ north, east }) => ({
      lat: Math.max(-90, Math.min(90, home.lat + north)),
      lon: ((home.lon + east + 540) % 360) - 180,
    }))
    .filter(isPlaced);
const places = (homes: fc.Arbitrary<Point>, others: fc.Arbitrary<Point>) =>
  homes.chain((home) =>
    fc.record({
      home: fc.constant(home),
      points: fc.array(fc.oneof(others, around(home)), { minLength: 1, maxLength: 25 }),
      radius: fc.oneof(fc.constantFrom(1, 5, 10, 15, 20), degrees(0.01, 25_000)),
    }),
  );

let student: { id: string; token: string };
let model: typeof opportunities.$inferInsert;

beforeAll(async () => {
  const business = await server.aBusiness();
  student = await server.aStudent({ clientId: business.clientId });
  model = await server.anOpportunity({ business });
});

/** Browses from `home` with opportunities only at these points: their distances, in the reply's order. */
async function distancesOver(home: Point, points: Point[], radius: number | null) {
  await server.db.update(users).set(home).where(eq(users.id, student.id));
  await server.db.delete(opportunities);
  await server.db
    .insert(opportunities)
    .values(points.map((point, index) => ({ ...model, id: randomUUID(), ...point, title: String(index) })));
  const listed = await server
    .as(student)
    .call(opportunityCalls.getOpportunities, { sort: 'distance', filter: { radius } });
  return new Map(listed.map((row) => [Number(row.opportunity_title), row.distance ?? Number.NaN]));
}

test('the database computes exactly the same distance as the rule, across the states', async () => {
  await fc.assert(
    fc.asyncProperty(places(inTheStates, inTheStates), async ({ home, points }) => {
      const measured = await distancesOver(home, points, null);
      const ruled = points.map((point) => distanceFrom(home, { ...point, opportunity_type: 'Onsite' }));
      expect(points.map((_, index) => measured.get(index))).toEqual(ruled);
    }),
    { numRuns: rounds(10) },
  );
});

test('anywhere on earth the two agree to the last decimal, except for rounding', async () => {
  await fc.assert(
    fc.asyncProperty(places(anywhere, anywhere), async ({ home, points }) => {
      const measured = await distancesOver(home, points, null);
      for (const [index, point] of points.entries()) {
        const ruled = distanceFrom(home, { ...point, opportunity_type: 'Onsite' });
        expect(Math.abs((measured.get(index) ?? Number.NaN) - (ruled ?? Number.NaN))).toBeLessThan(0.011);
      }
    }),
    { numRuns: rounds(10) },
  );
});

test('a radius matches exactly what the rule puts within it, and the nearest come first', async () => {
  await fc.assert(
    fc.asyncProperty(places(fc.oneof(anywhere, inTheStates), anywhere), async ({ home, points, radius }) => {
      const measured = await distancesOver(home, points, radius);
      const within = points.flatMap((point, index) => {
        const distance = distanceFrom(home, { ...point, opportunity_type: 'Onsite' });
        return distance !== null && distance <= radius ? [index] : [];
      });
      expect([...measured.keys()].sort((a, b) => a - b)).toEqual(within);
      const order = [...measured.values()];
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
    { numRuns: rounds(20) },
  );
});

test.each([
  ['over the date line', { lat: 51.9, lon: -179.9 }, { lat: 51.9, lon: 179.9 }, 10, true],
  [
    'far up north, where a degree of longitude is short',
    { lat: 71, lon: -156 },
    { lat: 71, lon: -154 },
    50,
    true,
  ],
  ['on the other side of the pole', { lat: 89.9, lon: 0 }, { lat: 89.9, lon: 180 }, 20, true],
  ['just beside the pole', { lat: 89.5, lon: 0 }, { lat: 89.75, lon: 60 }, 30.2, true],
  [
    'in the corner of the square around the circle',
    { lat: 39, lon: -76 },
    { lat: 39.13, lon: -75.83 },
    10,
    false,
  ],
])('a radius is a circle on the globe: %s', async (_, home, point, radius, isWithin) => {
  expect((await distancesOver(home, [point], radius)).size).toBe(isWithin ? 1 : 0);
});
