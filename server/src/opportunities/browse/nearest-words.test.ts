import { expect, test } from 'vitest';
import { nearestWords } from './nearest-words.ts';

const words = ['carpentri', 'carpet', 'boat', 'boatyard', 'goat', 'electrician', 'sail'];

test.each([
  ['carpentrie', ['carpentri']],
  ['carpnetri', ['carpentri']],
  ['elecrtisian', ['electrician']],
  ['baot', ['boat']],
  ['foat', ['boat', 'goat']],
  ['sial', ['sail']],
  ['xyzzy', []],
  ['bot', []],
])('the words closest to %s are %j', (typed, nearest) => {
  expect(nearestWords(typed, words)).toEqual(nearest);
});
