import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';
import { Damaged } from './tar.ts';

const key = randomBytes(32);
const FRAME = 256 * 1024;
const HEAD = 8 + 16;
/** A frame as written: its length, its content, and its tag. */
const WRITTEN = 4 + FRAME + 16;

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function all(made: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of made) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sealed = (bytes: Buffer) => all(seal(inChunks(bytes, 100_000), key));
const opened = (bytes: Buffer, by = key) => all(unseal(inChunks(bytes, 70_000), by));

test.each([0, 1, FRAME, FRAME + 1, 3 * FRAME])('%i bytes are restored exactly', async (size) => {
  const bytes = randomBytes(size);
  const file = await sealed(bytes);
  if (size > 64) expect(file.includes(bytes.subarray(0, 64))).toBe(false);
  expect((await opened(file)).equals(bytes)).toBe(true);
});

describe('a file is damaged', () => {
  const frames = (file: Buffer) =>
    [0, 1, 2].map((n) => file.subarray(HEAD + n * WRITTEN, HEAD + (n + 1) * WRITTEN));
  test.each<[string, (head: Buffer, parts: Buffer[]) => (Buffer | undefined)[]]>([
    ['where a frame is left out', (head, [a, , c]) => [head, a, c]],
    ['where a frame comes twice', (head, [a, b, c]) => [head, a, b, b, c]],
    ['where two frames changed places', (head, [a, b, c]) => [head, b, a, c]],
    ['where the end is cut off after a frame', (head, [a, b]) => [head, a, b]],
    ['where the end is cut off within a frame', (head, [a, b, c]) => [head, a, b, c?.subarray(0, 99)]],
    ['of another kind', (_, parts) => [Buffer.from('NOTHING1'), ...parts]],
  ])('%s', async (_, change) => {
    const file = await sealed(randomBytes(3 * FRAME));
    const changed = change(file.subarray(0, HEAD), frames(file)).filter((part) => part !== undefined);
    await expect(opened(Buffer.concat(changed))).rejects.toThrow(Damaged);
  });

  test('with another key', async () => {
    const file = await sealed(randomBytes(10));
    await expect(opened(file, randomBytes(32))).rejects.toThrow(Damaged);
  });
});
