import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { featureOf } from '../../scripts/features.ts';
import { functionNames, isNode, type Node, parse } from './tree.ts';

/**
 * What setup.ts adds to a test file's result: `file#function` for each function that ran, and `file#` for
 * each loaded module.
 */
export interface Reached {
  reached?: string[];
}

/** What a test file ran when it was last recorded. */
interface Reach {
  test: string;
  milliseconds: number;
  passed: boolean;
  reached: string[];
  /** A digest of each source that it loaded, at that time. */
  sources: Record<string, string>;
}

const digest = (path: string) => createHash('sha1').update(readFileSync(path)).digest('hex');

/** Adds a line to each function that reports that it runs; setup.ts collects the reports. */
export function recordReach(root: string, sources: readonly string[]): Plugin {
  return {
    name: 'record-reach',
    enforce: 'pre',
    transform(text, id) {
      const file = id.split('?')[0]?.slice(root.length + 1) ?? '';
      if (!sources.includes(file)) return null;
      const program = parse(file, text);
      return program && { code: withProbes(program, file, text), map: null };
    },
  };
}

function withProbes(program: Node, file: string, text: string): string {
  const inserts: { at: number; text: string }[] = [];
  const probe = (name: string) => `globalThis.__reached?.add(${JSON.stringify(`${file}#${name}`)})`;
  for (const [node, name] of functionNames(program)) {
    const body = node.body as Node;
    if (!isNode(body)) continue;
    if (body.type === 'BlockStatement') inserts.push({ at: body.start + 1, text: `${probe(name)};` });
    else inserts.push({ at: body.start, text: `(${probe(name)}, (` }, { at: body.end, text: '))' });
  }
  let result = '';
  let from = 0;
  for (const { at, text: added } of inserts.sort((one, other) => one.at - other.at)) {
    result += text.slice(from, at) + added;
    from = at;
  }
  return `${result}${text.slice(from)}\n;${probe('')};`;
}

const MILLISECONDS_A_BYTE = 2;

/** Code outside features, such as the contract's access tables, is tested where access is decided. */
const placeOf = (path: string) => featureOf(path) ?? 'platform/access';

/** The name that limits.ts shares with limits.test.ts. */
const nameOf = (path: string) => basename(path).split('.')[0];

/** The records of what each test file runs, in a folder that git ignores. */
export class ReachMap {
  readonly #folder: string;
  readonly #root: string;
  readonly #records = new Map<string, Reach & { set: Set<string> }>();
  readonly #digests = new Map<string, string>();

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const record = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Reach;
      if (existsSync(join(root, record.test)))
        this.#records.set(record.test, { ...record, set: new Set(record.reached) });
    }
  }

  has = (test: string) => this.#records.has(test);

  add(test: string, milliseconds: number, passed: boolean, reached: string[]) {
    const files = [...new Set(reached.map((one) => one.split('#')[0] ?? ''))];
    const sources = Object.fromEntries(files.map((file) => [file, this.#digestOf(file)]));
    const record: Reach = { test, milliseconds, passed, reached, sources };
    this.#records.set(test, { ...record, set: new Set(reached) });
    writeFileSync(join(this.#folder, `${test.replaceAll('/', '~')}.json`), JSON.stringify(record));
  }

  /**
   * Whether this test file runs the function. If the source has changed since, any test file that loads it
   * counts.
   */
  reaches = (test: string, file: string, inside: string): boolean => {
    const record = this.#records.get(test);
    if (!record) return false;
    if (record.set.has(`${file}#${inside}`)) return true;
    return record.set.has(`${file}#`) && record.sources[file] !== this.#digestOf(file);
  };

  /**
   * The test files that run a function: first the named ones and the one with its name, then those of its own
   * feature, then the fastest. Test files without a record count if they are of the same feature.
   */
  testsFor(file: string, inside: string, first: readonly string[], all: readonly string[]): string[] {
    const feature = placeOf(file);
    const sees = (test: string) =>
      this.has(test) ? this.reaches(test, file, inside) : placeOf(test) === feature;
    const isNear = (test: string) => placeOf(test) === feature;
    const isNamed = (test: string) => isNear(test) && nameOf(test) === nameOf(file);
    const rank = (test: string) => (first.includes(test) || isNamed(test) ? 0 : isNear(test) ? 1 : 2);
    return all
      .filter((test) => this.#records.get(test)?.passed !== false && sees(test))
      .sort((one, other) => rank(one) - rank(other) || this.millisecondsOf(one) - this.millisecondsOf(other));
  }

  /** The duration of a test file; estimated from its size if it was never recorded. */
  millisecondsOf = (test: string) =>
    this.#records.get(test)?.milliseconds ?? statSync(join(this.#root, test)).size * MILLISECONDS_A_BYTE;

  #digestOf(file: string): string {
    const known = this.#digests.get(file) ?? digest(join(this.#root, file));
    this.#digests.set(file, known);
    return known;
  }
}
