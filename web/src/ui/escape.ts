import type { KeyboardEvent } from 'react';

/** Closes one thing on Escape, and not also the dialog around it. */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  close();
};
