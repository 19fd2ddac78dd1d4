import { createHash } from 'node:crypto';
import type { Area, Mutant } from './places.ts';

/** The share of the mutants that each area gets. */
const shares: Record<Area, number> = { contract: 0.2, access: 0.15, handbook: 0.25, server: 0.2, web: 0.2 };

/**
 * The area's share of `count` mutants, rotating through its kinds until there are enough or none is left. A mutant's
 * rank depends on the seed and its own text only, so a change elsewhere leaves most of the sample as it is.
 */
export function sample(
  area: Area,
  mutants: readonly Mutant[],
  { count, seed }: { count: number; seed: number },
  isValid: (mutant: Mutant) => boolean,
): Mutant[] {
  const rank = (...parts: string[]) =>
    createHash('md5')
      .update([seed, ...parts].join('\n'))
      .digest('hex');
  const here = sortedBy(mutants, ({ file, inside, kind, before, replacement }) =>
    rank(file, inside, kind, before, replacement),
  );
  const kinds = sortedBy([...new Set(here.map(({ kind }) => kind))], (kind) => rank(kind));
  const turns = kinds.map((kind) => here.filter((one) => one.kind === kind));
  const wanted = Math.round(count * shares[area]);
  const chosen: Mutant[] = [];
  while (chosen.length < wanted && turns.some((rest) => rest.length > 0))
    for (const rest of turns) {
      const next = rest.shift();
      if (next && chosen.length < wanted && isValid(next)) chosen.push(next);
    }
  return chosen;
}

function sortedBy<T>(items: readonly T[], rank: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, at: rank(item) }))
    .sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
    .map(({ item }) => item);
}
