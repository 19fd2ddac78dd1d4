import { defineConfig } from 'vitest/config';
import { screens } from './build/screens.ts';

/**
 * Tests that need no screen. Tests of screens and components are `.test.tsx` and run in
 * `vitest.screens.config.ts`.
 */
export default defineConfig({
  plugins: [screens()],
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'happy-dom',
    // As in the contract's tests: loading the modules for each file would take longer.
    isolate: false,
    testTimeout: 120_000,
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    setupFiles: ['testing/setup.ts'],
  },
});
