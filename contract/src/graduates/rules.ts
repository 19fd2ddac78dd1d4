/** August: a school year ends with it (document 2, section 9: the year rolls forward after August). */
const LAST_MONTH = 7;

/** The class that graduates next: students of an earlier year have left school. */
export function nextClass(now: Date): number {
  return now.getUTCFullYear() + (now.getUTCMonth() > LAST_MONTH ? 1 : 0);
}
