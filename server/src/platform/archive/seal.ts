import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Damaged, Reader } from './tar.ts';

/** An encrypted file starts with this, followed by a salt and frames. */
const MAGIC = Buffer.from('WAYPOST1');
const SALT = 16;
const TAG = 16;

/** Bytes encrypted at once: as much as a reader buffers before it knows that they are authentic. */
const FRAME = 256 * 1024;

export const isSealed = (beginning: Buffer) => beginning.subarray(0, MAGIC.length).equals(MAGIC);

/**
 * Encrypts with AES-256-GCM in frames, each with its own tag, under a key derived for this file only. The nonce counts
 * the frames and marks the last, so none can be dropped, repeated, reordered or truncated.
 */
export async function* seal(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const fileKey = keyFor(key, salt);
  yield Buffer.concat([MAGIC, salt]);
  let kept = Buffer.alloc(0);
  let count = 0;
  const frame = (content: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonce(count++, isLast));
    const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed, cipher.getAuthTag()]);
  };
  for await (const chunk of bytes) {
    kept = Buffer.concat([kept, chunk]);
    for (; kept.length > FRAME; kept = kept.subarray(FRAME)) yield frame(kept.subarray(0, FRAME), false);
  }
  yield frame(kept, true);
}

/**
 * Decrypts the bytes, yielding each frame once it is known to be authentic. Throws `Damaged` if the bytes or the key
 * are wrong.
 */
export async function* unseal(bytes: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const reader = new Reader(bytes);
  if (!isSealed(await reader.take(MAGIC.length))) throw new Damaged();
  const fileKey = keyFor(key, await reader.take(SALT));
  for (let count = 0; ; count++) {
    const length = (await reader.take(4)).readUInt32BE();
    if (length > FRAME) throw new Damaged();
    const sealed = await reader.take(length);
    const tag = await reader.take(TAG);
    const isLast = await reader.isAtEnd();
    const cipher = createDecipheriv('aes-256-gcm', fileKey, nonce(count, isLast)).setAuthTag(tag);
    try {
      yield Buffer.concat([cipher.update(sealed), cipher.final()]);
    } catch {
      throw new Damaged();
    }
    if (isLast) return;
  }
}

const keyFor = (key: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'waypost backup', 32));

function nonce(count: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(count, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}
