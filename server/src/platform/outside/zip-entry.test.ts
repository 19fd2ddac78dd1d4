import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { zipOf } from '../../../testing/sample-files.ts';
import { readZipped } from './zip-entry.ts';

/** An archive with one compressed file. */
function compressed(content: string) {
  const archive = zipOf({ 'a.txt': deflateRawSync(content) });
  archive.writeUInt16LE(8, archive.indexOf('PK\x03\x04') + 8);
  archive.writeUInt16LE(8, archive.indexOf('PK\x01\x02') + 10);
  return archive;
}

it('reads a stored and a compressed file', () => {
  expect(String(readZipped(zipOf({ 'b.txt': 'b', 'a.txt': 'hello' }), 'a.txt', 10))).toBe('hello');
  expect(String(readZipped(compressed('hello'), 'a.txt', 10))).toBe('hello');
});

it('does not unpack more than the limit', () => {
  expect(readZipped(compressed('x'.repeat(1000)), 'a.txt', 999)).toBeUndefined();
  expect(readZipped(zipOf({ 'a.txt': 'x'.repeat(1000) }), 'a.txt', 999)).toBeUndefined();
});

it('returns undefined without the file, and handles every truncation', () => {
  const archive = compressed('hello');
  expect(readZipped(archive, 'b.txt', 10)).toBeUndefined();
  for (let length = 0; length < archive.length; length += 1)
    expect(() => readZipped(archive.subarray(0, length), 'a.txt', 10)).not.toThrow();
  expect(readZipped(archive.subarray(0, -40), 'a.txt', 10)).toBeUndefined();
});
