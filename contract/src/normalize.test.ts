import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { allCalls } from './all-calls.ts';
import { multiline, requiredLine } from './fields.ts';
import { normalizeLine, normalizeText } from './normalize.ts';

test.each([
  ['a paragraph of another signer', 'V Lopez\r\n\r\nThe school', 'V Lopez The school'],
  ['a tab and spaces that do not break', 'Ana\tRivera\u00a0Soto', 'Ana Rivera Soto'],
  ['controls', 'a\u0007b\u009fc', 'abc'],
  ['marks of direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['zero-width characters', 'A\u200bn\u2060a\ufeff\u00ad', 'Ana'],
  ['a joiner between Latin letters', 'An\u200da', 'Ana'],
  ['decomposed accents', 'Zoe\u0308', 'Zo\u00eb'],
  ['a Hangul filler alone', '\u3164', ''],
  ['a blank of Braille alone', '\u2800', ''],
  ['an accent alone', '\u0301', ''],
])('one line of text loses %s', (_, typed, line) => {
  expect(normalizeLine(typed)).toBe(line);
});

test.each([
  'نمی\u200cخواهم',
  'क्\u200dष',
  '👨\u200d👩\u200d👧',
  '👩🏽\u200d🚒',
  '❤️',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  'O’Shea',
])('%s stays as it is', (typed) => {
  expect(normalizeLine(typed)).toBe(typed.normalize('NFC'));
  expect(normalizeText(typed)).toBe(typed.normalize('NFC'));
});

test('text of several lines keeps its line breaks, and no other controls', () => {
  expect(normalizeText(' One\r\ntwo\rthree\u2028four\u0007\tfive\u202e\n\u200b')).toBe(
    'One\ntwo\nthree\nfour five',
  );
});

test('a required line without anything visible says that it is required', () => {
  const name = requiredLine();
  expect(name.safeParse('\u200b\u3164').error?.issues.map(({ message }) => message)).toEqual([
    'this field is required',
  ]);
  expect(multiline(10).parse('\u200b')).toBe('');
});

const SAMPLES = ['Ana', 'a@b.co', '(410)555-0123', '21401', '2026-03-02', '09:30', '<p>Ana</p>', '1'];

// Passwords are any text, exactly as typed.
const EXACT = /password$/;

/** The texts in a schema that accept a control character, by path. */
function exposed(schema: unknown, path: string): string[] {
  // What is of unknown shape is ignored, or parsed by a form later.
  if (EXACT.test(path) || schema instanceof z.ZodUnknown) return [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => exposed(field, `${path}.${name}`));
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return exposed(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return exposed(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => exposed(option, path));
  if (schema instanceof z.ZodIntersection)
    return [...exposed(schema.def.left, path), ...exposed(schema.def.right, path)];
  if (schema instanceof z.ZodRecord) return exposed(schema.valueType, `${path}{}`);
  if (schema instanceof z.ZodPipe && !accepts(schema.def.in, 'Ana')) return exposed(schema.def.out, path);
  const kept = SAMPLES.flatMap((sample) =>
    ['\u0007', '\u202e', '\u200b'].map((hidden) => sample + hidden),
  ).some((sample) => (schema as z.ZodType).safeParse(sample).data === sample);
  return kept ? [path] : [];
}

const accepts = (schema: unknown, value: string) =>
  schema instanceof z.ZodString && schema.safeParse(value).success;

test('no text that a call or a form takes keeps a character that nobody can see', async () => {
  const calls = Object.entries(allCalls).flatMap(([name, { input }]) => exposed(input, name));
  const files = readdirSync(import.meta.dirname, { recursive: true }).map(String);
  const forms: string[] = [];
  for (const file of files.filter((name) => name.endsWith('/forms.ts')))
    for (const [name, schema] of Object.entries(await import(join(import.meta.dirname, file))))
      if (schema instanceof z.ZodType) forms.push(...exposed(schema, name));
  expect([...calls, ...forms]).toEqual([]);
});
