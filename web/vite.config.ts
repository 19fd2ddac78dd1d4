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

// While the front end is worked on, the server's own paths go to a server that runs beside it.
const server = process.env.WAYPOST_SERVER ?? 'http://127.0.0.1:3000';

// What every screen needs and no release of ours changes: it stays cached, in pieces short enough to be run one by one.
const drawing = /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//;
const reading = /node_modules\/@tanstack\//;
const base =
  /node_modules\/clsx\/|@mantine\/core\/esm\/(core|components\/(Button|Group|Loader|Paper|Stack|Text|Title|Transition|UnstyledButton))\/|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)|@mantine\/(store|notifications\/esm\/notifications.store)|web\/src\/ui\/T\.tsx/;

/** What a form is made of, the login's too. */
const fields =
  /@mantine\/(core\/esm\/components\/(Input|InputBase|CloseButton|TextInput|ActionIcon)|hooks\/esm\/(use-id|use-uncontrolled))\//;

/** What stands around every screen of somebody who is signed in. */
const member =
  /web\/src\/(app\/(navigation|shell\/(ProfileMenu|use-))|profiles\/PictureChooser|files\/pictures|ui\/(Avatar|Disclosure)|client\/draft)|IconChevronDown|Icon(Briefcase|BuildingStore|FileText|Search|Users|Home|Menu2|User|Logout)\.mjs/;

/** What many screens need, but for what forms or tables alone do: that is the heaviest of it. */
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
    compressedBeside(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  server: { proxy: { '/api': server, '/auth': server, '/files': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The sizes' bench reads from it which chunks a screen loads.
    manifest: true,
    // What it would bring to old browsers is speed alone.
    // A screen's page names its scripts. Moving to another screen, the browser finds them by their imports: a list of
    // them for each screen would be kilobytes of the start.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    // An inlined asset would need `data:` in the content security policy of every kind of asset.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The start names every chunk it may ever ask for: short names are kilobytes that nobody waits for.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[hash:8][extname]',
        codeSplitting: {
          groups: [
            { name: 'drawing', test: drawing, priority: 7 },
            { name: 'reading', test: reading, priority: 6 },
            { name: 'base', test: base, priority: 5 },
            // Else the others would take what the start needs, and the start would need all of them.
            { name: 'start', tags: ['$initial'], priority: 4 },
            { name: 'fields', test: fields, priority: 3 },
            { name: 'member', test: member, priority: 3 },
            // Only forms have it.
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
 * Leaves out what the validator makes JSON Schemas with: the server describes its calls by it, a browser never
 * does, and it is a fifth of the validator's weight on every screen. Fails the build where it no longer finds it.
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

/** Lays each text beside itself as tight as it gets: the server has time for that once, not at every request. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))) {
        const text = readFileSync(join(dir, file));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(text, { level: 9 }));
        // At its default, its best.
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(text));
      }
    },
  };
}
