/* Days are numbers since 1970, and moments are milliseconds. Nothing here imports the product. */

const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const numbers: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
};

/** The day, the minute of the day and the day of the week (0 is Sunday) that clocks in a zone show. */
export function clockIn(zone: string, moment: number): { day: number; minute: number; weekday: number } {
  const known = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...numbers, timeZone: zone });
  formats.set(zone, known);
  const part = Object.fromEntries(
    known.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const day = Date.UTC(part.year ?? 0, (part.month ?? 0) - 1, part.day) / DAY;
  return { day, minute: (part.hour ?? 0) * 60 + (part.minute ?? 0), weekday: (day + 4) % 7 };
}

/** The moment at which clocks in a zone show a minute of a day. */
export function momentAt(zone: string, day: number, minute: number): number {
  const wanted = day * DAY + minute * 60_000;
  let moment = wanted;
  for (let step = 0; step < 3; step += 1) {
    const shown = clockIn(zone, moment);
    moment += wanted - (shown.day * DAY + shown.minute * 60_000);
  }
  return moment;
}

export const utcDayOf = (moment: number): number => Math.floor(moment / DAY);
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** MM/DD/YYYY. */
export const shownDay = (day: number): string => dayText(day).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
