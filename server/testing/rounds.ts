/** Set by `npm run test:all`, which runs everything in full. */
const runsEverything = process.env.TEST_ALL === 'on';

/**
 * How often to repeat a race or a random walk: `everything` times in `npm run test:all`, `quick` times in
 * `npm test`.
 */
export const rounds = (everything: number, quick: number) => (runsEverything ? everything : quick);

/** How often to repeat a race: 200 times in `npm run races`, which takes minutes. */
export const raceRounds = () => Number(process.env.RACES ?? rounds(20, 3));
