import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '../src/app/base.css';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { poll } from './polling.ts';
import { restoreWindow } from './window-size.ts';

// Screens load their chunks on opening, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Off, because a test's result must not depend on timing.
  poll(false);
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await restoreWindow();
});
