const homes = {
  facebook: 'https://www.facebook.com/',
  twitter: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  snapchat: 'https://www.snapchat.com/add/',
} as const;
export type SocialNetwork = keyof typeof homes;

/**
 * The URL for a school system's input for a network, which is a URL or just a name there; null if it is not a
 * valid link.
 */
export function socialAddress(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? text : null;
  const name = text.replace(/^@/, '');
  return /^[\w.-]+$/.test(name) ? homes[network] + name : null;
}
