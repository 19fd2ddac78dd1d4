import { expect, test } from 'vitest';
import { CODE_BYTES, codeFrom, documentStateOf, initialsOf, normalCode } from './document.ts';

test('a signed version is valid until another replaces it or staff make it void', () => {
  expect(documentStateOf({ status: 'signed', closedBy: '' })).toBe('valid');
  expect(documentStateOf({ status: 'void', closedBy: '' })).toBe('superseded');
  expect(documentStateOf({ status: 'void', closedBy: 'Ada Lane' })).toBe('void');
});

test('a code is twelve letters and digits, and can be typed in any way', () => {
  const code = codeFrom(Uint8Array.from({ length: CODE_BYTES }, (_, index) => index * 21));
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(normalCode(code)).toBe(code);
  expect(normalCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code);
  expect(normalCode('o1il-0000-aaaa')).toBe('0111-0000-AAAA');
  expect(normalCode('')).toBe('');
});

test('only initials of a name are shown', () => {
  expect(initialsOf('Maya Okafor')).toBe('M. O.');
  expect(initialsOf('  Jean-Luc  de la Tour ')).toBe('J. L. D. L. T.');
  expect(initialsOf('Óscar “Ozzy” Ñúñez')).toBe('Ó. O. Ñ.');
  expect(initialsOf('王伟')).toBe('王.');
  expect(initialsOf('—')).toBe('');
});
