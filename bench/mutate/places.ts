import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { plain, type Row } from './handbook.ts';
import { isNoise, skippedFiles } from './ignored.ts';
import { type Edit, handWritten } from './mutators.ts';
import { functionAround, functionNames, isFunction, type Node, parse, walk } from './tree.ts';

export const areas = ['contract', 'access', 'handbook', 'server', 'web'] as const;
export type Area = (typeof areas)[number];

/** One way to break the product. */
export interface Mutant extends Edit {
  /** Relative to the repository's root. */
  file: string;
  line: number;
  kind: string;
  area: Area;
  before: string;
  /** The name of the enclosing function, as in reach.ts; '' for code that runs when the module loads. */
  inside: string;
  row?: Row;
}

/** Whether a test file runs a function, as far as recorded. */
export type Reaches = (test: string, file: string, inside: string) => boolean;

export function sourceFiles(root: string): string[] {
  return ['contract/src', 'server/src', 'web/src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file))
    .filter((file) => !skippedFiles.some(({ files }) => files.test(file)))
    .sort();
}

/** Every mutant of a source file, from Stryker's mutators and our own. */
export async function mutantsOf(
  root: string,
  file: string,
  rows: Row[],
  reaches: Reaches,
): Promise<Mutant[]> {
  const text = readFileSync(join(root, file), 'utf8');
  const program = parse(file, text);
  if (!program) throw new Error(`${file} cannot be parsed`);
  const found = new Map<string, Edit & { kind: string }>();
  for (const edit of [...(await strykers(file, text)), ...ours(program, file, text)])
    if (text.slice(edit.start, edit.end) !== edit.replacement)
      found.set(`${edit.start} ${edit.end} ${edit.replacement}`, edit);

  const names = functionNames(program);
  const around = nodesAround(program);
  const tagged = placesOfRows(program, file, rows, reaches, names);
  return [...found.values()].flatMap((edit) => {
    const ancestors = around(edit);
    if (isNoise(ancestors, edit, file)) return [];
    const inside = functionAround(ancestors, names);
    const row = tagged.find(({ start, end }) => start <= edit.start && edit.end <= end)?.row;
    const before = text.slice(edit.start, edit.end);
    const line = text.slice(0, edit.start).split('\n').length;
    return [{ ...edit, file, line, before, inside, area: areaOf(file, row), ...(row && { row }) }];
  });
}

/**
 * The source with the mutant applied, or null if the source has changed since or the result does not parse.
 */
export function mutate(text: string, { start, end, before, replacement, file }: Mutant): string | null {
  if (text.slice(start, end) !== before) return null;
  const mutated = text.slice(0, start) + replacement + text.slice(end);
  return parse(file, mutated) ? mutated : null;
}

/** The areas that mutants of a file may belong to. */
export function areasOf(file: string): readonly Area[] {
  if (file.startsWith('contract/')) return ['contract'];
  if (file.startsWith('server/src/platform/access/')) return ['access'];
  return ['handbook', file.startsWith('server/') ? 'server' : 'web'];
}

function areaOf(file: string, row: Row | undefined): Area {
  const possible = areasOf(file);
  return (row ? possible[0] : possible.at(-1)) ?? 'web';
}

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];
const options = { plugins: null, ignorers: [], excludedMutations: [] };
const statements = /^(BlockStatement)$/;

/**
 * The mutations that Stryker's mutators propose. Instead of Stryker's switches, one mutant at a time is
 * applied as text.
 */
async function strykers(file: string, text: string): Promise<(Edit & { kind: string })[]> {
  const { mutants } = await new Instrumenter(silent).instrument(
    [{ name: file, mutate: true, content: text }],
    options,
  );
  const lines = [0];
  for (const match of text.matchAll(/\n/g)) lines.push(match.index + 1);
  const offset = ({ line, column }: { line: number; column: number }) => (lines[line] ?? 0) + column;
  return mutants.map(({ location, mutatorName, replacement = '' }) => {
    const start = offset(location.start);
    const isExpression = !statements.test(mutatorName) && !/^(case|default)\b/.test(replacement);
    return {
      start,
      end: offset(location.end),
      replacement: isExpression ? `(${replacement})` : replacement,
      kind: mutatorName,
    };
  });
}

function ours(program: Node, file: string, text: string): (Edit & { kind: string })[] {
  const found: (Edit & { kind: string })[] = [];
  walk(program, (node, ancestors) => {
    for (const [kind, propose] of Object.entries(handWritten))
      for (const edit of propose({ node, parent: ancestors.at(-1), file, text }))
        found.push({ ...edit, kind });
  });
  return found;
}

/** Finds the nodes around a part of the source, innermost last. */
function nodesAround(program: Node): (edit: Edit) => Node[] {
  const all: Node[] = [];
  walk(program, (node) => all.push(node));
  return ({ start, end }) => all.filter((node) => node.start <= start && end <= node.end);
}

const whole = /Statement$|^(JSXElement|VariableDeclarator|Property)$/;
const LONGEST = 600;
/** A word in more rows than this, such as a role's name, does not identify any of them. */
const MOST_ROWS = 5;

/**
 * The places that a row of the handbook is about: the statement, element or property around a literal that
 * the row quotes, in code that the row's own tests run.
 */
function placesOfRows(program: Node, file: string, rows: Row[], reaches: Reaches, names: Map<Node, string>) {
  const byWord = new Map<string, Row[]>();
  for (const row of rows) for (const word of row.words) byWord.set(word, [...(byWord.get(word) ?? []), row]);
  for (const [word, saying] of byWord) if (saying.length > MOST_ROWS) byWord.delete(word);
  const places: { start: number; end: number; row: Row }[] = [];
  walk(program, (node, ancestors) => {
    const said = textOf(node);
    const inside = functionAround(ancestors, names);
    const row =
      said && byWord.get(said)?.find(({ tests }) => tests.some((one) => reaches(one, file, inside)));
    const around = ancestors.findLast((one) => whole.test(one.type) || isFunction(one));
    if (row && around) {
      const place = around.end - around.start < LONGEST && !isFunction(around) ? around : node;
      places.push({ start: place.start, end: place.end, row });
    }
  });
  return places;
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return plain(String(node.value));
  if (node.type === 'JSXText') return plain(String(node.value));
  if (node.type === 'TemplateElement') return plain(String((node.value as { raw: string }).raw));
  return null;
}
