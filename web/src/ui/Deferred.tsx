import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content right after the frame with the screen's heading, because content that takes long to render would
 * delay that frame (docs/decisions/0014-first-paint.md).
 */
export function Deferred({ children }: { children: ReactNode }) {
  const isNext = useDeferredValue(true, false);
  return isNext ? children : null;
}
