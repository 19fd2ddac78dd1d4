/** Time-based one-time codes as in every authenticator app: RFC 6238 with SHA-1. */
export const CODE_SECONDS = 30;
export const CODE_DIGITS = 6;

/** Minutes within which a new secret must be confirmed by a code. */
export const SET_UP_MINUTES = 30;

/** Codes that each work once, for someone without their phone. */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 10;

/** Crockford's base 32: no letter can be mistaken for a digit. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A typed code without spaces and hyphens, with letters that look like digits read as digits. */
export const normalizeCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** Which kind of code this is; null if it is neither. */
export function kindOfCode(code: string): 'app' | 'recovery' | null {
  if (code.length === CODE_DIGITS && /^\d+$/.test(code)) return 'app';
  const isRecovery = code.length === RECOVERY_CODE_LENGTH && /^[0-9A-HJKMNP-TV-Z]+$/.test(code);
  return isRecovery ? 'recovery' : null;
}
