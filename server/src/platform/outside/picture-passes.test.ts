import sharp from 'sharp';
import { expect, test } from 'vitest';
import { aPicture, aProgressiveJpeg } from '../../../testing/sample-files.ts';
import { countPasses } from './picture-passes.ts';

test.each([1, 2, 9, 15])('counts %i scans of a progressive JPEG', (scans) => {
  expect(countPasses(aProgressiveJpeg(64, scans), 'jpeg')).toBe(scans);
});

test('counts one pass for a baseline JPEG, ignoring data after its end', async () => {
  const plain = await aPicture();
  expect(countPasses(plain, 'jpeg')).toBe(1);
  const trailed = Buffer.concat([plain, Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xda, 0, 2])]);
  expect(countPasses(trailed, 'jpeg')).toBe(1);
});

test('does not count the scans of a thumbnail inside a segment', async () => {
  const plain = Buffer.from(await aPicture());
  const thumbnail = Buffer.from(aProgressiveJpeg(16, 9));
  const header = Buffer.from([0xff, 0xe1, (thumbnail.length + 2) >> 8, (thumbnail.length + 2) & 255]);
  const withThumbnail = Buffer.concat([plain.subarray(0, 2), header, thumbnail, plain.subarray(2)]);
  expect((await sharp(withThumbnail).metadata()).width).toBe(80);
  expect(countPasses(withThumbnail, 'jpeg')).toBe(1);
});

test("counts the passes of an encoder's output", async () => {
  const noise = sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  expect(countPasses(await noise.clone().jpeg({ progressive: true }).toBuffer(), 'jpeg')).toBe(10);
  expect(countPasses(await noise.clone().png({ progressive: true }).toBuffer(), 'png')).toBe(7);
  expect(countPasses(await noise.clone().png().toBuffer(), 'png')).toBe(1);
});

test('reads every byte at most once, even with repeated markers', () => {
  for (const pattern of [[0xff], [0xff, 0], [0xff, 0xda, 0, 0], [0xff, 0xe1, 0xff, 0xff]]) {
    const crafted = Buffer.alloc(10_000_000, Buffer.from(pattern));
    expect(countPasses(crafted, 'jpeg')).toBeLessThanOrEqual(crafted.length / 4);
  }
});
