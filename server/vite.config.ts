import { defineConfig } from 'vite';

// The contract is TypeScript that Node can't run from a package, so it is built in; packages stay outside.
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: ['@waypost/contract'] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
  },
});
