import { expect, test } from 'vitest';
import { anOpportunityRow } from '../../../testing/opportunities.ts';
import { markerOf, pinsOf, zoomFor } from './map-pins.ts';

test('opportunities at the same location share a pin that names all of them', () => {
  const [first, second] = [
    anOpportunityRow({ _id: '1' }),
    anOpportunityRow({ _id: '2', opportunity_title: 'Sail maker' }),
  ];
  const [place, ...others] = pinsOf([first, second]);
  expect(others).toEqual([]);
  expect(place && markerOf(place, true)).toMatchObject({
    name: '2 opportunities: Boat builder, Sail maker',
    chosen: true,
  });
});

test('the pin of a single opportunity names it and its business', () => {
  const [place] = pinsOf([anOpportunityRow()]);
  expect(place && markerOf(place, false).name).toBe('Boat builder, Bayside Marine');
});

test('a Virtual opportunity, or one without coordinates, has no pin', () => {
  const nowhere = [
    anOpportunityRow({ opportunity_type: 'Virtual' }),
    anOpportunityRow({ lat: null, lon: null }),
    anOpportunityRow({ lat: 0, lon: 0 }),
  ];
  expect(pinsOf(nowhere)).toEqual([]);
});

test.each([
  [undefined, 10],
  [20, 10],
  [15, 10],
  [10, 11],
  [5, 12],
  [1, 13],
])('with a radius of %s miles, the map opens at zoom %d, between 10 and 13', (miles, zoom) => {
  expect(zoomFor(miles)).toBe(zoom);
});
