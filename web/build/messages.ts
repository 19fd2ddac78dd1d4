import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';
import { messagesIn, partOf, translationsOf } from '../../contract/messages/collect.ts';
import { locales } from '../../contract/src/i18n.ts';

const prefix = 'virtual:messages/';
/** Of the modules with translations, each named by its language and the part of the application. */
export const translationsPrefix = 'virtual:translations/';
const others = Object.keys(locales).filter((locale) => locale !== 'en');
const hasArguments = (message: string) => message.includes('{');

/**
 * Loads a screen's translations with the screen: a module with messages registers those of its feature,
 * which are loaded for languages other than English. Messages with arguments are precompiled for browsers,
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
    resolveId: (id) => (id.startsWith(prefix) || id.startsWith(translationsPrefix) ? `\0${id}` : null),
    load(id) {
      if (id.startsWith(`\0${translationsPrefix}`)) {
        const [locale = '', ...part] = id.slice(translationsPrefix.length + 1).split('/');
        const compiled = Object.entries(translationsOf(locale, part.join('/'))).map(
          ([message, translation]) => [
            keyOf(message),
            compiles && hasArguments(translation) ? compileMessage(translation) : translation,
          ],
        );
        return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
      }
      if (!id.startsWith(`\0${prefix}`)) return null;
      const part = id.slice(prefix.length + 1);
      const loads = others.map((one) => `${one}: () => import('${translationsPrefix}${one}/${part}')`);
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
      const imports = [`import '${prefix}${partOf(id)}';`];
      if (written !== code) imports.push("import { icu as __icu } from '@waypost/contract/i18n';");
      return { code: `${written}\n${imports.join('\n')}\n`, map: null };
    },
  };

  function compiled(message: string, isAttribute: boolean) {
    const call = `/*#__PURE__*/ __icu(${JSON.stringify(keyOf(message))}, ${JSON.stringify(compileMessage(message))})`;
    return isAttribute ? `{${call}}` : call;
  }
}
