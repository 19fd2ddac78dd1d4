const segmenter = new Intl.Segmenter();

/** The first character as people see it, such as a letter with its accent or a whole emoji; empty if there is none. */
export const firstGrapheme = (text: string): string =>
  segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

/** At most `max` characters as people see them, with “…” for the rest. */
export function clipText(text: string, max: number): string {
  let shown = 0;
  // Stops at the limit: most of a long text is never looked at.
  for (const { index } of segmenter.segment(text)) {
    if (shown === max) return `${text.slice(0, index)}…`;
    shown += 1;
  }
  return text;
}

/** The beginning of a text that fits in `max` UTF-16 units. Cuts no character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const next = segmenter.segment(text).containing(max);
  return text.slice(0, next?.index ?? max);
}
