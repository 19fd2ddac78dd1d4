import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { createServer } from 'vite';
import { screens } from './screens.ts';

/** Loads a source file in this process, and returns its exports. */
type Load = <Exports>(file: string) => Promise<Exports>;

/** Calls `work` with a function that loads source files in this process, transformed as for the build. */
export async function withSource<T>(work: (load: Load) => Promise<T>): Promise<T> {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react(), screens()],
    css: { postcss: { plugins: [postcssPresetMantine()] } },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await work(async <Exports>(file: string) => (await server.ssrLoadModule(file)) as Exports);
  } finally {
    await server.close();
  }
}
