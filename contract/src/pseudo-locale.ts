/**
 * English as a pseudo-locale, to spot untranslated text and tight layouts: accents on every letter that has one,
 * doubled vowels, which make texts 40% longer, and brackets around each message. With `PSEUDO_LOCALE=1`, builds and
 * servers show it in place of Spanish, except in production.
 */
export function pseudo(message: string): string {
  // A name is the same in every language.
  return message === 'Waypost' ? message : `⟦${accented(message)}⟧`;
}

const ACCENTS: Record<string, string> = {
  a: 'áá',
  e: 'éé',
  i: 'íí',
  o: 'óó',
  u: 'úú',
  y: 'ý',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  r: 'ŕ',
  l: 'ļ',
  t: 'ţ',
  d: 'ď',
  A: 'Áá',
  E: 'Éé',
  I: 'Íí',
  O: 'Óó',
  U: 'Úú',
  Y: 'Ý',
  N: 'Ñ',
  C: 'Ç',
  S: 'Š',
  R: 'Ŕ',
  L: 'Ļ',
  T: 'Ţ',
  D: 'Ď',
};

/** The text between arguments and tags, and the text of each case of a plural or a choice. */
function accented(message: string): string {
  let made = '';
  for (let at = 0; at < message.length; ) {
    const tag = /^<\/?\w+\/?>/.exec(message.slice(at));
    if (tag) {
      made += tag[0];
      at += tag[0].length;
    } else if (message[at] === '{') {
      const end = endOf(message, at);
      made += argument(message.slice(at + 1, end));
      at = end + 1;
    } else {
      made += ACCENTS[message[at] ?? ''] ?? message[at];
      at += 1;
    }
  }
  return made;
}

/** `name` or `count, plural, one {# entry} other {# entries}`. */
function argument(inside: string): string {
  const [, head = inside, cases = ''] = /^(\s*\w+\s*,\s*\w+\s*,)(.*)$/s.exec(inside) ?? [];
  let made = head;
  for (let at = 0; at < cases.length; ) {
    const end = cases[at] === '{' ? endOf(cases, at) : at;
    made += end > at ? `{${accented(cases.slice(at + 1, end))}}` : cases[at];
    at = end + 1;
  }
  return `{${made}}`;
}

/** The index of the brace that closes the one here. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
