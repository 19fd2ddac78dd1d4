/** A calendar date, YYYY-MM-DD, as people read it: MM/DD/YYYY (document 1, section 9). */
export function shownDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}
