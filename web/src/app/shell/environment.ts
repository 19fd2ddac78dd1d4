/** The banner for a host; none in production (docs/behavior/app.md#header-footer-and-banners). */
export function environmentOf(hostname: string): 'Local' | 'Development' | null {
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'Local';
  return /(^|[.-])(dev|development|staging|test)([.-]|$)/.test(hostname) ? 'Development' : null;
}
