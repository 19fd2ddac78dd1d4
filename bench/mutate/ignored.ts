import type { Edit } from './mutators.ts';
import type { Node } from './tree.ts';

/** Files that only start programs as processes of their own, which no mutant reaches. */
export const startsPrograms = /^server\/src\/platform\/outside\/parent-process\.test\.ts$/;

/** Sources that no mutant is placed in, each with the reason. */
export const skippedFiles: { files: RegExp; reason: string }[] = [
  { files: /^server\/src\/demo\//, reason: 'what the demo holds is data, not behavior' },
  { files: /^server\/src\/platform\/outside\/bay-zips\.ts$/, reason: 'a table of ZIP codes' },
  { files: /^web\/src\/app\/theme\.ts$/, reason: 'colors and sizes: the crawler and people look at these' },
  { files: /^server\/src\/main\.ts$/, reason: 'runs as a process of its own, which no mutant reaches' },
  { files: /^server\/src\/programs\//, reason: 'run as processes of their own' },
  {
    files: /^server\/src\/platform\/outside\/parent-process\.ts$/,
    reason: 'its test starts a process of its own',
  },
];

const looks =
  /^(className|classNames|style|styles|size|c|fz|fw|gap|p|px|py|pt|pb|m|mx|my|mt|mb|ml|mr|w|h|maw|mah|mih|miw|variant|color|radius|justify|align|wrap|ta|ff|lh|display|pos|withBorder|shadow|breakpoint|cols|spacing|key|stroke|strokeWidth)$/;

/** Mutants that only change styling, or texts that only programmers read. */
export function isNoise(ancestors: readonly Node[], edit: Edit, file: string): boolean {
  return ancestors.some((node) => {
    if (node.type === 'JSXAttribute') return looks.test(String((node.name as Node).name));
    if (node.type === 'Property' && file.startsWith('web/'))
      return looks.test(String((node.key as Node).name));
    if (node.type === 'NewExpression')
      return (node.callee as Node).name === 'Error' && edit.start > node.start;
    if (node.type === 'CallExpression') {
      if (isTenancy(node, edit) || isStatementName(node, edit)) return true;
      const { object, property } = node.callee as { object?: Node; property?: Node };
      const isLog =
        /^(info|warn|debug)$/.test(String(property?.name)) && /log|console/.test(String(object?.name));
      return isLog || (node.callee as Node).name === 'lazy';
    }
    return false;
  });
}

/**
 * `eq(table.clientId, …)`: row-level security also filters other clients' rows, as tenancy.test.ts shows;
 * in the code it serves the indexes.
 */
function isTenancy(call: Node, edit: Edit): boolean {
  const [column] = call.arguments as Node[];
  const isEq = (call.callee as Node).name === 'eq' && column?.type === 'MemberExpression';
  return (
    isEq &&
    (column.property as Node).name === 'clientId' &&
    edit.start === call.start &&
    edit.end === call.end
  );
}

/**
 * The name of a prepared statement: only PostgreSQL reads it, and it prepares statements without a name
 * too.
 */
function isStatementName(call: Node, edit: Edit): boolean {
  const [name] = call.arguments as Node[];
  const made = (call.callee as Node).callee as Node | undefined;
  return made?.name === 'prepared' && name?.start === edit.start && name.end === edit.end;
}

/** Mutants that were reviewed and have no observable effect. */
export const ignored: { file: string; before: string; after: string; reason: string }[] = [
  {
    file: 'contract/src/oversight/imports/rules.ts',
    before: "''",
    after: '("Stryker was here!")',
    reason: 'the first part of a split text is always there; the default is for the type checker',
  },
];

export const isIgnored = ({
  file,
  before,
  replacement,
}: {
  file: string;
  before: string;
  replacement: string;
}) => ignored.some((one) => one.file === file && one.before === before && one.after === replacement);
