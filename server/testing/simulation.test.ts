import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultNames, faults } from './model/faults.ts';
import { findFault, playTerm } from './model/term.ts';
import { openWorld, type World } from './model/world.ts';
import { SEED } from './rounds.ts';

/*
 * School terms, checked against the model, in which a seed decides the order of all statements. `npm run campaign --
 * simulate` plays thousands; TERMS, SEED and PLANTED choose others (bench/README.md).
 */
const TERMS = Number(process.env.TERMS ?? 12);
const { PLANTED } = process.env;
/** In this term, no two wait for a row that is updated meanwhile: PostgreSQL does not queue for such a row. */
const REPEATED = 12;

describe.skipIf(PLANTED)('terms', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  test(
    `${TERMS} terms from seed ${SEED} get the replies of the model`,
    { timeout: 600_000 + TERMS * 10_000 },
    async () => expect(await findFault(world, { seed: SEED, terms: TERMS })).toBeNull(),
  );

  test.skipIf(process.env.TERMS)('a seed makes the same choices each time', async () => {
    const { trace } = await playTerm(world, REPEATED);
    expect((await playTerm(world, REPEATED)).trace).toEqual(trace);
  });
});

describe.skipIf(!PLANTED)('planted faults', () => {
  test.each(faultNames)('%s', { timeout: TERMS * 10_000 }, async (name) => {
    const planted = await openWorld(faults[name]);
    const found = await findFault(planted, { seed: SEED, terms: TERMS }).finally(() => planted.close());
    console.log(`${name}: ${found?.split('\n', 1)[0] ?? 'not found'}`);
    expect(found).not.toBeNull();
  });
});
