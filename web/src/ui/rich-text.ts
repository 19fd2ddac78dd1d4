import { t } from '@waypost/contract/i18n';
/** How many words a reader finds in this HTML. */
export function wordsIn(html: string): number {
  // Blocks separate words as spaces do: `<p>one</p><p>two</p>` is two.
  const text = html
    // Not `<[^>]*>`: from each `<` that would scan to the end, which is quadratic where no `>` follows.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .trim();
  return text === '' ? 0 : text.split(/\s+/).length;
}

export interface WordRange {
  from: number;
  to: number;
}

/** The line under a text that is suggested to be so long. */
export function wordLine(words: number, range: WordRange | undefined): string {
  return range
    ? t('{words, plural, one {1 word} other {{words} words}}, {from} to {to} suggested', { words, ...range })
    : t('{words, plural, one {1 word} other {{words} words}}', { words });
}
