import { CODE_SECONDS, kindOfCode } from '@waypost/contract/people/second-factor/rules';
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** As many bytes as SHA-1 has: the minimum of RFC 4226. */
export const SECRET_BYTES = 20;

/**
 * The time step of this code (RFC 6238), which may be one off because clocks differ; undefined if it matches none of
 * the three.
 */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  if (kindOfCode(code) !== 'app') return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token: code, epoch, epochTolerance: CODE_SECONDS });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}

/** RFC 4648, as apps accept a typed secret. */
export const toBase32 = (bytes: Buffer) => new ScureBase32Plugin().encode(bytes, { padding: false });

/** The URI in the QR code for an app. */
export const appAddress = (secret: string, email: string) =>
  generateURI({ issuer: 'Waypost', label: email, secret });
