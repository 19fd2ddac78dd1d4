import { parseSync } from 'vite';

/** A node of the syntax tree, with the parts that the mutators need. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

/** Parses a TypeScript source; null if it is invalid. */
export function parse(file: string, text: string): Node | null {
  const { program, errors } = parseSync(file, text);
  return errors.length > 0 ? null : (program as unknown as Node);
}

/** Visits every node below `node` that exists at run time, each with its ancestors, nearest last. */
export function walk(
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  above: readonly Node[] = [],
): void {
  if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return;
  visit(node, above);
  const ancestors = [...above, node];
  for (const child of childrenOf(node)) walk(child, visit, ancestors);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
export const isFunction = (node: Node) => functions.includes(node.type);

/**
 * Names each function, by its start position: the names of its enclosing functions and its own, or its index
 * among the anonymous ones. Unlike a line number, the name survives edits elsewhere in the file.
 */
export function functionNames(program: Node): Map<Node, string> {
  const names = new Map<Node, string>();
  const nameless = new Map<string, number>();
  walk(program, (node, ancestors) => {
    if (!isFunction(node)) return;
    const outer = functionAround(ancestors, names);
    const own = ownName(node, ancestors.at(-1));
    const number = nameless.get(outer) ?? 0;
    if (!own) nameless.set(outer, number + 1);
    names.set(node, `${outer}/${own ?? number}`);
  });
  return names;
}

/** The name of the innermost enclosing function; '' for code that runs when the module loads. */
export function functionAround(ancestors: readonly Node[], names: ReadonlyMap<Node, string>): string {
  const innermost = ancestors.findLast((one) => names.has(one));
  return (innermost && names.get(innermost)) ?? '';
}

function ownName(node: Node, parent: Node | undefined): string | null {
  const named = [node.id, parent?.type === 'VariableDeclarator' ? parent.id : parent?.key];
  const identifier = named.find((one) => isNode(one) && one.type === 'Identifier') as Node | undefined;
  return identifier ? String(identifier.name) : null;
}
