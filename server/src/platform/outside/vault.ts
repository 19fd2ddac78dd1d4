import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, type Config } from '../../config.ts';

/** Encrypts values that the server must be able to read again, bound to their owner. */
export interface Vault {
  /** The first bytes of everything encrypted with this key. */
  readonly mark: Buffer;
  seal(value: Buffer, whose: string): Buffer;
  /** Undefined if the key is wrong, or the value was changed or belongs to someone else. */
  open(sealed: Buffer, whose: string): Buffer | undefined;
}

const MARK = 4;
const NONCE = 12;
const TAG = 16;
const KEY_BYTES = 32;

/** AES-256-GCM: a mark of the key, a random nonce, the tag, and the encrypted value. */
export function makeVault(key: Buffer): Vault {
  const mark = createHash('sha256').update('waypost vault').update(key).digest().subarray(0, MARK);
  return {
    mark,
    seal: (value, whose) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(whose));
      const encrypted = Buffer.concat([cipher.update(value), cipher.final()]);
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), encrypted]);
    },
    open: (sealed, whose) => {
      if (!sealed.subarray(0, MARK).equals(mark) || sealed.length < MARK + NONCE + TAG) return undefined;
      const nonce = sealed.subarray(MARK, MARK + NONCE);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce)
        .setAAD(Buffer.from(whose))
        .setAuthTag(sealed.subarray(MARK + NONCE, MARK + NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(MARK + NONCE + TAG)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** The installation's key: `SECRET_KEY`, or a file in `DATA_DIR` that the first start creates. */
export async function readSecretKey({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret.key');
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new CannotStart(`${file} cannot be written. Set SECRET_KEY instead.`);
  }
  const key = await readFile(file);
  if (key.length !== KEY_BYTES)
    throw new CannotStart(
      `${file} is damaged: restore it from a copy, or delete it and reset people's two-step login.`,
    );
  return key;
}
