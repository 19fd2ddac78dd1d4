import { defineConfig } from 'vite';

// Our own packages are TypeScript, which Node cannot run from a package, so they are bundled; others stay external.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: ['@waypost/contract', '@waypost/embedded-database'] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: [
        'src/main.ts',
        'src/programs/add-zips.ts',
        'src/programs/back-up.ts',
        'src/programs/records.ts',
        'src/programs/remove-demo.ts',
        'src/programs/reset-second-factor.ts',
        'src/programs/verify-audit.ts',
      ],
      // Shared chunks stay next to the entries, so `src/folders.ts` finds the same folders from `src` and `dist`.
      output: { chunkFileNames: '[name].js' },
    },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
