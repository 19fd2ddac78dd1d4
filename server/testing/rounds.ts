/** Set by `npm run test:all`, which runs everything at full length. */
const runsEverything = process.env.TEST_ALL === 'on';

/** How often to repeat a race or a random walk: all of it in `npm run test:all`, fewer times in `npm test`. */
export const rounds = (everything: number, quick: number) => (runsEverything ? everything : quick);
