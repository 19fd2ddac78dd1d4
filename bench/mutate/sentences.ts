import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of docs/sentences: what the documents say, and the test files that show it. */
export interface Row {
  sentence: string;
  tests: string[];
  /** What the sentence quotes: words of a screen, addresses, figures. */
  words: string[];
}

export function readSentences(root: string): Row[] {
  const folder = join(root, 'docs', 'sentences');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (It says|---)/.test(line))
      .map((line) => {
        const [sentence = '', shown = ''] = line
          .slice(2, -2)
          .split(/(?<!\\) \| /)
          .map((cell) => cell.replaceAll('\\|', '|'));
        const tests = shown.split('<br>').map((one) => one.split(' › ')[0] ?? '');
        return { sentence, tests: [...new Set(tests)], words: wordsOf(sentence) };
      }),
  );
}

/** The form in which words of a sentence and of the source are compared. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, "'")
    .replaceAll(/\{(\w+)\}/g, '$$$1')
    .replaceAll(/[.!:…\s]+$/g, '')
    .trim();

function wordsOf(sentence: string): string[] {
  const quoted = [...sentence.matchAll(/'([^']{2,}?)'(?!\w)|`([^`]+)`|"([^"]+)"/g)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replace(/\?.*/, ''),
  );
  const figures = [...sentence.matchAll(/\b\d{2,}\b/g)].map(([figure]) => figure);
  const listed = sentence
    .split(/[:;,.()]| and | or | when /)
    .map((part) => part.trim())
    .filter((part) => /^[A-Z][\w'’/ -]{2,40}$/.test(part));
  return [...new Set([...quoted, ...figures, ...listed].map(plain))].filter((word) => word.length > 1);
}
