import { homes } from '@waypost/contract/access';
import { withMessages } from '@waypost/contract/i18n';
import { rememberedHome } from './likely-home.ts';
import { loadArrival } from './load-arrival.ts';
import type { makeRouter } from './router.ts';

/**
 * Loads the code that a login will need, while the person is still typing: the frame of members, and probably their
 * home screen. A browser that has not shown one yet loads all of them, one after the other. What does not load now is
 * loaded when it is needed.
 */
export async function warmUp({ routesByPath, loadRouteChunk }: ReturnType<typeof makeRouter>): Promise<void> {
  const parts = [
    loadArrival,
    withMessages(() => import('./shell/MemberNavigation.tsx')),
    withMessages(() => import('./shell/MemberBottomBar.tsx')),
    withMessages(() => import('./shell/Notices.tsx')),
    withMessages(() => import('../people/accounts/ApprovalNotice.tsx')),
    withMessages(() => import('../messages/bell/Bell.tsx')),
  ];
  const load = async (path: string) => {
    const route = Object.entries(routesByPath).find(([each]) => each === path)?.[1];
    if (route) await loadRouteChunk(route);
  };
  const remembered = rememberedHome();
  const [likeliest, ...others] = remembered ? [remembered] : homes;
  await Promise.allSettled([...parts.map((part) => part()), load(likeliest)]);
  for (const path of others) await load(path);
}
