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
        'src/add-zips.ts',
        'src/back-up.ts',
        'src/records.ts',
        'src/remove-demo.ts',
        'src/reset-second-factor.ts',
        'src/verify-audit.ts',
      ],
      // Shared chunks stay next to the entries, so paths relative to a file mean the same in each.
      output: { chunkFileNames: '[name].js' },
    },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
