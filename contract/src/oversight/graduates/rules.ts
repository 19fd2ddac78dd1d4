/** August ends a school year (docs/behavior/graduates.md#rules). */
const LAST_MONTH = 7;

/** The class that graduates next. Students of an earlier class have left school. */
export function nextClass(now: Date): number {
  return now.getUTCFullYear() + (now.getUTCMonth() > LAST_MONTH ? 1 : 0);
}
