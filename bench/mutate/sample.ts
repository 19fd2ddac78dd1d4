import type { Area, Mutant } from './places.ts';

/** The share of the mutants that each area gets. */
const shares: Record<Area, number> = { contract: 0.2, access: 0.15, handbook: 0.25, server: 0.2, web: 0.2 };

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The area's share of `count` mutants, rotating through its kinds until there are enough or none is left. */
export function sample(
  area: Area,
  mutants: readonly Mutant[],
  { count, seed }: { count: number; seed: number },
  isValid: (mutant: Mutant) => boolean,
): Mutant[] {
  const random = randomFrom(seed);
  const here = shuffle(mutants, random);
  const kinds = shuffle([...new Set(here.map(({ kind }) => kind))].sort(), random);
  const turns = kinds.map((kind) => here.filter((one) => one.kind === kind));
  const wanted = Math.round(count * shares[area]);
  const chosen: Mutant[] = [];
  while (chosen.length < wanted && turns.some((rest) => rest.length > 0))
    for (const rest of turns) {
      const next = rest.pop();
      if (next && chosen.length < wanted && isValid(next)) chosen.push(next);
    }
  return chosen;
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
