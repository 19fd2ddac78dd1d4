import { expect, test } from 'vitest';
import { foldText } from './fold.ts';

test.each([
  ['Zoë', 'zoe'],
  ['ÁLVAREZ', 'alvarez'],
  ['O’Shea', "O'Shea"],
  ['Jose\u0301', 'Jos\u00e9'],
  ['Groß', 'GROSS'],
  ['Anne‑Marie', 'anne marie'],
  ['Łukasz Ørsted', 'lukasz orsted'],
  ['İpek', 'ipek'],
  ['Æthelred', 'aethelred'],
  ['ＡＢＣ', 'abc'],
  ['Ｏ＇Shea', 'oshea'],
  ['ΓΙΩΡΓΟΣ', 'γιωργος'],
])('%s and %s find each other', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test('other letters stay different', () => {
  expect(foldText('क')).not.toBe(foldText('का'));
  expect(foldText('Ana')).not.toBe(foldText('Ann'));
});
