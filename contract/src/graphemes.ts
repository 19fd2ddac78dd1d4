const segmenter = new Intl.Segmenter();

const graphemesOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The first character as people see it, such as a letter with its accent or a whole emoji; empty if there is none. */
export const firstGrapheme = (text: string): string =>
  segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

/** At most `max` characters as people see them, with “…” for the rest. */
export function clipText(text: string, max: number): string {
  const all = graphemesOf(text);
  return all.length <= max ? text : `${all.slice(0, max).join('')}…`;
}

/** The beginning of a text that fits in `max` UTF-16 units. Cuts no character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const next = segmenter.segment(text).containing(max);
  return text.slice(0, next?.index ?? max);
}
