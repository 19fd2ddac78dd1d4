import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { expect, test } from 'vitest';
import { addressOf } from './call.ts';
import { earlyQueries } from './early-queries.ts';
import { callQuery, makeQueryClient } from './queries.ts';

test('the screen reuses the page’s early request instead of sending its own', async () => {
  const found = { _id: 'o', opportunity_title: 'Boat builder' };
  const { path } = opportunityCalls.loadOpportunity;
  const reply = new Response(JSON.stringify(found));
  window.early = { [addressOf(path, { opp_id: 'o' })]: Promise.resolve(reply) };

  const queries = makeQueryClient(() => undefined);
  await Promise.all(earlyQueries().map((query) => queries.prefetchQuery(query)));

  const screens = callQuery(opportunityCalls.loadOpportunity, { opp_id: 'o' });
  expect(queries.getQueryData(screens.queryKey)).toEqual(found);
});

test('a page without early requests waits for nothing', () => {
  delete window.early;
  expect(earlyQueries()).toEqual([]);
});
