const homes = {
  facebook: 'https://www.facebook.com/',
  twitter: 'https://x.com/',
  instagram: 'https://www.instagram.com/',
  snapchat: 'https://www.snapchat.com/add/',
} as const;
export type SocialNetwork = keyof typeof homes;

/** What a school system typed for a network, a whole address or just its name there; null where it is no place to go. */
export function socialAddress(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? text : null;
  const name = text.replace(/^@/, '');
  return /^[\w.-]+$/.test(name) ? homes[network] + name : null;
}
