// The database has the same function, `fold_text`, whose test compares the two.
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g;
const DASHES = /[-‐‑‒–—−]/g;
// Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic, and what nobody can see.
const MARKS =
  /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]|[\ufe00-\ufe0f]/g;
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
};

/**
 * Text as it is compared when people look for it: without letter case, accents and apostrophes, with dashes as spaces.
 * O’Shea and O'Shea, Zoë and zoe, Anne-Marie and Anne Marie are the same.
 */
export const foldText = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .replace(DASHES, ' ')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðıς]/g, (letter) => LETTERS[letter] ?? letter)
    .trim();
