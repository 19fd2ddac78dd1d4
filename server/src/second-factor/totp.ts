import { createHmac, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS, CODE_SECONDS } from '@waypost/contract/second-factor/rules';

/** As many bytes as SHA-1 has: the minimum of RFC 4226. */
export const SECRET_BYTES = 20;

/** The code of a time step (RFC 4226, RFC 6238). */
export function codeAt(secret: Buffer, step: number, digits = CODE_DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return `${number % 10 ** digits}`.padStart(digits, '0');
}

export const stepAt = (moment: Date) => Math.floor(moment.getTime() / (CODE_SECONDS * 1000));

/**
 * The time step of this code, which may be one off because clocks differ; undefined if it matches none of the three.
 */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code);
  const current = stepAt(now);
  return [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    return expected.length === typed.length && timingSafeEqual(expected, typed);
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, as apps accept a typed secret. The number of `bytes` must be a multiple of five. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => LETTERS[Number.parseInt(five, 2)]).join('');
}

/** The URI in the QR code for an app. */
export const appAddress = (secret: string, email: string) =>
  `otpauth://totp/Waypost:${encodeURIComponent(email)}?secret=${secret}&issuer=Waypost`;
