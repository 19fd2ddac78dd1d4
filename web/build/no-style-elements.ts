import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const adopting = JSON.stringify(
  normalizePath(join(import.meta.dirname, '..', 'src', 'ui', 'adopted-styles.ts')),
);
/** Replaces a component whose styles are already in every page's first paint. */
const painted = (name: string) => `export const ${name} = () => null;`;

/** Replacements for library modules that insert style elements into the page. */
const instead: Record<string, string> = {
  '@mantine/core/esm/core/MantineProvider/MantineCssVariables/MantineCssVariables.mjs':
    painted('MantineCssVariables'),
  '@mantine/core/esm/core/MantineProvider/MantineClasses/MantineClasses.mjs': painted('MantineClasses'),
  '@mantine/core/esm/core/InlineStyles/InlineStyles.mjs': `
    import { useInsertionEffect } from 'react';
    import { adoptStyles } from ${adopting};
    import { stylesToString } from './styles-to-string/styles-to-string.mjs';
    export function InlineStyles(props) {
      const css = stylesToString(props);
      useInsertionEffect(() => adoptStyles(css), [css]);
      return null;
    }`,
  // Prevents scrolling behind a dialog.
  'react-style-singleton/dist/es2015/singleton.js': `
    import { adoptStyles } from ${adopting};
    export function stylesheetSingleton() {
      let users = 0;
      let letGo;
      return {
        add(css) {
          if (users === 0) letGo = adoptStyles(css);
          users += 1;
        },
        remove() {
          users -= 1;
          if (users === 0) letGo();
        },
      };
    }`,
};

/**
 * Puts the styles that libraries generate at run time into adopted style sheets instead of style elements,
 * which the content security policy blocks. Fails the build if a library has changed.
 */
export function noStyleElements(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'no-style-elements',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const found = Object.keys(instead).find((file) => id.endsWith(`/node_modules/${file}`));
      if (found) replaced.add(found);
      return found ? (instead[found] ?? null) : null;
    },
    buildEnd(error) {
      if (error) return;
      const left = Object.keys(instead).filter((file) => !replaced.has(file));
      if (left.length > 0)
        this.error(
          `Not found: ${left.join(', ')}. If a package moved them, correct web/build/no-style-elements.ts.`,
        );
    },
  };
}
