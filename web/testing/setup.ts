import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Screens load their chunks when they are opened; a busy machine takes its time over that.
configure({ asyncUtilTimeout: 10_000 });

// The stand-in for a browser has no page to scroll.
window.scrollTo = () => {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

// A field that grows with its text listens for fonts, which no window here has.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
