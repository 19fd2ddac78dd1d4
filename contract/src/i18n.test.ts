import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { argumentsOf } from '../messages/arguments.ts';
import { fileOf, readCatalog, translationsOf, updated } from '../messages/collect.ts';
import {
  addCatalog,
  addMessages,
  firstSupportedLocale,
  icu,
  loadMessages,
  locales,
  msg,
  provideReader,
  type Reader,
  t,
  withMessages,
} from './i18n.ts';

const reads = (reader: Reader) => provideReader(() => reader);
afterEach(() => reads({ locale: 'en', you: 'usted' }));

test('English plurals follow the message', () => {
  const entries = (n: number) => t('{n, plural, one {# entry} other {# entries}}', { n });
  expect([entries(0), entries(1), entries(2)]).toEqual(['0 entries', '1 entry', '2 entries']);
});

test('shows an untranslated text in English', () => {
  addMessages('es', { 'Save {what}': '' });
  reads({ locale: 'es', you: 'usted' });
  expect([t('Save {what}', { what: 'horas' }), t(msg('Not in any catalog'))]).toEqual([
    'Save horas',
    'Not in any catalog',
  ]);
});

test('a translation can address students as tú and everyone else as usted', () => {
  addMessages('es', {
    'Log your hours': '{you, select, tu {Registra tus horas} other {Registre sus horas}}',
  });
  reads({ locale: 'es', you: 'tu' });
  expect(t('Log your hours')).toBe('Registra tus horas');
  reads({ locale: 'es', you: 'usted' });
  expect(t('Log your hours')).toBe('Registre sus horas');
});

test.each([
  ['Open', 'applications', 'Abiertas'],
  ['Active', 'applications', 'Activas'],
  ['Closed', 'applications', 'Cerradas'],
  ['Accepted', 'entry', 'Aceptado'],
  ['Accepted', 'several', 'Aceptados'],
  ['Completed', 'several', 'Completadas'],
  ['Terminated', 'several', 'Canceladas'],
])('in Spanish, %s of %s is %s', (english, of, spanish) => {
  addMessages('es', translationsOf('es'));
  const message = `{of, select, other {${english}}}`;
  expect(t(message, { of })).toBe(english);
  reads({ locale: 'es', you: 'usted' });
  expect(t(message, { of })).toBe(spanish);
});

test.each([
  [['es-MX', 'en'], 'es'],
  [['fr', 'EN-us'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('picks the language for %j: %s', (tags, locale) => {
  expect(firstSupportedLocale(tags)).toBe(locale);
});

test('the browser uses English that the build compiled', () => {
  const key = icu('{n} boats as written', [['n'], ' boats as compiled']);
  expect(t(key, { n: 3 })).toBe('3 boats as compiled');
});

test('loads a feature’s translations once, and retries after a failure', async () => {
  let loads = 0;
  addCatalog({
    es: async () => {
      loads += 1;
      if (loads === 1) throw new Error('no connection');
      return { default: { 'Not loaded yet': 'Cargado' } };
    },
  });
  reads({ locale: 'es', you: 'usted' });
  const says = [];
  for (let tries = 0; tries < 3; tries += 1) {
    await loadMessages('es');
    says.push(t('Not loaded yet'));
  }
  expect([says, loads]).toEqual([['Not loaded yet', 'Cargado', 'Cargado'], 2]);
});

test('code that arrives while a language is loading brings its translations in that language', async () => {
  let finish = () => {};
  const others = new Promise<{ default: Record<string, string> }>((resolve) => {
    finish = () => resolve({ default: {} });
  });
  addCatalog({ es: () => others });
  const starting = loadMessages('es');
  const part = withMessages(async () => {
    addCatalog({ es: async () => ({ default: { Lighthouse: 'Faro' } }) });
  })();
  finish();
  await Promise.all([starting, part]);
  reads({ locale: 'es', you: 'usted' });
  expect(t('Lighthouse')).toBe('Faro');
});

const translated = Object.keys(locales).filter((locale) => locale !== 'en');

test.each(translated)('the catalog of %s is as `npm run messages` writes it', (locale) => {
  // Compares text, because a repeated key would be lost in parsing.
  const text = `${JSON.stringify(updated(readCatalog(locale)), null, 2)}\n`;
  expect(readFileSync(fileOf(locale), 'utf8')).toBe(text);
});

test.each(translated)('every message is translated to %s', (locale) => {
  const entries = Object.entries(readCatalog(locale));
  expect(entries.filter(([, { translation }]) => translation === '')).toEqual([]);
});

test.each(translated)('the translations of %s take the same arguments as the English', (locale) => {
  const wrong = Object.entries(readCatalog(locale)).filter(
    ([message, { translation }]) => argumentsOf(message).join() !== argumentsOf(translation).join(),
  );
  expect(wrong).toEqual([]);
});
