import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { type Address, addressPart } from '../../contract/src/call.ts';
import { withSource } from './source.ts';

const contract = `${normalizePath(join(import.meta.dirname, '..', '..'))}/contract/src`;
/** Matches code that reads a call's schema, which the browser does not have. */
const readsSchema = /(?<!\.|classes)\.input\b|\.reply\./;

/**
 * The browser only needs a call's address; the server validates input and replies. Runs each
 * `calls.ts` of the contract at build time, and bundles only that of each call. Form
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
        const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
          .map((file) => normalizePath(join(contract, file)))
          .filter((file) => file.endsWith('/calls.ts'));
        for (const file of files) tables.set(file, tablesIn(await load<object>(file)));
      });
      if (tables.size < 10)
        this.error(
          'Too few files found in contract/src/**/calls.ts: if they moved, correct web/build/calls.ts.',
        );
    },
    load(id) {
      const found = tables.get(id);
      return found ? { code: exporting(found), moduleSideEffects: false } : null;
    },
    transform(code, id) {
      if (id.includes('/web/src/') && readsSchema.test(code))
        this.error('Calls have no schema in the browser: import it from the feature’s forms.ts.');
    },
  };
}

const exporting = (tables: Record<string, unknown>) =>
  Object.entries(tables)
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
    .join('\n');

/** The tables of calls that a file exports, with only the address of each call. */
const tablesIn = (exported: object) =>
  Object.fromEntries(
    Object.entries(exported)
      .map(([name, value]) => [name, byPath(value)] as const)
      .filter(([, table]) => table !== undefined),
  );

function byPath(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  if ('method' in value && 'path' in value) return addressPart(value as Address);
  const entries = Object.entries(value).map(([name, one]) => [name, byPath(one)]);
  return entries.length > 0 && entries.every(([, one]) => one !== undefined)
    ? Object.fromEntries(entries)
    : undefined;
}
