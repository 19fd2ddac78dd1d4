import { expect, it } from 'vitest';
import { aDoc, compoundFileOf } from '../../../testing/sample-files.ts';
import { topStreams } from './compound-file.ts';

it('lists the top-level streams', () => {
  expect(topStreams(aDoc())?.sort()).toEqual(['\u0005SummaryInformation', '1Table', 'WordDocument']);
});

it('lists many streams across several directory sectors', () => {
  const names = Array.from({ length: 40 }, (_, index) => `Stream${index}`);
  expect(topStreams(compoundFileOf(names))?.sort()).toEqual(names.sort());
});

it('does not list nested streams', () => {
  expect(topStreams(compoundFileOf(['Workbook'], ['WordDocument']))).toEqual(['Workbook']);
});

it('returns undefined for other bytes', () => {
  expect(topStreams(Buffer.from('%PDF-1.4'))).toBeUndefined();
  expect(topStreams(new Uint8Array())).toBeUndefined();
});

it('finds the allocation table of a file whose sector list continues beyond the header', () => {
  const file = compoundFileOf(['WordDocument']);
  const sector = Buffer.alloc(512, 0xff);
  sector.writeUInt32LE(0, 0);
  const moved = Buffer.concat([file, sector]);
  moved.writeUInt32LE(0xffffffff, 76);
  moved.writeUInt32LE(file.length / 512 - 1, 68);
  expect(topStreams(moved)).toEqual(['WordDocument']);
});

it('terminates on circular chains and trees', () => {
  const file = Buffer.from(aDoc());
  // The directory's only sector names itself as the next, and the first stream itself as its sibling.
  file.writeUInt32LE(1, 512 + 4);
  file.writeUInt32LE(1, 1024 + 128 + 68);
  expect(topStreams(file)).toContain('WordDocument');
  file.writeUInt32LE(1, 68);
  file.fill(0x01, 1024 + 508, 1024 + 512);
  expect(() => topStreams(file)).not.toThrow();
});

it('handles every truncation and every changed byte', () => {
  const file = Buffer.from(aDoc());
  for (let length = 0; length < file.length; length += 7) {
    expect(() => topStreams(file.subarray(0, length))).not.toThrow();
  }
  for (let index = 24; index < file.length; index++) {
    for (const value of [0x00, 0x7f, 0xff]) {
      const changed = Buffer.from(file);
      changed[index] = value;
      expect(() => topStreams(changed)).not.toThrow();
    }
  }
});
