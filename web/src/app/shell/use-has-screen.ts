import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { HasScreen } from '../navigation.ts';

/** Whether a screen exists at a path, so that menus leave out entries without one. */
export function useHasScreen(): HasScreen {
  const router = useRouter();
  return useCallback((path) => router.getMatchedRoutes(path)[2] !== undefined, [router]);
}
