import { inflateRawSync } from 'node:zlib';

const [ENTRY, DIRECTORY_END] = ['PK\x01\x02', 'PK\x05\x06'];
const STORED = 0;

/**
 * The content of one file of a ZIP archive. Undefined if it is not there, damaged, or larger than `maxBytes` when it is
 * uncompressed. Reads only the directory and this file.
 */
export function readZipped(archive: Uint8Array, name: string, maxBytes: number): Buffer | undefined {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const entry = findEntry(bytes, name);
    if (!entry) return undefined;
    const start =
      entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
    const data = bytes.subarray(start, start + entry.compressedBytes);
    if (entry.method !== STORED) return inflateRawSync(data, { maxOutputLength: maxBytes });
    return data.length <= maxBytes ? data : undefined;
  } catch {
    // A number in the archive points beyond its end, or the content is damaged.
    return undefined;
  }
}

interface Entry {
  method: number;
  compressedBytes: number;
  offset: number;
}

function findEntry(bytes: Buffer, name: string): Entry | undefined {
  const end = bytes.lastIndexOf(DIRECTORY_END, undefined, 'latin1');
  if (end < 0) return undefined;
  let at = bytes.readUInt32LE(end + 16);
  while (bytes.toString('latin1', at, at + 4) === ENTRY) {
    const nameBytes = bytes.readUInt16LE(at + 28);
    if (bytes.toString('latin1', at + 46, at + 46 + nameBytes) === name)
      return {
        method: bytes.readUInt16LE(at + 10),
        compressedBytes: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      };
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return undefined;
}
