/**
 * A sentence with user input, safe for a mail: on one line, in one direction, and with nothing that a mail program
 * would turn into a link. For that, an invisible zero-width space follows each character that makes an address.
 */
export function toPlainText(sentence: string): string {
  return sentence
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/@|:(?=\/\/)|(?<=[\p{L}\p{N}_-])\.(?=\p{L})/gu, '$&\u200b')
    .trim();
}
