import { afterAll, beforeAll, expect, test } from 'vitest';
import { walk } from '../../../testing/model/walk.ts';
import { openWorld, type World } from '../../../testing/model/world.ts';
import { rounds, SEED } from '../../../testing/rounds.ts';

const WALKS = rounds(25);
const MOVES = 16;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('no walk leads to an invalid state', { timeout: 900_000 }, async () => {
  for (let seed = SEED; seed < SEED + WALKS; seed += 1) {
    const { failure, trace } = await walk(world, seed, MOVES);
    expect(failure && [`seed ${seed}: ${failure}`, ...trace].join('\n')).toBeNull();
  }
});
