import { afterAll, beforeAll, expect, test } from 'vitest';
import { kinds } from '../../../testing/model/plans.ts';
import { openWorld, type World } from '../../../testing/model/world.ts';
import { liveThrough } from '../../../testing/model/year.ts';
import { isCampaign, rounds, SEED } from '../../../testing/rounds.ts';

/*
 * The reminders of weeks in several school systems, each with its own seed, compared with the handbook's rules.
 * `npm run campaign -- year` plays many more.
 */
const SYSTEMS = rounds(4);
const DAYS = 45;
/** From here on, few seeds show everything below. */
const FIRST = 27 + SEED;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('everyone is reminded on the due days, once, and not once it is done, nor at night or on weekends', async () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + SYSTEMS; seed += 1) {
    const { failure, trace, seen: here } = await liveThrough(world, seed, DAYS);
    expect(failure && [`seed ${seed}: ${failure}`, ...trace].join('\n')).toBeNull();
    for (const one of here) seen.add(one);
  }
  const wanted = kinds.flatMap((kind) => [`${kind} reminder`, `${kind} reminder again`, `${kind} escalated`]);
  const others = ['agreement ending', 'evaluation request', 'evaluation told'];
  const missing = [...wanted, ...others].filter((one) => !seen.has(one));
  if (SEED === 1 || isCampaign) expect(missing).toEqual([]);
}, 3_600_000);
