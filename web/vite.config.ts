import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './build/basemap.ts';
import { callsByPath } from './build/calls.ts';
import { checkChunkGroups, chunkGroups } from './build/chunk-groups.ts';
import { messages } from './build/messages.ts';
import { noStyleElements } from './build/no-style-elements.ts';
import { pages } from './build/pages.ts';
import { screens } from './build/screens.ts';
import { stylesBesideComponents } from './build/styles-beside-components.ts';
import { worker } from './build/worker.ts';

// In development, proxy the server's paths to a separately running server.
const server = process.env.WAYPOST_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    screens(),
    basemap(),
    withoutJsonSchema(),
    callsByPath(),
    messages(),
    stylesBesideComponents(),
    noStyleElements(),
    checkChunkGroups(),
    pages(),
    worker(),
    compressedBeside(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  server: { proxy: { '/api': server, '/auth': server, '/files': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Read by bench/sizes.mjs to find the chunks of each screen.
    manifest: true,
    // Preloading only makes a difference to speed. A screen's page names its scripts, and later screens are
    // found through their imports, while a list of imports for each screen would add kilobytes to the
    // start.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    // Inlined assets would require `data:` in the content security policy for every type of asset.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry names every chunk it may ever load, so short names save kilobytes.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[hash:8][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});

/**
 * Leaves out the validator's JSON Schema generator, which only the server uses to describe its calls, and
 * which is a fifth of the validator's size on every screen. Fails the build if it is no longer found.
 */
function withoutJsonSchema(): Plugin {
  const left = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
  const found = new Set<string>();
  return {
    name: 'without-json-schema',
    apply: 'build',
    load(id) {
      if (!left.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)];
      if (names.length > 0) found.add(id);
      return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
    },
    buildEnd(error) {
      if (!error && found.size !== 2) this.error('The validator’s JSON Schema part is not where it was.');
    },
  };
}

/** The highest level, 11, takes three times as long and saves 2 %. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Writes a compressed copy of each text file at a high level, which would be too slow to do for each
 * request.
 */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name));
      // All at once, so that every core compresses.
      await Promise.all(
        files.map(async (file) => {
          const text = await readFile(join(dir, file));
          await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(text, { level: 9 }));
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(text, BROTLI));
        }),
      );
    },
  };
}
