/** Which banner a host asks for; none where people work in earnest (document 1, section 2). */
export function environmentOf(hostname: string): 'Local' | 'Development' | null {
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'Local';
  return /(^|[.-])(dev|development|staging|test)([.-]|$)/.test(hostname) ? 'Development' : null;
}
