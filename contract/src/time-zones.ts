/** The calendar date, YYYY-MM-DD, in a time zone. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Date(now.getTime() + offsetAt(now.getTime(), timeZone)).toISOString().slice(0, 10);

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as const).formatToParts(moment);
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    ...([numberOf('year'), numberOf('month') - 1, numberOf('day')] as const),
    ...([numberOf('hour'), numberOf('minute'), numberOf('second')] as const),
  );
  return wall - Math.floor(moment / 1000) * 1000;
}
