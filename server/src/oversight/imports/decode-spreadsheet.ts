import { t } from '@waypost/contract/i18n';
import { refuse } from '@waypost/contract/refusal';

// Node 20 decodes 0x80 to 0x9F of Windows-1252 as controls. Five of them are not assigned.
const WINDOWS_C1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const fromWindows = (content: Uint8Array) =>
  Buffer.from(content)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_C1[sign.charCodeAt(0) - 0x80] ?? sign);

const fromMac = (content: Uint8Array) => new TextDecoder('macintosh').decode(content);

/** What no name has: an upper-case letter or a sign after a lower-case one, or a control. */
const countOddities = (text: string) =>
  text.match(/\p{Ll}(?=[^\p{ASCII}])[\p{Lu}\p{S}–—‡†…]|[\u0080-\u009f]/gu)?.length ?? 0;

/**
 * The text of a CSV file, with `\n` between lines. Spreadsheets save in UTF-8, with or without a byte order mark, or in
 * the older Windows-1252 or Mac Roman: of these, the one in which the words look more like words.
 */
export function decodeFile(content: Uint8Array): string {
  if (content.includes(0)) wrongFile(t('this is not a CSV file; save the spreadsheet as CSV'));
  return decoded(content).replace(/\r\n?/g, '\n');
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    const [windows, mac] = [fromWindows(content), fromMac(content)];
    const surplus = countOddities(windows) - countOddities(mac);
    // Only an old Mac ends lines with CR alone.
    return surplus > 0 || (surplus === 0 && !content.includes(0x0a)) ? mac : windows;
  }
}

/** Refuses an uploaded file at `fileupload`. */
export function wrongFile(sentence: string): never {
  refuse('invalid-input', undefined, { fileupload: [sentence] });
}
