import { t } from '@waypost/contract/i18n';
/** The number of words in this HTML. */
export function wordsIn(html: string): number {
  // Blocks separate words like spaces do: `<p>one</p><p>two</p>` has two.
  const text = html
    // Not `<[^>]*>`, which would scan to the end from each `<` and be quadratic without a `>`.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .trim();
  return text === '' ? 0 : text.split(/\s+/).length;
}

export interface WordRange {
  from: number;
  to: number;
}

/** The line below a text with a suggested length. */
export function wordLine(words: number, range: WordRange | undefined): string {
  return range
    ? t('{words, plural, one {1 word} other {{words} words}}, {from} to {to} suggested', { words, ...range })
    : t('{words, plural, one {1 word} other {{words} words}}', { words });
}
