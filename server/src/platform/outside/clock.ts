/** The current time, from one place so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The fake: moves only when a test moves it. */
export interface MovableClock extends Clock {
  moveTo(moment: Date | string): void;
  /** Moves forward, or back for a negative number of milliseconds. */
  moveBy(milliseconds: number): void;
}

/** A clock set to `moment` (ISO 8601). */
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
