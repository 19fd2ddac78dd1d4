// `npm run worlds [-- requests [seed]]`: sends requests, 100,000 by default, to two databases that differ only in one
// school system.
import { commandOf, run } from './stages.mjs';

const [requests = '100000', seed = '1'] = process.argv.slice(2);
process.exitCode = await run('two worlds', commandOf('vitest'), ['run', 'server/src/access/worlds.test.ts'], {
  WORLDS: requests,
  SEED: seed,
});
