/**
 * Whether a PDF can be opened only with a password. Many official forms are encrypted so that they cannot be changed, but
 * open without one: those are not locked.
 */
export async function isLockedPdf(bytes: Uint8Array): Promise<boolean> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes('/Encrypt')) return false;
  const text = buffer.toString('latin1');
  const trailer = findEncryptedTrailer(text.slice(-END_BYTES));
  return trailer !== undefined && !(await opensWithoutPassword(text, trailer));
}

/** A file ends with its newest trailer. This is more than the largest, a cross-reference stream, takes in 10 MB. */
const END_BYTES = 1024 * 1024;

const WORD = /\b(?:trailer|startxref|obj|endobj|stream|endstream)\b|\/(?:XRef|Encrypt)\b/g;

/** More than any trailer or encryption dictionary. */
const DICTIONARY_MAX = 16_384;

/**
 * The trailer that names the encryption: a dictionary after `trailer`, or that of a cross-reference stream. Never the
 * same words in a text. Linear in the file's length.
 */
function findEncryptedTrailer(text: string): string | undefined {
  let start = 0;
  let [isDictionary, isTrailer, isEncrypted] = [false, false, false];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word === '/Encrypt') isEncrypted = true;
    else if (word === '/XRef') isTrailer = true;
    else {
      if (isDictionary && isTrailer && isEncrypted)
        return text.slice(start, Math.min(index, start + DICTIONARY_MAX));
      start = index + word.length;
      isDictionary = word === 'trailer' || word === 'obj';
      isTrailer = word === 'trailer';
      isEncrypted = false;
    }
  }
  return undefined;
}

/** A string in hexadecimal, or a literal one in which parentheses are escaped. */
const STRING = String.raw`(?:<[\dA-Fa-f\s]*>|\((?:\\[^]|[^\\()])*\))`;
const ID = new RegExp(String.raw`/ID\s*\[\s*${STRING}\s*${STRING}\s*\]`);

/**
 * Tries an excerpt: a PDF of no pages with the same encryption. The whole file could take seconds to parse. One that
 * cannot be read, or is encrypted for certificates, counts as locked.
 */
async function opensWithoutPassword(text: string, trailer: string): Promise<boolean> {
  const [, number, generation] = /\/Encrypt\s+(\d+)\s+(\d+)\s+R/.exec(trailer) ?? [];
  const encryption = number && objectOf(text, `${number} ${generation} obj`);
  if (!encryption) return false;
  const [id = ''] = ID.exec(trailer) ?? [];
  // Loaded only here, because few documents are encrypted.
  const { PDF } = await import('@libpdf/core');
  try {
    const { isEncrypted, isAuthenticated } = await PDF.load(excerptOf(encryption, id));
    return !isEncrypted || isAuthenticated;
  } catch {
    return false;
  }
}

/** The content of the newest object of this number. */
function objectOf(text: string, head: string): string | undefined {
  let at = text.lastIndexOf(head);
  // Not the end of a longer number.
  while (at > 0 && /\d/.test(text.charAt(at - 1))) at = text.lastIndexOf(head, at - 1);
  if (at < 0) return undefined;
  const content = text.slice(at + head.length, at + head.length + DICTIONARY_MAX);
  return content.slice(0, content.indexOf('endobj'));
}

function excerptOf(encryption: string, id: string): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>', encryption];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<</Size 4/Root 1 0 R/Encrypt 3 0 R${id}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, 'latin1');
}
