import { t } from './i18n.ts';

export const PASSWORD_MIN = 10;
/** Long enough for any passphrase. Hashing a megabyte could block the server. */
export const PASSWORD_MAX = 200;

/** A password with fewer letters than this, besides the names, is easy to guess. */
const LETTERS_OF_ONES_OWN = 4;

/** Whether a password is little more than names that everyone there knows, such as "CBPS2026!". */
function isOnlyNames(lower: string, names: readonly string[]): boolean {
  const words = ['waypost', ...names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))];
  const known = words.filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, ' '), lower);
  return rest !== lower && rest.replace(/[^\p{L}]/gu, '').length < LETTERS_OF_ONES_OWN;
}

/**
 * Why a password may not be used, or null if it may (docs/behavior/accounts.md#passwords). `names`: those of the school
 * system.
 */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (word: string) => boolean,
  names: readonly string[] = [],
): string | null {
  if (password.length < PASSWORD_MIN)
    return t('choose a password of at least {passwordMin} characters', { passwordMin: PASSWORD_MIN });
  if (password.length > PASSWORD_MAX)
    return t('choose a password of at most {passwordMax} characters', { passwordMax: PASSWORD_MAX });
  const lower = password.toLowerCase();
  const name = email.toLowerCase().split('@')[0] ?? '';
  if (email !== '' && (lower.includes(email.toLowerCase()) || (name.length > 3 && lower.includes(name))))
    return t('choose a password that does not contain your email');
  if (isOnlyNames(lower, names))
    return t('choose a password that is more than the name of Waypost or your school system');
  if (isCommon(lower)) return t('this password is too common; choose another');
  return null;
}
