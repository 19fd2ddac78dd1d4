import { expect, test } from 'vitest';
import { anOpportunityRow } from '../../testing/opportunities.ts';
import { markerOf, placesOf } from './places.ts';

test('what is offered at one door is one sign, which names all of it', () => {
  const [first, second] = [
    anOpportunityRow({ _id: '1' }),
    anOpportunityRow({ _id: '2', opportunity_title: 'Sail maker' }),
  ];
  const [place, ...others] = placesOf([first, second]);
  expect(others).toEqual([]);
  expect(place && markerOf(place, true)).toMatchObject({
    name: '2 opportunities: Boat builder, Sail maker',
    chosen: true,
  });
});

test('a sign of one opportunity names it and its business', () => {
  const [place] = placesOf([anOpportunityRow()]);
  expect(place && markerOf(place, false).name).toBe('Boat builder, Bayside Marine');
});

test('what is Virtual, or was not found, has no sign', () => {
  const nowhere = [
    anOpportunityRow({ opportunity_type: 'Virtual' }),
    anOpportunityRow({ lat: null, lon: null }),
    anOpportunityRow({ lat: 0, lon: 0 }),
  ];
  expect(placesOf(nowhere)).toEqual([]);
});
