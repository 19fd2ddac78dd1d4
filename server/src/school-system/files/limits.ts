import { makeFairGate } from '../../platform/access/fair-gate.ts';
import { PICTURES_AT_ONCE } from '../../platform/outside/thread-pool.ts';

/** Each account's pictures, one at a time. Five may wait: two uploads of a picture, its crop, and a few more. */
const ofAccount = makeFairGate(Number.POSITIVE_INFINITY, { each: 5, all: 60 });

/** The only lane. 60 waiting uploads use 600 MB at most. */
const lane = makeFairGate(PICTURES_AT_ONCE, { each: 60, all: 60 });

/** Who uploads a picture. */
interface Uploader {
  id: string;
  /** Where they upload from. */
  network: string;
  /** Approved by a school, or staff. */
  isTrusted: boolean;
}

/**
 * Runs `work` on a picture when it is the uploader's turn: pictures are processed one at a time, and callers take turns.
 * The accounts of a network that nobody has approved are one caller together, because anyone can make many of them. 429
 * if too many of the account's are waiting.
 */
export const inTurnOf =
  ({ id, network, isTrusted }: Uploader) =>
  <Result>(work: () => Promise<Result>): Promise<Result> => {
    // Each account has at most one picture in the lane, so the accounts of a network take turns there.
    const caller = isTrusted ? id : network;
    return ofAccount({ caller: id, most: 1 }, () => lane({ caller }, work));
  };
