import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { featureOf } from '../../scripts/features.ts';
import { pseudo } from '../src/pseudo-locale.ts';

export const root = join(import.meta.dirname, '..', '..');

/** A use of a message in the source code. */
export interface MessageUse {
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
export function messagesIn(file: string, code: string): MessageUse[] {
  const uses: MessageUse[] = [];
  if (!/\b(t|msg)\(|<T\b/.test(code)) return uses;
  walk(parse(file, code), (node) => {
    const argument = messageArgument(node);
    if (!argument) return;
    const isMarked = (node.callee as Node | undefined)?.name === 'msg';
    for (const { value, start, end } of literalsOf(argument))
      uses.push({ message: value, file, start, end, isMarked });
  });
  return uses;
}

/** The message that a call of `t` or `msg`, or a `<T>`, translates. */
function messageArgument(node: Node): Node | undefined {
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

/** Every message of the product, with the files that use it. */
export function collect(): Map<string, Set<string>> {
  const messages = new Map<string, Set<string>>();
  for (const file of sources())
    for (const { message } of messagesIn(file, readFileSync(join(root, file), 'utf8')))
      messages.set(message, (messages.get(message) ?? new Set()).add(file));
  return messages;
}

/** A translation in a catalog. While it is empty, English is shown. */
export interface Entry {
  translation: string;
  /** A hand-written note for the translator. */
  comment?: string;
  /** The files that use the message. */
  used: string[];
}

/** The translations of a language, by the English message. */
export type Catalog = Record<string, Entry>;

export const fileOf = (locale: string) => join(import.meta.dirname, `${locale}.json`);

export const readCatalog = (locale: string): Catalog => JSON.parse(readFileSync(fileOf(locale), 'utf8'));

/** The catalog with exactly the messages in the code. New ones are untranslated. */
export function updated(catalog: Catalog): Catalog {
  const messages = [...collect()].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    messages.map(([message, files]) => {
      const { translation = '', comment } = catalog[message] ?? {};
      return [message, { translation, ...(comment && { comment }), used: [...files].sort() }];
    }),
  );
}

/**
 * The part of the web application that a file's messages are loaded with: its feature, or the layer that it is in, such
 * as `ui`, or `app`.
 */
export function partOf(file: string): string {
  const path = (file.startsWith(root) ? relative(root, file).split(sep).join('/') : file).replace(
    /\?.*$/,
    '',
  );
  const [, , layer = '', ...rest] = path.split('/');
  return featureOf(path) ?? (rest.length > 0 ? layer : 'app');
}

/**
 * The translations that a build uses, or the pseudo-locale in place of Spanish: all of them, or those of a part of the
 * web application.
 */
export function translationsOf(locale: string, part?: string): Record<string, string> {
  const isInPart = (file: string) => !file.startsWith('server/') && partOf(file) === part;
  const shown = Object.entries(readCatalog(locale))
    .filter(([, { translation, used }]) => translation && (part === undefined || used.some(isInPart)))
    .map(([message, { translation }]) => [
      message,
      process.env.PSEUDO_LOCALE ? pseudo(message) : translation,
    ]);
  return Object.fromEntries(shown);
}
