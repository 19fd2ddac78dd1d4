/** Days and moments relative to today, so that the demo is never out of date. */
export class Calendar {
  readonly #now: number;

  constructor(now: Date) {
    this.#now = now.getTime();
  }

  /** The calendar date this many days from today. */
  day(offset: number): string {
    return new Date(this.#now + offset * 86_400_000).toISOString().slice(0, 10);
  }

  /** The time this many days from now, at some minute of that day. */
  moment(offset: number, minutes = 0): Date {
    return new Date(this.#now + offset * 86_400_000 - minutes * 60_000);
  }

  get year(): number {
    return new Date(this.#now).getUTCFullYear();
  }

  /** The year in which the oldest class graduates: next year's from summer on. */
  get graduating(): number {
    const now = new Date(this.#now);
    return now.getUTCFullYear() + (now.getUTCMonth() >= 6 ? 1 : 0);
  }
}
