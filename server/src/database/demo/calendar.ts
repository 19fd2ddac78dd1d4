/** Dates and times relative to today, so the demo is never out of date. */
export class Calendar {
  readonly #now: number;

  constructor(now: Date) {
    this.#now = now.getTime();
  }

  /** The calendar date this many days from today. */
  day(offset: number): string {
    return new Date(this.#now + offset * 86_400_000).toISOString().slice(0, 10);
  }

  /** The time this many days from now, plus some minutes. */
  moment(offset: number, minutes = 0): Date {
    return new Date(this.#now + offset * 86_400_000 - minutes * 60_000);
  }

  get year(): number {
    return new Date(this.#now).getUTCFullYear();
  }

  /** The graduation year of students in their last school year; changes to the next one in summer. */
  get graduating(): number {
    const now = new Date(this.#now);
    return now.getUTCFullYear() + (now.getUTCMonth() >= 6 ? 1 : 0);
  }
}
