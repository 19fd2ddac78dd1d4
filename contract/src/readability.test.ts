import { expect, test } from 'vitest';
import {
  gradeCatalog,
  gradeOf,
  isSentence,
  shownText,
  studentSources,
  syllablesOf,
} from '../messages/readability.ts';

/** The wording is prescribed by the handbook (docs/behavior/accounts.md) or by law (29 CFR 570.50(c)). */
const prescribed = [
  'Another user already is using that email. Contact an administrator',
  'It is intermittent and for short periods, under the direct and close supervision of a qualified and experienced person.',
  'The school gives safety instructions, and the business correlates them with training on the job.',
  'A schedule of organized and progressive work processes to be performed on the job has been prepared.',
];

test('everything that students and visitors read needs at most eight years of school', () => {
  const students = studentSources();
  const read = gradeCatalog().filter(({ files }) => files.some((file) => students.has(file)));
  // Proves that the screens were found.
  expect(read.length).toBeGreaterThan(800);
  const hard = read
    .filter((one) => isSentence(one) && one.grade > 8 && !prescribed.includes(one.message))
    .map(({ grade, message }) => `${grade.toFixed(1)} ${message}`);
  expect(hard).toEqual([]);
  expect(gradeOf(...read.map(({ text }) => text))).toBeLessThan(5);
});

test('grades a sentence for lawyers as one', () => {
  expect(gradeOf('We saved your hours. You can log more.')).toBeLessThan(3);
  expect(
    gradeOf('Notwithstanding any prior authorization, participation requires administrative confirmation.'),
  ).toBeGreaterThan(15);
});

test.each([
  ['opportunity', 5],
  ['application', 4],
  ['closed', 1],
  ['accepted', 3],
  ['evaluation', 5],
  ['save', 1],
  ['title', 2],
])('%s has %i syllables', (word, count) => {
  expect(syllablesOf(word)).toBe(count);
});

test('grades a message with one of its cases and without its tags', () => {
  expect(shownText('{n, plural, one {# entry} other {# entries}} of <b/> {name}')).toBe('2 entries of Ana');
});
