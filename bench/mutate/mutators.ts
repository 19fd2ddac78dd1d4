import { isNode, type Node } from './tree.ts';

/** A replacement of a part of the source. */
export interface Edit {
  start: number;
  end: number;
  replacement: string;
}

interface Place {
  node: Node;
  parent: Node | undefined;
  file: string;
  text: string;
}

/** Mutators for what Stryker does not cover: JSX, access rows, SQL, durations, notices and dropped calls. */
export const handWritten: Record<string, (place: Place) => Edit[]> = {
  'JSX condition': mutateJsxCondition,
  'JSX attribute': dropAttribute,
  'JSX text': dropText,
  'access row': flipRole,
  'SQL condition': dropCondition,
  'SQL text': changeSqlText,
  time: changeTime,
  number: changeNumber,
  notice: changeNotice,
  call: dropCall,
};

const codeOf = ({ text }: Place, node: Node) => text.slice(node.start, node.end);
const replace = (node: Node, replacement: string): Edit => ({
  start: node.start,
  end: node.end,
  replacement,
});
const list = (value: unknown) => (Array.isArray(value) ? value : []).filter(isNode);

function mutateJsxCondition(place: Place): Edit[] {
  const { node, parent } = place;
  if (node.type !== 'JSXExpressionContainer' || parent?.type.startsWith('JSX') !== true) return [];
  const expression = node.expression as Node;
  const shown = ['right', 'consequent', 'alternate'].map((key) => expression[key]).filter(isNode);
  if (expression.type === 'ConditionalExpression')
    return shown.map((one) => replace(expression, `(${codeOf(place, one)})`));
  if (expression.type !== 'LogicalExpression' || expression.operator !== '&&') return [];
  return [...shown.map((one) => replace(expression, `(${codeOf(place, one)})`)), replace(expression, 'null')];
}

const meaningful =
  /^(aria-(?!hidden).+|disabled|required|withAsterisk|readOnly|href|to|role|type|on[A-Z].*|label|title|alt|target|rel|autoComplete|maxLength|accept|checked|value|error)$/;

function dropAttribute({ node }: Place): Edit[] {
  if (node.type !== 'JSXAttribute') return [];
  const name = (node.name as Node).name;
  return typeof name === 'string' && meaningful.test(name) ? [replace(node, '')] : [];
}

function dropText({ node }: Place): Edit[] {
  return node.type === 'JSXText' && /\w/.test(String(node.value)) ? [replace(node, '')] : [];
}

const roles = ['Student', 'Business', 'Teacher', 'Admin', 'SuperAdmin'];

/** Grants a role what a row of the access table denies, or vice versa. */
function flipRole(place: Place): Edit[] {
  const { node, file } = place;
  if (!/^contract\/src\/(call-)?access\.ts$/.test(file) || node.type !== 'VariableDeclarator') return [];
  if (!/^(call|screen)Access$/.test(String((node.id as Node).name))) return [];
  return list(withoutTypes(node.init as Node).properties).flatMap((row) => {
    const value = row.value as Node | undefined;
    if (!value) return [];
    const before = codeOf(place, value);
    if (value.type === 'Literal') return [replace(value, '{}')];
    const flips = roles.map((role) =>
      replace(
        value,
        `(({ ${role}: had, ...rest }: Partial<Record<Role, Standing>>) => had ? rest : { ...rest, ${role}: 'session' as const })(${before})`,
      ),
    );
    return [...flips, replace(value, `'anyone'`)];
  });
}

const withoutTypes = (node: Node): Node =>
  isNode(node.expression) && node.type.startsWith('TS') ? withoutTypes(node.expression) : node;

const ofDatabase = /^server\/src\/(.*queries\.ts|access\/|database\/)/;

function dropCondition(place: Place): Edit[] {
  const { node, file } = place;
  if (!ofDatabase.test(file) || node.type !== 'CallExpression') return [];
  const callee = node.callee as Node;
  const given = list(node.arguments);
  if (callee.type === 'Identifier' && /^(and|or)$/.test(String(callee.name)) && given.length > 1)
    return given.map((one) => replace(one, 'undefined'));
  if (callee.type === 'Identifier' && callee.name === 'desc')
    return given.map((one) => replace(node, codeOf(place, one)));
  const [condition] = given;
  const dropsAll = callee.type === 'MemberExpression' && (callee.property as Node).name === 'where';
  return dropsAll && condition ? [replace(condition, 'undefined')] : [];
}

const sqlChanges: [RegExp, string][] = [
  [/\band /g, 'or '],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bnot exists\b/g, 'exists'],
  [/ desc\b/g, ' asc'],
  [/ (<|>)= /g, ' $1 '],
  [/ (<|>) /g, ' $1= '],
  [/ = /g, ' <> '],
  [/\bdistinct /g, ''],
  [/\bleft join\b/g, 'join'],
];

/** Changes one keyword or comparison of a raw SQL fragment. */
function changeSqlText(place: Place): Edit[] {
  const { node, file, parent, text } = place;
  const isPart = node.type === 'TemplateElement' && parent?.type === 'TemplateLiteral';
  if (!ofDatabase.test(file) || !isPart) return [];
  const opener = text.slice(Math.max(0, parent.start - 40), parent.start);
  const whole = codeOf(place, parent);
  const isSql = /sql(<[^`]*>)?$/.test(opener) || /\b(select|update|insert into|delete from)\b/.test(whole);
  if (!isSql) return [];
  const part = codeOf(place, node);
  return sqlChanges.flatMap(([from, to]) =>
    [...part.matchAll(from)].map((match) => ({
      start: node.start + match.index,
      end: node.start + match.index + match[0].length,
      replacement: match[0].replace(from, to),
    })),
  );
}

/**
 * Changes a duration in milliseconds, recognized by its constant's name: to zero, and to ten times as long.
 */
function changeTime(place: Place): Edit[] {
  const { node } = place;
  const isTime =
    node.type === 'VariableDeclarator' && /_MS$|WAIT|TOGETHER/.test(String((node.id as Node).name));
  const value = isTime && isNode(node.init) ? node.init : null;
  return value ? [replace(value, '0'), replace(value, `10 * (${codeOf(place, value)})`)] : [];
}

function changeNumber({ node, parent, file }: Place): Edit[] {
  const isNumber = node.type === 'Literal' && typeof node.value === 'number';
  if (!isNumber || file.startsWith('web/') || parent?.type === 'Property') return [];
  return [replace(node, String(Number(node.value) + 1))];
}

/** Drops a notice (`show(…)` and `notify.…(…)`), or swaps success and failure. */
function changeNotice(place: Place): Edit[] {
  const { node } = place;
  if (node.type !== 'CallExpression') return [];
  const callee = codeOf(place, node.callee as Node);
  if (!/^(show|notify\.\w+)$/.test(callee)) return [];
  const dropped = replace(node, 'undefined');
  if (callee === 'show') return [dropped];
  const swapped = callee === 'notify.success' ? 'notify.error' : 'notify.success';
  return [dropped, replace(node.callee as Node, swapped)];
}

/** Drops a call that is made for its side effect. */
function dropCall(place: Place): Edit[] {
  const { node } = place;
  if (node.type !== 'ExpressionStatement') return [];
  const expression = node.expression as Node;
  const call = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression;
  const isCall = call.type === 'CallExpression' && (call.callee as Node).type !== 'Super';
  return isCall ? [replace(node, ';')] : [];
}
