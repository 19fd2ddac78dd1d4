/** Letters that a zero-width joiner or non-joiner changes the shape of: Arabic, Syriac and Indic scripts, and Mongolian. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Mongolian',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

// The first three parts match what stays: a letter with its joiner, an emoji joined to the next one, a region's flag.
const INVISIBLE = new RegExp(
  [
    `([${JOINING}][\\u200C\\u200D]`,
    '\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\uFE0F]?\\u200D(?=\\p{Extended_Pictographic})',
    '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F})',
    // Variation selectors choose between two forms of a character, such as ❤ and ❤️.
    '(?!\\p{Variation_Selector})[\\p{Cc}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]',
  ].join('|'),
  'gu',
);

const withoutInvisible = (text: string) => text.replace(INVISIBLE, (_, kept?: string) => kept ?? '');

// The blank of Braille is a symbol that looks like a space.
const VISIBLE = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * One line as it was meant, trimmed: NFC, a plain space for spaces and line breaks of any kind and number, and no
 * characters that nobody can see, such as controls, marks of direction and zero-width spaces. Empty if nothing visible
 * is left.
 */
export function normalizeLine(text: string): string {
  const spaced = text.normalize('NFC').replace(/[\s\u0085]/g, ' ');
  const line = withoutInvisible(spaced).replace(/ {2,}/g, ' ').trim();
  return VISIBLE.test(line) ? line : '';
}

/** The same for text of several lines: line breaks stay, as `\n`, and so do spaces that do not break. */
export function normalizeText(text: string): string {
  const lines = text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f]/g, ' ')
    .split('\n')
    .map(withoutInvisible)
    .join('\n')
    .trim();
  return VISIBLE.test(lines) ? lines : '';
}
