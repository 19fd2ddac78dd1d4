import { expect, test } from 'vitest';
import { adoptStyles } from './adopted-styles.ts';

test('the same styles apply once, until the last of their users removes them', () => {
  const before = document.adoptedStyleSheets.length;
  const css = 'main { --planted: 1 }';
  const removers = [adoptStyles(css), adoptStyles(css)];
  const count = () => document.adoptedStyleSheets.length - before;
  expect(count()).toBe(1);
  removers[0]?.();
  expect(count()).toBe(1);
  removers[1]?.();
  expect(count()).toBe(0);
  const remove = adoptStyles(css);
  expect(count()).toBe(1);
  remove();
});
