import { expect, test } from 'vitest';
import {
  asRichText,
  exampleFile,
  readCells,
  readChoice,
  readHeader,
  readImportedDate,
  readNames,
  readWholeNumber,
  titleOf,
  WHOLE_NAME,
} from './rules.ts';

test('finds columns by their titles, in any order, letter case and spacing', () => {
  const { places, missing } = readHeader('students', ['EMAIL', 'last_name', 'First Name', 'Note']);
  expect(missing).toEqual(['Student ID', 'School', 'Program', 'Graduation year']);
  const cell = readCells(places, [' maya@x.test ', 'Torres', 'Maya', 'n/a']);
  expect([cell('email'), cell('last_name'), cell('first_name'), cell('student_id')]).toEqual([
    'maya@x.test',
    'Torres',
    'Maya',
    '',
  ]);
});

test('one column of names replaces two', () => {
  const titles = ['Name', 'Email', 'Student ID', 'School', 'Program', 'Graduation year'];
  const { places, missing } = readHeader('students', titles);
  expect(missing).toEqual([]);
  expect(readCells(places, ['Maya Torres', 'maya@x.test'])(WHOLE_NAME)).toBe('Maya Torres');
  expect(readHeader('opportunities', ['Name']).places).toEqual(new Map());
});

test('a file only needs the columns that are required', () => {
  const titles = exampleFile('opportunities').split('\r\n')[0]?.replaceAll('"', '').split(',') ?? [];
  expect(readHeader('opportunities', titles).missing).toEqual([]);
  const fewer = titles.filter((title) => !['Focus areas', 'Schools', 'Programs'].includes(title));
  expect(readHeader('opportunities', fewer).missing).toEqual([]);
});

test('reads dates as people and spreadsheets write them', () => {
  expect(readImportedDate('9/1/2026')).toBe('2026-09-01');
  expect(readImportedDate('12/31/2026')).toBe('2026-12-31');
  expect(readImportedDate('2026-09-01')).toBe('2026-09-01');
  expect(readImportedDate('next week')).toBe('next week');
  expect(readImportedDate('from 9/1/2026')).toBe('from 9/1/2026');
  expect(readImportedDate('9/1/26')).toBe('9/1/26');
});

test('reads names, choices and numbers, and leaves invalid ones for the form to reject', () => {
  expect(readNames(' Boats; Bread |Boats;; ')).toEqual(['Boats', 'Bread']);
  expect(readChoice(['Full Year'], 'full year')).toBe('Full Year');
  expect(readChoice(['Full Year'], 'never')).toBe('never');
  expect([readWholeNumber('12'), readWholeNumber('1.5'), readWholeNumber('')]).toEqual([12, '1.5', '']);
});

test('converts text to paragraphs of rich text and leaves HTML as it is', () => {
  expect(asRichText('One\n\nTwo & <three\nfour')).toBe('<p>One</p><p>Two &amp; &lt;three<br>four</p>');
  expect(asRichText('<p>One</p>')).toBe('<p>One</p>');
  expect(asRichText('')).toBe('');
});

test('reads text with very many unclosed tags quickly', () => {
  // In quadratic time this would take minutes.
  expect(asRichText('<p '.repeat(200_000)).length).toBeGreaterThan(200_000);
});

test('a file of students without a column of whole names has none', () => {
  const { places } = readHeader('students', ['Email', 'First name', 'Last name']);
  expect(places.has(WHOLE_NAME)).toBe(false);
});

test('a field without a column is called by its own name', () => {
  expect(titleOf('students', 'graduation_year')).toBe('Graduation year');
  expect(titleOf('students', 'lat')).toBe('lat');
});
