import { FILE_MAX_BYTES } from '@waypost/contract/school-system/files/rules';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { anUnfoldingPng, aPdf, aPicture, aProgressiveJpeg } from '../../../testing/sample-files.ts';
import { countPasses } from './picture-passes.ts';
import { acceptPicture, type InTurn, PICTURE_MAX_SIDE, withoutMetadata } from './pictures.ts';

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
      width: PICTURE_MAX_SIDE,
      height: PICTURE_MAX_SIDE / 4,
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

  it('a small file that expands to hundreds of millions of pixels', async () => {
    const bomb = anUnfoldingPng(20_000);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await acceptPicture(bomb, now)).toBe('wrong kind');
    expect(await withoutMetadata(bomb, 'image/png', now)).toBeUndefined();
    expect(await acceptPicture(anUnfoldingPng(2_000), now), 'only its size is wrong').toMatchObject({
      width: 1_600,
    });
  });

  it('a small file that makes a decoder pass over millions of pixels many times', async () => {
    const crafted = aProgressiveJpeg(6_000, 15);
    expect(crafted.length).toBeLessThan(300_000);
    expect(await acceptPicture(crafted, now)).toBe('wrong kind');
    expect(await withoutMetadata(crafted, 'image/jpeg', now)).toBeUndefined();
    expect(await acceptPicture(aProgressiveJpeg(6_000, 2), now), 'only its passes are wrong').toMatchObject({
      width: 1_600,
    });
  });

  it('an interlaced picture too large for seven passes', async () => {
    const interlaced = Buffer.from(anUnfoldingPng(6_500));
    interlaced[28] = 1;
    expect(countPasses(interlaced, 'png')).toBe(7);
    expect(await acceptPicture(interlaced, now)).toBe('wrong kind');
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
