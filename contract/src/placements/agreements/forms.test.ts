import { expect, test } from 'vitest';
import { PaperInput, SignatureInput } from './forms.ts';

const wrongNames = (name: string) =>
  [
    SignatureInput.safeParse({ name, agreed: true }),
    PaperInput.safeParse({ name, party: 'guardian', signed_on: '2026-03-02' }),
  ].map(({ error }) => error?.issues.map(({ message }) => message));

test.each(['王小明', 'محمد', '🎉', '김민수'])(
  'the signature “%s” needs letters that the document can print',
  (name) => {
    const message = 'add the name in Latin letters too, so that the document can print it';
    expect(wrongNames(name)).toEqual([[message], [message]]);
  },
);

test.each(['Ana O’Shea', 'Łukasz', 'Γιώργος', 'Ёлка', '王小明 (Wang Xiaoming)'])('%s can sign', (name) => {
  expect(wrongNames(name)).toEqual([undefined, undefined]);
});

test('an empty signature only says that it is missing', () => {
  expect(wrongNames(' ')).toEqual([['type your full name'], ['who signed?']]);
});
