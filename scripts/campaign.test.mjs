import { expect, test } from 'vitest';
import { runCampaign } from './campaign.mjs';

const program = (text) => (seed) => [process.execPath, ['-e', text], { SEED: seed }];

test('a campaign repeats its part with the next seeds until one fails, and names that seed', async () => {
  const part = program('process.exit(process.env.SEED === "27" ? 1 : 0)');
  const outcome = await runCampaign({ part, step: 10 }, { minutes: 5, seed: 7 });
  expect(outcome).toEqual({ passed: 2, failed: 27 });
});

test('a campaign with a single part runs it once, with the arguments that follow', async () => {
  const part = program('process.exit(process.argv[1] === "more" ? 0 : 1)');
  const outcome = await runCampaign({ part, once: true, lanes: 3 }, { minutes: 5, seed: 1, more: ['more'] });
  expect(outcome).toEqual({ passed: 1, failed: null });
});

test('the time limit ends a part that would go on, which counts as neither passed nor failed', async () => {
  const part = program('setInterval(() => {}, 1000)');
  const outcome = await runCampaign({ part }, { minutes: 0.01, seed: 1 });
  expect(outcome).toEqual({ passed: 0, failed: null });
});
