import { dictionary } from '@zxcvbn-ts/language-common';

const listed: ReadonlySet<string> = new Set(dictionary.passwords);

/**
 * Whether a lower-case password is common: on the list of breached ones, a repetition of such a word, or a run such as
 * `aaaaaaaaaa`, `abcdefghij` or `9876543210`.
 */
export function isCommonPassword(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return listed.has(word) || (half + half === word && listed.has(half)) || isRun(word);
}

function isRun(word: string): boolean {
  const steps = new Set<number>();
  for (let at = 1; at < word.length; at += 1) steps.add(stepTo(word, at));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

/** The step from the previous character. Nine and zero are adjacent, as on a keyboard. */
function stepTo(word: string, at: number): number {
  const step = word.charCodeAt(at) - word.charCodeAt(at - 1);
  return Math.abs(step) === 9 ? -step / 9 : step;
}
