import type { Plugin } from 'vite';

/**
 * Loads a component's styles with the component, instead of the whole library's before the first paint. In
 * development, `main.tsx` imports the whole library's styles.
 */
export function stylesBesideComponents(): Plugin {
  const everything = '@mantine/core/styles.layer.css';
  const forAll = ['baseline', 'default-css-variables', 'global'];
  const classNames = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
  const stylesOf = (name: string) => `import '@mantine/core/styles/${name}.layer.css';`;
  return {
    name: 'styles-beside-components',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === everything ? '\0styles-for-all' : null),
    load: (id) => (id === '\0styles-for-all' ? forAll.map(stylesOf).join('\n') : null),
    // Each component's class names are in a separate module, which loads after those of the components that it uses.
    transform(code, id) {
      const [, name] = classNames.exec(id) ?? [];
      return name === undefined ? null : `${stylesOf(name)}\n${code}`;
    },
  };
}
