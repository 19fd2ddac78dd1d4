import { type Node, parse, walk } from './collect.ts';

/** A text in a source file. */
export interface Literal {
  text: string;
  line: number;
}

/** Attributes whose text people see or screen readers announce. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext)|alt|caption|confirm|description|empty|heading|header|label|lead|message|name|none|placeholder|save|saved|second|text|title|way)$/;
/** Calls whose arguments people read: refusals and notices. */
const SAYS = /^(notify\.(success|warning|error)|refuse|Refusal|FieldRefused)$/;
/** Two or more words that start like a sentence, a title or a quotation. */
const PROSE = /^([\p{Lu}\d][\p{L}\d’']*:?[ ,]+|“.*” )\p{L}/u;

/**
 * Texts in a source file that a person would probably see, but that do not go through the catalog: JSX text, attributes
 * that are shown or announced, the arguments of refusals and notices, and anything else that reads like prose.
 */
export function literalsIn(file: string, code: string): Literal[] {
  const found: Literal[] = [];
  walk(parse(file, code), (node, parents) => {
    const text = textOf(node)?.replace(/&\w+;/g, '').trim().replace(/\s+/g, ' ') ?? '';
    if (!/\p{L}{2}/u.test(text) || parents.some(isNoText) || isWireValue(node, parents.at(-1))) return;
    // Screens show error messages in dialogs; the server never does.
    const isError = file.includes('web/src/') && isErrorOf(parents.at(-1));
    const isText = node.type === 'JSXText' || PROSE.test(text) || isError || isShown(node, parents);
    if (isText) found.push({ text, line: code.slice(0, node.start).split('\n').length });
  });
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
    return String(node.value);
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked).join('…');
}

function nameOf(node: unknown): string {
  const { type, name, object, property } = (node ?? {}) as Record<string, unknown>;
  return type === 'MemberExpression' ? `${nameOf(object)}.${nameOf(property)}` : String(name ?? '');
}

/** Whether this node contains only catalog keys, wire values or text for the compiler. */
function isNoText(node: Node): boolean {
  if (node.type === 'CallExpression') return /^(t|msg|wireName)$/.test(nameOf(node.callee));
  if (node.type === 'JSXAttribute') return ['m', 'className'].includes(nameOf(node.name));
  return (
    /^Import/.test(node.type) ||
    /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type) ||
    node.type === 'TaggedTemplateExpression'
  );
}

const isErrorOf = (parent: Node | undefined) =>
  parent?.type === 'NewExpression' && nameOf(parent.callee) === 'Error';

/** An object key, or an operand of a comparison. */
const isWireValue = (node: Node, parent: Node | undefined) =>
  parent?.type === 'BinaryExpression' ||
  parent?.type === 'SwitchCase' ||
  (parent?.type === 'Property' && parent.key === node);

/** Whether only conditional expressions are between a text and a place where people see it. */
function isShown(node: Node, parents: readonly Node[]): boolean {
  let child = node;
  for (const parent of parents.toReversed()) {
    switch (parent.type) {
      case 'ConditionalExpression':
        if (parent.test === child) return false;
        break;
      case 'LogicalExpression':
      case 'TemplateLiteral':
      case 'JSXExpressionContainer':
        break;
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'JSXAttribute':
        return SPOKEN.test(nameOf(parent.name)) && /[\p{Lu} ]/u.test(textOf(node) ?? '');
      case 'CallExpression':
      case 'NewExpression':
        return SAYS.test(nameOf(parent.callee)) && (textOf(node) ?? '').includes(' ');
      default:
        return false;
    }
    child = parent;
  }
  return false;
}
