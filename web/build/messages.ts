import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { catalogOf, messagesIn, translationsOf } from '../../contract/messages/collect.ts';
import { locales } from '../../contract/src/i18n.ts';

const prefix = 'virtual:messages/';
const others = Object.keys(locales).filter((locale) => locale !== 'en');
const hasArguments = (message: string) => message.includes('{');

/**
 * Loads a screen's translations with the screen: a module with messages imports its feature's catalog, which
 * loads the translations for languages other than English. Messages with arguments are precompiled for browsers,
 * because the compiler is larger than everything else that translation needs.
 */
export function messages(): Plugin {
  let compiles = false;
  const keyOf = (message: string) =>
    compiles && hasArguments(message) ? `#${generateMessageId(message)}` : message;
  return {
    name: 'messages',
    enforce: 'pre',
    configResolved(config) {
      compiles = config.command === 'build';
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [catalog = '', locale] = id.slice(prefix.length + 1).split('/');
      if (locale) {
        const compiled = Object.entries(translationsOf(locale, catalog)).map(([message, translation]) => [
          keyOf(message),
          compiles && hasArguments(translation) ? compileMessage(translation) : translation,
        ]);
        return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
      }
      const loads = others.map((one) => `${one}: () => import('${prefix}${catalog}/${one}')`);
      return `import { addCatalog } from '@waypost/contract/i18n';\naddCatalog({ ${loads.join(', ')} });`;
    },
    transform(code, id) {
      if (!/\/(?:web|contract)\/src\/.*\.tsx?$/.test(id)) return null;
      const found = messagesIn(id, code);
      if (found.length === 0) return null;
      let written = code;
      if (compiles)
        for (const { message, start, end } of found.toReversed())
          if (hasArguments(message))
            written = `${written.slice(0, start)}${compiled(message, code[start - 1] === '=')}${written.slice(end)}`;
      const imports = [`import '${prefix}${catalogOf(id)}';`];
      if (written !== code) imports.push("import { icu as __icu } from '@waypost/contract/i18n';");
      return { code: `${written}\n${imports.join('\n')}\n`, map: null };
    },
  };

  function compiled(message: string, isAttribute: boolean) {
    const call = `/*#__PURE__*/ __icu(${JSON.stringify(keyOf(message))}, ${JSON.stringify(compileMessage(message))})`;
    return isAttribute ? `{${call}}` : call;
  }
}
