import { expect, test } from 'vitest';
import { ApplyInput } from './forms.ts';

const apply = (cover_letter: string) =>
  ApplyInput.safeParse({ cover_letter, opportunity_id_fk: '0190a3c4-0000-7000-8000-000000000001' }).success;

test('a cover letter is required and has at most 20,000 characters', () => {
  expect(apply('<p>I build boats.</p>')).toBe(true);
  expect(apply('<p> </p>')).toBe(false);
  expect(apply('a'.repeat(20_000))).toBe(true);
  expect(apply('a'.repeat(20_001))).toBe(false);
});
