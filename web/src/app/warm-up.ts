import { withMessages } from '@waypost/contract/i18n';
import { likelyHome } from './likely-home.ts';
import type { makeRouter } from './router.ts';

/**
 * Loads the code that a login will need, while the person is still typing: the frame of members, and probably their
 * home screen. What does not load now is loaded when it is needed.
 */
export async function warmUp({ routesByPath, loadRouteChunk }: ReturnType<typeof makeRouter>): Promise<void> {
  const home = Object.entries(routesByPath).find(([path]) => path === likelyHome())?.[1];
  const parts = [
    withMessages(() => import('./arrival.ts')),
    withMessages(() => import('./shell/MemberNavigation.tsx')),
    withMessages(() => import('./shell/MemberBottomBar.tsx')),
    withMessages(() => import('./shell/Notices.tsx')),
    withMessages(() => import('../accounts/ApprovalNotice.tsx')),
    withMessages(() => import('../bell/Bell.tsx')),
    async () => home && loadRouteChunk(home),
  ];
  await Promise.allSettled(parts.map((load) => load()));
}
