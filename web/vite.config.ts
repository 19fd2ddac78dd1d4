import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

// While the front end is worked on, the server's own paths go to a server that runs beside it.
const server = process.env.WAYPOST_SERVER ?? 'http://127.0.0.1:3000';

// What every screen needs and no release of ours changes: one file, which compresses better and stays cached.
const base =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|clsx)\/|@mantine\/core\/esm\/(core|components\/(Button|Loader|UnstyledButton|Transition))\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  server: { proxy: { '/api': server, '/auth': server, '/files': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The sizes' bench reads from it which chunks a screen loads.
    manifest: true,
    // An inlined asset would need `data:` in the content security policy of every kind of asset.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', test: base }],
        },
      },
    },
  },
});
