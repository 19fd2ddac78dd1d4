import { crc32 } from 'node:zlib';
import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { anUnfoldingPng, aPdf, aPicture, aProgressiveJpeg } from '../../../testing/sample-files.ts';
import { acceptPicture, type InTurn, STORED_MAX_SIDE, withoutMetadata } from './pictures.ts';

const now: InTurn = (work) => work();

describe('an accepted picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('is converted to JPEG from %s', async (format) => {
    const picture = await accepted(await aPicture({ format, width: 80, height: 60 }));
    expect(picture).toMatchObject({ type: 'image/jpeg', extension: 'jpg', width: 80, height: 60 });
    expect((await sharp(picture.bytes).metadata()).format).toBe('jpeg');
  });

  it('loses its metadata and is rotated upright', async () => {
    const upload = await aPicture({ width: 80, height: 60, fromPhone: true });
    expect(Buffer.from(upload).includes('Phone'), 'the sample has what is to be removed').toBe(true);
    const picture = await accepted(upload);
    const { exif, icc, xmp, orientation } = await sharp(picture.bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(picture).toMatchObject({ width: 60, height: 80 });
    const [red] = await sharp(picture.bytes)
      .extract({ left: 30, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red, 'what was left is on top once it is turned').toBeGreaterThan(200);
  });

  it('is scaled down, never up', async () => {
    expect(await accepted(await aPicture({ width: 4_000, height: 1_000 }))).toMatchObject({
      width: STORED_MAX_SIDE,
      height: STORED_MAX_SIDE / 4,
    });
    expect(await accepted(await aPicture({ width: 10, height: 20 }))).toMatchObject({
      width: 10,
      height: 20,
    });
  });

  it('has a white background where it was transparent', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { bytes } = await accepted(clear);
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('loses any data after its end', async () => {
    const upload = Buffer.concat([await aPicture(), Buffer.from('<script>alert(1)</script>')]);
    expect(Buffer.from((await accepted(upload)).bytes).includes('script')).toBe(false);
  });
});

describe('refuses as a picture', () => {
  it.each([
    ['nothing', () => new Uint8Array()],
    ['a document', aPdf],
    ['a drawing, which may hold scripts', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a format no browser shows', () => aPicture({ format: 'tiff' })],
    ['a picture cut short', async () => (await aPicture({ width: 400, height: 400 })).subarray(0, 1_000)],
  ])('%s', async (_what, make) => {
    expect(await acceptPicture(await make(), now)).toBe('wrong kind');
  });

  it.each([
    ['hundreds of millions of pixels', 20_000, 20_000],
    ['more than 25 megapixels', 5_001, 5_000],
    ['a side of more than 12,000 pixels', 12_001, 2],
    ['a tower of 24 megapixels', 2, 12_000_000],
  ])('a small file that expands to %s, by its header and without a turn', async (_, width, height) => {
    const turned = vi.fn();
    const turns: InTurn = (work) => {
      turned();
      return work();
    };
    const bomb = anUnfoldingPng(64);
    const header = Buffer.from(bomb);
    header.writeUInt32BE(width, 16);
    header.writeUInt32BE(height, 20);
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
    expect(await acceptPicture(header, turns)).toBe('too many pixels');
    expect(await withoutMetadata(header, 'image/png', turns)).toBe('too many pixels');
    expect(turned).not.toHaveBeenCalled();
  });

  it('accepts exactly 25 megapixels, and a side of 12,000 pixels', async () => {
    expect(await acceptPicture(anUnfoldingPng(5_000), now)).toMatchObject({ width: 1_600 });
    const long = await aPicture({ width: 12_000, height: 2 });
    expect(await acceptPicture(long, now)).toMatchObject({ width: 1_600 });
  });

  it('a small file that makes a decoder pass over millions of pixels many times', async () => {
    const crafted = aProgressiveJpeg(5_000, 15);
    expect(crafted.length).toBeLessThan(300_000);
    expect(await acceptPicture(crafted, now)).toBe('wrong kind');
    expect(await withoutMetadata(crafted, 'image/jpeg', now)).toBe('wrong kind');
    expect(await acceptPicture(aProgressiveJpeg(5_000, 2), now), 'only its passes are wrong').toMatchObject({
      width: 1_600,
    });
  });

  it('more than 10 MB', async () => {
    const padded = Buffer.alloc(FILE_MAX_BYTES + 1);
    padded.set(await aPicture());
    expect(await acceptPicture(padded, now)).toBe('too large');
    expect(await acceptPicture(padded.subarray(0, FILE_MAX_BYTES), now)).toMatchObject({ width: 80 });
  });
});

async function accepted(upload: Uint8Array) {
  const picture = await acceptPicture(upload, now);
  if (typeof picture === 'string') throw new Error(picture);
  return picture;
}
