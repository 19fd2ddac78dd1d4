/** What a link can be for. One link is for one purpose, one subject and one recipient (docs/behavior/links.md). */
export const linkPurposes = ['hours', 'evaluation', 'sign'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** How long a link works, unless its action is done or it is revoked before. */
export const LINK_DAYS = 30;

export const linkExpiresAt = (now: Date): Date => new Date(now.getTime() + LINK_DAYS * 86_400_000);

/** The path of a link's page on the server, and in emails. */
export const linkPath = (token: string): string => `/link/${token}`;

/** An address as its owner recognizes it and nobody else learns it: `g•••@bay.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** A person as a link's page names them: `Ada L.` */
export function shortName(firstName: string, lastName: string): string {
  const initial = [...lastName.trim()][0];
  return `${firstName.trim()}${initial ? ` ${initial}.` : ''}`;
}
