import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { screens } from '../../web/src/app/screens.ts';
import { screenAccess } from '../src/access.ts';
import { collect, root } from './collect.ts';

/** A message as readers see it, with its reading grade. */
export interface Graded {
  message: string;
  files: string[];
  text: string;
  words: number;
  grade: number;
}

/**
 * Shorter texts are labels, titles and notices. The formula is meant for sentences: in three words, one long word
 * decides the grade.
 */
export const SENTENCE_WORDS = 8;

interface Measure {
  words: number;
  sentences: number;
  syllables: number;
}

/** The Flesch–Kincaid grade: the years of school that a reader needs. */
function fleschKincaid({ words, sentences, syllables }: Measure): number {
  return words === 0 ? 0 : 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}

/** The grade of texts that are read in sequence. Each counts as at least one sentence. */
export const gradeOf = (...texts: string[]): number => fleschKincaid(measureAll(texts));

function measureAll(texts: readonly string[]): Measure {
  const sum: Measure = { words: 0, sentences: 0, syllables: 0 };
  for (const text of texts) {
    const words = wordsOf(text);
    const sentences = text.split(/[.!?:;](?:\s|$)/).filter((part) => /\p{L}/u.test(part)).length;
    sum.words += words.length;
    sum.sentences += Math.max(sentences, 1);
    sum.syllables += words.reduce((count, word) => count + syllablesOf(word), 0);
  }
  return sum;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\d][\p{L}\d'’]*/gu) ?? [];

/** Groups of vowels, minus silent ones. Where English is ambiguous, this counts one more. */
export function syllablesOf(word: string): number {
  const letters = word
    .toLowerCase()
    .replace(/['’]s?/, '')
    .replace(/[^a-z]/g, '');
  if (letters.length <= 3) return 1;
  const pronounced = letters
    .replace(/(?<=[^laeiouy])es$|(?<=[^td])ed$|(?<=[^l])e$|(?<=[aeiouy]l)e$/, '')
    .replace(/^y/, '');
  // Adjacent vowels that are two syllables, as in "create" and "evaluation".
  const apart = pronounced.match(/i[ao](?!n)|ea(?=te)|eo|ua(?=t)/g)?.length ?? 0;
  return Math.max((pronounced.match(/[aeiouy]+/g)?.length ?? 0) + apart, 1);
}

/** A message with its most general case, and a name in place of each argument. */
export function shownText(message: string, you = 'other'): string {
  const said = (tokens: unknown): string => {
    if (!Array.isArray(tokens)) return String(tokens);
    return tokens
      .map((token) => {
        if (!Array.isArray(token)) return token;
        const [name, , cases] = token;
        if (typeof cases !== 'object' || cases === null) return 'Ana';
        const { [name === 'you' ? you : 'other']: chosen, other } = cases as Record<string, unknown>;
        return said(chosen ?? other);
      })
      .join('');
  };
  return said(compileMessage(message))
    .replace(/#/g, '2')
    .replace(/<\/?\w+\/?>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Every message with its grade. */
export function gradeCatalog(): Graded[] {
  return [...collect()].map(([message, files]) => {
    const text = shownText(message);
    return { message, files: [...files], text, words: wordsOf(text).length, grade: gradeOf(text) };
  });
}

export const isSentence = ({ words }: Graded): boolean => words >= SENTENCE_WORDS;

/** Loaded for staff only, by a screen that students can open too. */
const FOR_STAFF = ['web/src/people/directory/AccountActions.tsx'];

/** The sources of every email, and of the screens that students and visitors can open. */
export function studentSources(): Set<string> {
  const paths = (Object.keys(screens) as (keyof typeof screens)[]).filter(isForStudents);
  const shown = paths.map((path) => join(root, 'web/src', screens[path]));
  const mails = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(mails|digest)\.ts$/.test(file))
    .map((file) => `server/src/${file}`);
  const reached = new Set<string>(mails);
  const follow = (file: string) => {
    const name = relative(root, file);
    if (reached.has(name) || FOR_STAFF.includes(name)) return;
    reached.add(name);
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
      follow(
        to.startsWith('.')
          ? join(dirname(file), to)
          : join(root, 'contract/src', `${to.slice('@waypost/contract/'.length)}.ts`),
      );
  };
  for (const file of [...shown, join(root, 'web/src/app/shell/Shell.tsx')]) follow(file);
  return reached;
}

const IMPORTED = /(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?|@waypost\/contract\/[^']+)'/g;

function isForStudents(path: keyof typeof screenAccess): boolean {
  const access = screenAccess[path];
  return typeof access === 'string' || 'Student' in access;
}
