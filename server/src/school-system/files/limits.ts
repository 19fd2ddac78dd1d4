import { makeFairGate } from '../../platform/access/fair-gate.ts';
import { PICTURES_AT_ONCE } from '../../platform/outside/thread-pool.ts';

/**
 * Five per account: two uploads of a picture, its crop, and a few more. 60 waiting uploads use 600 MB at most.
 */
const gate = makeFairGate(PICTURES_AT_ONCE, { each: 5, all: 60 });

/**
 * Runs `work` on a picture when it is this account's turn: pictures are processed one at a time, accounts taking turns.
 * 429 if too many of this account's are waiting.
 */
export const inTurnOf =
  (accountId: string) =>
  <Result>(work: () => Promise<Result>): Promise<Result> =>
    gate({ caller: accountId }, work);
