import type { Plugin } from 'vite';

/**
 * Loads a component's styles with the component, not those of the whole library before the first paint. While
 * the front end is worked on it is the whole library all the same: `main.tsx` asks for it.
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
    // Each component takes its class names from a module of its own, after those of whatever it is made of.
    transform(code, id) {
      const [, name] = classNames.exec(id) ?? [];
      return name === undefined ? null : `${stylesOf(name)}\n${code}`;
    },
  };
}
