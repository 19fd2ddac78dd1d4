import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import features from '../../scripts/features.json' with { type: 'json' };
import { pseudo } from '../src/pseudo-locale.ts';

export const root = join(import.meta.dirname, '..', '..');

/** A message found in the source code. */
export interface Found {
  message: string;
  file: string;
  /** The start and end of its literal in the file. */
  start: number;
  end: number;
  /** Marked with `msg` here and translated elsewhere. */
  isMarked: boolean;
}

/** A node of the syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` on every node, parents first. */
export function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: Node[] = [],
) {
  visit(node, parents);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk(child, visit, [...parents, node]);
}

export function parse(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return program as unknown as Node;
}

/** The messages of a file: the arguments of `t`, `msg` and `<T m>`, as literals or as a choice between literals. */
export function messagesIn(file: string, code: string): Found[] {
  const found: Found[] = [];
  if (!/\b(t|msg)\(|<T\b/.test(code)) return found;
  walk(parse(file, code), (node) => {
    const given = messageGiven(node);
    if (!given) return;
    const isMarked = (node.callee as Node | undefined)?.name === 'msg';
    for (const { value, start, end } of literalsOf(given))
      found.push({ message: value, file, start, end, isMarked });
  });
  return found;
}

/** The message that a call of `t` or `msg`, or a `<T>`, translates. */
function messageGiven(node: Node): Node | undefined {
  if (node.type === 'CallExpression' && ['t', 'msg'].includes(String((node.callee as Node).name)))
    return (node.arguments as Node[])[0];
  if (node.type !== 'JSXOpeningElement' || (node.name as Node).name !== 'T') return undefined;
  const m = (node.attributes as Node[]).find((one) => (one.name as Node | undefined)?.name === 'm');
  const value = m?.value as Node | undefined;
  return value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : value;
}

function literalsOf(node: Node): { value: string; start: number; end: number }[] {
  const { type, start, end } = node;
  if (type === 'Literal' && typeof node.value === 'string') return [{ value: node.value, start, end }];
  if (type === 'ConditionalExpression')
    return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)];
  return [];
}

/** The sources that may hold text, relative to the repository. */
export function sources(): string[] {
  return ['contract/src', 'server/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file.split(sep).join('/')}`)
      .sort(),
  );
}

/**
 * The catalog that a file's messages belong to: its feature's, or that of the layer that it is in, such as `ui`, or `app`.
 */
export function catalogOf(file: string): string {
  const [, , wing = '', feature = '', ...rest] = relativeTo(file).split('/');
  if (feature === '') return 'app';
  return rest.length > 0 && isWing(wing) ? feature : wing;
}

const isWing = (folder: string) => Object.hasOwn(features.wings, folder);

const relativeTo = (file: string) =>
  (file.startsWith(root) ? relative(root, file).split(sep).join('/') : file).replace(/\?.*$/, '');

/** Every message of the product by catalog, each with the files that use it. */
export function collect(): Map<string, Map<string, Set<string>>> {
  const catalogs = new Map<string, Map<string, Set<string>>>();
  for (const file of sources())
    for (const { message } of messagesIn(file, readFileSync(join(root, file), 'utf8'))) {
      const catalog = catalogs.get(catalogOf(file)) ?? new Map<string, Set<string>>();
      catalogs.set(catalogOf(file), catalog);
      catalog.set(message, (catalog.get(message) ?? new Set()).add(file));
    }
  return catalogs;
}

/** A translation in a catalog. While it is empty, English is shown. */
export interface Entry {
  message: string;
  translation: string;
  /** A hand-written note for the translator. */
  comment?: string;
  used: string[];
}

const folderOf = (locale: string) => join(import.meta.dirname, locale);
export const fileOf = (locale: string, catalog: string) => join(folderOf(locale), `${catalog}.json`);

export function readCatalog(locale: string, catalog: string): Entry[] {
  try {
    return JSON.parse(readFileSync(fileOf(locale, catalog), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The translations that a build uses for a catalog, or the pseudo-locale in place of Spanish. */
export function translationsOf(locale: string, catalog: string): Record<string, string> {
  const shown = readCatalog(locale, catalog).map(({ message, translation }) => [
    message,
    process.env.PSEUDO_LOCALE ? pseudo(message) : translation,
  ]);
  return Object.fromEntries(shown.filter(([, translation]) => translation));
}

export const catalogNames = (locale: string): string[] =>
  readdirSync(folderOf(locale)).map((file) => file.replace(/\.json$/, ''));
