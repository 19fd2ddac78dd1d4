const TIMES = Number(process.env.ROUNDS ?? 1);

/** Whether `npm run campaign -- races` searches at length, instead of `npm test` a sample. */
export const isCampaign = TIMES > 1;

/** How often to repeat a race or a random walk: `usual` times in `npm test`, ROUNDS times as often in a campaign. */
export const rounds = (usual: number) => usual * TIMES;

/** Decides what random tests choose: 1 unless SEED is set. */
export const SEED = Number(process.env.SEED ?? 1);

/** In a campaign all of `all`, and otherwise every `nth`. Which ones depends on the seed and on `turn`. */
export const sampleOf = <T>(all: readonly T[], nth: number, turn = 0): T[] =>
  all.filter((_, index) => isCampaign || (index + turn + SEED) % nth === 0);
