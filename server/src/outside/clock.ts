/** What time it is, asked of one place, so that a test can say so. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The fake: stands still until it is moved. */
export interface MovableClock extends Clock {
  moveTo(moment: Date | string): void;
  /** Forward, or back with a negative number of milliseconds. */
  moveBy(milliseconds: number): void;
}

/** A clock that stands at `moment` (ISO 8601). */
export function clockAt(moment: Date | string): MovableClock {
  let time = new Date(moment).getTime();
  return {
    now: () => new Date(time),
    moveTo: (next) => {
      time = new Date(next).getTime();
    },
    moveBy: (milliseconds) => {
      time += milliseconds;
    },
  };
}
