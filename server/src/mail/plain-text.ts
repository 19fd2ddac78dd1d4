/**
 * A sentence with text that people typed, as it goes into a mail: on one line, in one direction, and with nothing in it
 * that a mail program would turn into a link. A zero-width space after the sign that makes an address of it does that,
 * and changes nothing to see.
 */
export function toPlainText(sentence: string): string {
  return sentence
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/@|:(?=\/\/)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, '$&\u200b')
    .trim();
}
