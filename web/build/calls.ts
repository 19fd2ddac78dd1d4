import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin, parseSync } from 'vite';
import { withSource } from './source.ts';

const root = normalizePath(join(import.meta.dirname, '..', '..'));
const callsOf = (feature: string) => `${root}/contract/src/${feature}/calls.ts`;
const fromCalls = /^import \{([^}]*)\} from '(?:@waypost\/contract|\.\.)\/([\w-]+)\/calls(?:\.ts)?';$/gm;
/** A form that takes its schema from a call: there it has none. */
const asksACall = /(?<!\.|classes)\.input\b|\.reply\./;

/**
 * A browser makes a call by its method and its path; what may be asked and answered is for the server to hold to.
 * Each `calls.ts` of the contract is run here, and stands in the bundle as these two of each of its calls. Its
 * schemas stand beside it, for the forms that import one by name: no other screen loads them, or the validator.
 */
export function callsByPath(): Plugin {
  const tables = new Map<string, Record<string, unknown>>();
  return {
    name: 'calls-by-path',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      await withSource(async (load) => {
        const files = readdirSync(join(root, 'contract', 'src')).map(callsOf);
        for (const file of files.filter((one) => existsSync(one)))
          tables.set(file, tablesIn(await load<object>(file)));
      });
      if (tables.size < 10) this.error('The calls are not where they were in the contract.');
    },
    load(id) {
      const [file = '', query] = id.split('?');
      const found = tables.get(file);
      if (!found) return null;
      const code = query === 'schemas' ? droppable(readFileSync(file, 'utf8')) : exporting(found);
      return { code, moduleType: 'ts', moduleSideEffects: false };
    },
    transform(code, id) {
      if (id.startsWith(`${root}/web/src/`) && asksACall.test(code))
        this.error('In the browser a call has no schema: let the form import it by name.');
      return code.replace(fromCalls, (_, names: string, feature: string) => {
        const file = callsOf(feature);
        const values = names.split(',').filter((name) => !/^\s*(type\s.*)?$/.test(name));
        const isTable = (name: string) => Object.hasOwn(tables.get(file) ?? {}, name.trim());
        return [
          ...values.filter(isTable).map((name) => `import {${name}} from '${file}';`),
          ...values
            .filter((name) => !isTable(name))
            .map((name) => `import {${name}} from '${file}?schemas';`),
        ].join('\n');
      });
    },
  };
}

const exporting = (tables: Record<string, unknown>) =>
  Object.entries(tables)
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
    .join('\n');

/** Each schema is made in a function that is known to do nothing else, so that the bundler drops what no form asks for. */
function droppable(code: string): string {
  const made = parseSync('calls.ts', code)
    .program.body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? [init] : [],
    );
  return made.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}

/** The tables of calls among what a file exports, with what a browser needs of each call. */
const tablesIn = (exported: object) =>
  Object.fromEntries(
    Object.entries(exported)
      .map(([name, value]) => [name, byPath(value)] as const)
      .filter(([, table]) => table !== undefined),
  );

function byPath(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  if ('method' in value && 'path' in value) return { method: value.method, path: value.path };
  const entries = Object.entries(value).map(([name, one]) => [name, byPath(one)]);
  return entries.length > 0 && entries.every(([, one]) => one !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}
