/** Shorter words are probably other words, not misspelled ones. */
const SHORTEST = 4;

/** How many letters may be wrong, missing, added, or swapped with the next one. */
const slipsIn = (typed: string) => (typed.length < SHORTEST ? 0 : typed.length < 8 ? 1 : 2);

/** The words that are closest to a misspelled one; none if all are further away than that. */
export function nearestWords(typed: string, words: readonly string[]): string[] {
  let allowed = slipsIn(typed);
  let nearest: string[] = [];
  if (allowed === 0) return nearest;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > allowed) continue;
    const slips = countSlips(typed, word);
    if (slips < allowed) nearest = [];
    if (slips <= allowed) {
      allowed = slips;
      nearest.push(word);
    }
  }
  return nearest;
}

/** The optimal string alignment distance. */
function countSlips(typed: string, word: string): number {
  let before: number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1] ? 0 : 1;
      let least = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + same);
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(before, column - 2) + 1);
      current.push(least);
    }
    before = above;
    above = current;
  }
  return at(above, word.length);
}

const at = (row: readonly number[], column: number) => row[column] ?? 0;
