import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A PDF with one empty page. */
export function aPdf(): Uint8Array {
  return Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  );
}

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/part.xml" ContentType="${main}+xml"/></Types>`;

export function aDocx(): Uint8Array {
  return zipOf({
    '[Content_Types].xml': contentTypes(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main',
    ),
    'word/document.xml': '<w:document/>',
  });
}

export function aSpreadsheet(): Uint8Array {
  return zipOf({
    '[Content_Types].xml': contentTypes(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main',
    ),
    'xl/workbook.xml': '<workbook/>',
  });
}

export function anOdt(): Uint8Array {
  return zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office/>' });
}

/** Word 97 to 2003. */
export function aDoc(): Uint8Array {
  return compoundFileOf(['1Table', 'WordDocument', '\u0005SummaryInformation']);
}

/** A PDF that opens only with its password, or by anyone if the password only protects it from changes. */
export async function aProtectedPdf(
  password: { userPassword: string } | { ownerPassword: string },
): Promise<Uint8Array> {
  const { PDF } = await import('@libpdf/core');
  const pdf = await PDF.load(aPdf());
  pdf.setProtection(password);
  return pdf.save();
}

/** An old Word document that needs a password. */
export function aLockedDoc(): Uint8Array {
  const file = Buffer.from(compoundFileOf(['WordDocument']));
  const document = Buffer.alloc(4096);
  document[11] = 1;
  const entry = file.indexOf(Buffer.from('WordDocument', 'utf16le'));
  file.writeUInt32LE(file.length / 512 - 1, entry + 116);
  file.writeUInt32LE(document.length, entry + 120);
  return Buffer.concat([file, document]);
}

export interface PictureWishes {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff';
  /** Like a phone's photo: rotated, with its location in the metadata. */
  fromPhone?: boolean;
}

/** A picture with a red left half and a blue right half. */
export async function aPicture(wishes: PictureWishes = {}): Promise<Uint8Array> {
  const { width = 80, height = 60, format = 'jpeg', fromPhone = false } = wishes;
  const half = { width: Math.ceil(width / 2), height, channels: 3, background: '#0000ff' } as const;
  const picture = sharp({ create: { ...half, width, background: '#ff0000' } })
    .composite([{ input: { create: half }, gravity: 'east' }])
    .toFormat(format);
  if (!fromPhone) return picture.toBuffer();
  return picture
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '38/1 58/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
}

/** A PNG of a few kilobytes that expands to `side` × `side` black pixels. */
export function anUnfoldingPng(side: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    return Buffer.concat([numberBE(data.length), body, numberBE(crc32(body))]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/**
 * A gray progressive JPEG of about 100 KB. Each of its scans (up to 15) makes a decoder pass over `side` ×
 * `side` pixels.
 */
export function aProgressiveJpeg(side: number, scans: number): Uint8Array {
  const blocks = Math.ceil(side / 8) ** 2;
  const segment = (marker: number, body: number[]) => {
    const length = body.length + 2;
    return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
  };
  const oneCode = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), symbol]);
  const size = [side >> 8, side & 255];
  // Each block's average uses the only code of its table, a single 0 bit.
  const averages = Buffer.alloc(Math.ceil(blocks / 8));
  // "The next 16,384 blocks have nothing more": the one code and 14 bits of 0.
  const nothingMore = Buffer.alloc(Math.ceil((15 * Math.ceil(blocks / 16_384)) / 8));
  const details = Array.from({ length: scans - 1 }, (_, index) => {
    const bit = 13 - index;
    return [segment(0xda, [1, 1, 0, 1, 63, bit === 13 ? bit : ((bit + 1) << 4) | bit]), nothingMore];
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    oneCode(0x00, 0x00),
    oneCode(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    averages,
    ...details.flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A ZIP archive of uncompressed files, in the given order. */
export function zipOf(files: Record<string, string | Buffer>): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    described.writeUInt32LE(crc32(data), 10);
    described.writeUInt32LE(data.length, 14);
    described.writeUInt32LE(data.length, 18);
    described.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, Buffer.from(name), data]);
    const trailer = Buffer.alloc(14);
    trailer.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), described, trailer, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

/**
 * A compound file with these empty top-level streams, and `embedded` ones inside a nested storage. Version 3:
 * one sector of 512 bytes for the allocation table, the others for the directory.
 */
export function compoundFileOf(streams: string[], embedded: string[] = []): Uint8Array {
  const NONE = 0xffffffff;
  const inside = streams.length + 2;
  const entries = [
    directoryEntry('Root Entry', 5, NONE, 1),
    // Each stream is its neighbour's right-hand sibling; the storage comes last.
    ...streams.map((name, index) => directoryEntry(name, 2, index + 2, NONE)),
    directoryEntry('MBD0001', 1, NONE, embedded.length > 0 ? inside : NONE),
    ...embedded.map((name, index) =>
      directoryEntry(name, 2, index + 1 < embedded.length ? inside + index + 1 : NONE, NONE),
    ),
  ];
  while (entries.length % 4 !== 0) entries.push(directoryEntry('', 0, NONE, NONE));
  const directorySectors = entries.length / 4;
  const header = Buffer.alloc(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let sector = 1; sector <= directorySectors; sector++) {
    table.writeUInt32LE(sector < directorySectors ? sector + 1 : 0xfffffffe, sector * 4);
  }
  return Buffer.concat([header, table, ...entries]);
}

function directoryEntry(name: string, kind: number, right: number, child: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name === '' ? 0 : name.length * 2 + 2, 64);
  entry.set([kind, 1], 66);
  entry.writeUInt32LE(0xffffffff, 68);
  entry.writeUInt32LE(right, 72);
  entry.writeUInt32LE(child, 76);
  entry.writeUInt32LE(0xfffffffe, 116);
  return entry;
}

function numberBE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
