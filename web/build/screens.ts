import { join } from 'node:path';
import type { Plugin } from 'vite';
import { screens as files } from '../src/app/screens.ts';

const name = 'virtual:screens';
const sources = join(import.meta.dirname, '..', 'src');

/** The source file of a screen. */
export const fileOfScreen = (path: keyof typeof files): string => join(sources, files[path]);

/** Generates a module with a function for each screen that imports its file. */
export function screens(): Plugin {
  return {
    name: 'screens',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const loads = (Object.keys(files) as (keyof typeof files)[]).map(
        (path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(fileOfScreen(path))})`,
      );
      return `export default { ${loads.join(', ')} };`;
    },
  };
}
