import { foldText } from '../../fold.ts';
import { firstGrapheme } from '../../graphemes.ts';
import { t } from '../../i18n.ts';
/** What a link can be for. A link has one purpose, one subject and one recipient (docs/behavior/links.md). */
export const linkPurposes = ['hours', 'evaluation', 'sign', 'consent', 'supervisor', 'progress'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** How a person was identified: by their account, or by a link sent to their address and a typed name. */
export const actingWays = ['account', 'link'] as const;
export type ActingWay = (typeof actingWays)[number];

/** How long a link works, unless it is used or revoked before. */
export const LINK_DAYS = 30;

export const linkExpiresAt = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * 86_400_000);

/** The path of a link's page on the server, and in emails. */
export const linkPath = (token: string): string => `/link/${token}`;

/** An address that its owner recognizes and nobody else can read: `g•••@bay.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** A person's name on a link's page: `Ada L.` */
export function shortName(firstName: string, lastName: string): string {
  const initial = firstGrapheme(lastName.trim());
  return `${firstName.trim()}${initial ? ` ${initial}.` : ''}`;
}

/**
 * The name on file, if someone acts under another one; otherwise empty. Differences in letter case, accents and
 * apostrophes do not count. A person may be on file under several names.
 */
export const otherNameOnFile = (typed: string, onFile: readonly string[]): string => {
  const names = onFile.filter((name) => name !== '');
  return names.some((name) => foldText(name) === foldText(typed)) ? '' : (names[0] ?? '');
};

/** The name under which someone acted, with the name on file if it is another one. */
export const bothNames = (name: string, onFile: string): string =>
  onFile === '' ? name : t('{name} (on file: {onFile})', { name, onFile });
