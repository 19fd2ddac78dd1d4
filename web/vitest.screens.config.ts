import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vitest/config';
import { basemap } from './build/basemap.ts';
import { messages } from './build/messages.ts';
import { screens } from './build/screens.ts';
import { browserPath } from './testing/browser.ts';
import { commands } from './testing/commands.ts';

/** Tests of screens and components, in a real browser with its own pointer and keyboard. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screens(), basemap(), messages()],
  oxc: { jsx: { development: false, refresh: false } },
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  optimizeDeps: {
    // List all dependencies up front: one that is discovered later reloads the page in the middle of a
    // test.
    noDiscovery: true,
    // React's production build, which people get, and which takes less time. A `define` of the whole
    // configuration would reach the other projects' processes.
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
    include: [
      '@dnd-kit/core',
      '@dnd-kit/sortable',
      '@lingui/core',
      '@lingui/message-utils/compileMessage',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/tiptap',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@testing-library/dom',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'dayjs/locale/es',
      'dompurify',
      'leaflet',
      'papaparse',
      'react',
      'react-dom',
      'react-dom/client',
      'react-image-crop',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'recharts',
      'uqr',
      'zod',
    ],
  },
  test: {
    name: 'screens',
    include: ['{src,components}/**/*.test.tsx'],
    globalSetup: ['testing/browser.ts'],
    setupFiles: ['testing/setup-screens.ts'],
    testTimeout: 120_000,
    // One page for all files of a worker, because reloading the modules for each file would take longer
    // than the tests.
    isolate: false,
    // One more than the cores, because tests often wait for a frame or a timer.
    maxWorkers: availableParallelism() + 1,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      instances: [{ browser: 'chromium' }],
      commands,
      provider: playwright({
        actionTimeout: 60_000,
        // The headless shell has nobody to ask whether a page may copy.
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
        launchOptions: {
          executablePath: browserPath,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            '--disable-sync',
            // Fewer processes that talk to each other.
            '--enable-features=NetworkServiceInProcess2',
            '--in-process-gpu',
            // Every core is busy with a test, so compiling and collecting garbage in the background would only take
            // time from the others, and what is optimized seldom runs often enough.
            '--js-flags=--no-opt --no-maglev --single-threaded-gc',
          ],
        },
      }),
    },
  },
});
