import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { createServer } from 'vite';
import type { firstPaint } from '../src/app/first-paint.tsx';

/** Renders the screens' first paints with the product's own parts, in this process, and ends. */
export async function paint<T>(work: (of: typeof firstPaint) => Promise<T>): Promise<T> {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    css: { postcss: { plugins: [postcssPresetMantine()] } },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const made = await server.ssrLoadModule('/src/app/first-paint.tsx');
    return await work(made.firstPaint);
  } finally {
    await server.close();
  }
}
