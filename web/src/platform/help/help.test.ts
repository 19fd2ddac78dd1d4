import { screenAccess } from '@waypost/contract/access';
import { t } from '@waypost/contract/i18n';
import { expect, test } from 'vitest';
import { help } from './help.ts';

test('each screen of the access table says what it is for, in a sentence of its own', () => {
  expect(Object.keys(help).sort()).toEqual(Object.keys(screenAccess).sort());
  const texts = Object.values(help).map((text) => t(text));
  for (const text of texts) expect(text).toMatch(/^[A-Z].{10,}\.$/);
  expect(new Set(texts).size).toBe(texts.length);
});
