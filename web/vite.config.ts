import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { basemap } from './build/basemap.ts';
import { callsByPath } from './build/calls.ts';
import { messages } from './build/messages.ts';
import { noStyleElements } from './build/no-style-elements.ts';
import { pages } from './build/pages.ts';
import { stylesBesideComponents } from './build/styles-beside-components.ts';
import { worker } from './build/worker.ts';

// In development, proxy the server's paths to a separately running server.
const server = process.env.WAYPOST_SERVER ?? 'http://127.0.0.1:3000';

// Every screen needs these, and our releases do not change them, so they stay cached. Each chunk is small
// enough to run in a short task.
const drawing = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
const reading = /node_modules\/@tanstack\//;
const base =
  /node_modules\/clsx\/|@mantine\/core\/esm\/(core|components\/(Button|Group|Loader|Paper|Stack|Text|Title|Transition|UnstyledButton))\/|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)|@mantine\/(store|notifications\/esm\/notifications.store)|web\/src\/ui\/T\.tsx/;

/** The parts of forms, including the login's. */
const fields =
  /@mantine\/(core\/esm\/components\/(Input|InputBase|CloseButton|TextInput|ActionIcon)|hooks\/esm\/(use-id|use-uncontrolled))\//;

/** The shell for signed-in users. */
const member =
  /web\/src\/(app\/(navigation|shell\/(ProfileMenu|use-))|profiles\/PictureChooser|files\/pictures|ui\/(Avatar|Disclosure)|client\/draft)|IconChevronDown|Icon(Briefcase|BuildingStore|FileText|Search|Users|Home|Menu2|User|Logout)\.mjs/;

/** Shared by many screens, except what only forms or tables need, which is the largest part. */
const often =
  /^(?!.*(@mantine\/form|client\/form|web\/src\/ui\/(DataTable|TableRows|NextPart|use-in-view|use-steady-columns)))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    basemap(),
    withoutJsonSchema(),
    callsByPath(),
    messages(),
    stylesBesideComponents(),
    noStyleElements(),
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
        codeSplitting: {
          groups: [
            { name: 'drawing', test: drawing, priority: 7 },
            { name: 'reading', test: reading, priority: 6 },
            { name: 'base', test: base, priority: 5 },
            // Otherwise the other groups would take modules that the start needs, and the start would need
            // all of the groups.
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'fields', test: fields, priority: 3 },
            { name: 'member', test: member, priority: 3 },
            // Only forms use it.
            { name: 'validator', test: /\/zod\/|contract\/src\/(fields|refusal)\.ts/, priority: 3 },
            { name: 'calls', test: /contract\/src\/.*\.ts$/, minShareCount: 12, priority: 2 },
            { name: 'often', test: often, minShareCount: 20, priority: 1 },
          ],
        },
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

/**
 * Writes a compressed copy of each text file at the highest level, which would be too slow to do for each
 * request.
 */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))) {
        const text = readFileSync(join(dir, file));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(text, { level: 9 }));
        // Brotli's default level is its highest.
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(text));
      }
    },
  };
}
