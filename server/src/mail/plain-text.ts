/**
 * A sentence with text that people typed, safe for a mail: on one line, in one direction, and with nothing that a
 * mail program would make a link of. An invisible zero-width space after the sign that makes an address does that.
 */
export function toPlainText(sentence: string): string {
  return sentence
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/@|:(?=\/\/)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, '$&\u200b')
    .trim();
}
