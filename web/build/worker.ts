import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { filesOf, textsOf } from './chunks.ts';

const sources = join(import.meta.dirname, '..', 'src');
/** Modules that are loaded on demand while someone logs hours offline. */
const onDemand = ['placements/hours/OfflineScreen.tsx', 'app/shell/Notices.tsx', 'ui/DateCalendar.tsx'];
/** The font for English and Spanish. Names in other scripts fall back to the phone's font. */
const font = 'inter-latin-wght-normal.woff2';

/**
 * Builds the service worker, with the list of files that the app needs without a connection. It is a separate file
 * with a fixed name, because browsers check for its next version at the same URL.
 */
export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    // Run after the plugin that generates the pages.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const all = Object.values(bundle);
      const chunks = all.filter((one) => one.type === 'chunk');
      const entry =
        chunks.find((one) => one.isEntry) ??
        this.error('The build has no entry chunk: see the script in web/index.html.');
      const parts = onDemand.map(
        (file) =>
          chunks.find((one) => one.facadeModuleId === join(sources, file)) ??
          this.error(
            `${file} has no chunk: import it dynamically, or correct the list in web/build/worker.ts.`,
          ),
      );
      const loaded = [...new Set([entry, ...parts].flatMap((one) => [...filesOf(one, chunks)]))];
      const assets = all.filter((one) => one.type === 'asset');
      const letters =
        assets.find((one) => one.names.includes(font)) ??
        this.error(`The build has no font ${font}: correct its name in web/build/worker.ts.`);
      const files = [...loaded, ...textsOf(loaded, chunks).map((one) => one.fileName), letters.fileName].map(
        (one) => `/${one}`,
      );
      const version = createHash('sha256').update(files.join());
      for (const page of assets.filter((one) => /^(\w+\/)?index\.html$/.test(one.fileName)))
        version.update(page.source);
      const source = await bundled({ FILES: files, VERSION: version.digest('hex').slice(0, 16) });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Bundles the worker into one script, with these constants defined. */
async function bundled(constants: Record<string, unknown>): Promise<string> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    publicDir: false,
    logLevel: 'error',
    define: Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(sources, 'worker', 'service-worker.ts'), output: { format: 'iife' } },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output[0].code;
}
