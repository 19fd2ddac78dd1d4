import { afterEach, expect, test } from 'vitest';
import { provideReader } from './i18n.ts';
import { isEnglishOriginal, ownText } from './translated-text.ts';

afterEach(() => provideReader(() => ({ locale: 'en', you: 'usted' })));

test('is shown in the reader’s language, or in the original if it is not translated', () => {
  expect(ownText('Welding', 'Soldadura')).toBe('Welding');
  provideReader(() => ({ locale: 'es', you: 'usted' }));
  expect(ownText('Welding', 'Soldadura')).toBe('Soldadura');
  expect(ownText('Welding', '')).toBe('Welding');
});

test.each([
  ['in English', 'en', '', null, false],
  ['translated', 'es', 'Soldadura', null, false],
  ['not translated', 'es', '', null, true],
  ['not translated, in a school system that uses English', 'es', '', 'en', true],
  ['not translated, in a school system that uses Spanish', 'es', '', 'es', false],
] as const)('an original %s: marked as English or not', (_, locale, spanish, clientLocale, is) => {
  provideReader(() => ({ locale, you: 'usted' }));
  expect(isEnglishOriginal(spanish, clientLocale)).toBe(is);
});
