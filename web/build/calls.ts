import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { withSource } from './source.ts';

const contract = `${normalizePath(join(import.meta.dirname, '..', '..'))}/contract/src`;
/** A form that takes its schema from a call, which has none in the browser. */
const asksACall = /(?<!\.|classes)\.input\b|\.reply\./;

/**
 * The browser only needs a call's method and path; the server validates input and replies. Runs each
 * `calls.ts` of the contract at build time, and bundles only these two properties of each call. Form
 * schemas are in `forms.ts` next to it, so a screen without a form loads neither schemas nor the validator.
 */
export function callsByPath(): Plugin {
  const tables = new Map<string, Record<string, unknown>>();
  return {
    name: 'calls-by-path',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      await withSource(async (load) => {
        const files = readdirSync(contract).map((feature) => `${contract}/${feature}/calls.ts`);
        for (const file of files.filter((one) => existsSync(one)))
          tables.set(file, tablesIn(await load<object>(file)));
      });
      if (tables.size < 10) this.error('The calls are not where they were in the contract.');
    },
    load(id) {
      const found = tables.get(id);
      return found ? { code: exporting(found), moduleSideEffects: false } : null;
    },
    transform(code, id) {
      if (id.includes('/web/src/') && asksACall.test(code))
        this.error('In the browser a call has no schema: let the form import it from forms.ts.');
    },
  };
}

const exporting = (tables: Record<string, unknown>) =>
  Object.entries(tables)
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
    .join('\n');

/** The tables of calls exported by a file, reduced to what the browser needs of each call. */
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
