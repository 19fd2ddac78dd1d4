import { expect, test } from 'vitest';
import { theme } from './theme.ts';

test('the primary color is a dark blue', () => {
  const shade = theme.primaryShade as { light: number };
  const [red = 0, green = 0, blue = 0] =
    (theme.colors?.[theme.primaryColor ?? '']?.[shade.light] ?? '')
      .match(/[0-9a-f]{2}/g)
      ?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  expect(blue).toBeGreaterThan(2 * red);
  expect(blue).toBeGreaterThan(green);
  expect(blue).toBeLessThan(128);
});
