import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementTerms } from '../../../testing/agreement-terms.ts';
import { AgreementTermsInput, TemplateInput } from './forms.ts';
import {
  type AgreementNames,
  type AgreementTerms,
  blocksOf,
  defaultTemplate,
  fieldsIn,
  fillTemplate,
  guardianNames,
  missingTerms,
  templateFields,
  unknownFields,
} from './template.ts';

const names: AgreementNames = {
  student: 'Maya Okafor',
  school: 'Bay High',
  program: 'Welding',
  school_system: 'Bay Schools',
  business: 'Bayside Marine',
  title: 'Boat builder',
  guardian: 'Anne Okafor',
  guardian_relationship: 'Mother',
};
const terms: AgreementTerms = agreementTerms;

test('replaces fields, keeps unknown words, and leaves a blank line for unknown values', () => {
  const text = '[student] at [business], [start] to [end]. [pay] [other]';
  expect(fillTemplate(text, names, { ...terms, pay: '' })).toBe(
    'Maya Okafor at Bayside Marine, 06/01/2026 to 08/31/2026. ________ [other]',
  );
});

test('never reads user input as a field', () => {
  expect(fillTemplate('[duties] [goals]', names, { ...terms, duties: '[goals] $& [pay]' })).toBe(
    '[goals] $& [pay] Patience.',
  );
});

test('includes the clauses for hazardous work only if it is checked', () => {
  const body = 'One.\n\n[hazardous]\n\nTwo.';
  expect(fillTemplate(body, names, terms)).toBe('One.\n\nTwo.');
  const clauses = blocksOf(fillTemplate(body, names, { ...terms, hazardous: true }));
  expect(clauses.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'heading',
    'item',
    'item',
    'item',
    'item',
    'paragraph',
  ]);
});

test('every field has its own value in the text', () => {
  const distinct = { ...terms, guardian_signs: true };
  const text = fillTemplate(
    Object.keys(templateFields)
      .filter((field) => field !== 'hazardous')
      .map((field) => `${field}=[${field}]`)
      .join('; '),
    names,
    distinct,
  );
  expect(text.split('; ')).toEqual([
    'student=Maya Okafor',
    'guardian=Anne Okafor',
    'guardian_relationship=Mother',
    'school=Bay High',
    'program=Welding',
    'school_system=Bay Schools',
    'business=Bayside Marine',
    'title=Boat builder',
    'place=2 Dock Street',
    'start=06/01/2026',
    'end=08/31/2026',
    'schedule=Mon–Fri',
    'hours=20',
    'pay=$15 an hour',
    'duties=Sands.',
    'goals=Patience.',
    'supervisor=Grace',
    'supervision=Side by side.',
  ]);
  expect(new Set(text.split('; ').map((part) => part.split('=')[1])).size).toBe(18);
});

test('names every guardian who may sign, none where none signs, and leaves a blank where none is known', () => {
  const anne = { name: 'Anne Okafor', relationship: 'Mother' as const };
  const both = guardianNames([anne, { name: 'Ben Okafor', relationship: '' }]);
  expect(both).toEqual({ guardian: 'Anne Okafor and Ben Okafor', guardian_relationship: 'Mother' });
  const text = '[guardian] ([guardian_relationship])';
  const signs = { ...terms, guardian_signs: true };
  expect(fillTemplate(text, { ...names, ...both }, signs)).toBe('Anne Okafor and Ben Okafor (Mother)');
  expect(fillTemplate(text, { ...names, ...guardianNames([]) }, signs)).toBe('________ (________)');
  expect(fillTemplate(text, names, terms)).toBe('not needed (–)');
});

test('a template requires the terms that it names', () => {
  const empty = { ...terms, duties: '', hours_per_week: null, pay: '' };
  expect(missingTerms('[duties] for [hours] hours', empty)).toEqual(['duties', 'hours_per_week']);
  expect(missingTerms('[student]', empty)).toEqual([]);
});

test('the standard text uses no unknown field and includes every field of the form', () => {
  expect(unknownFields(defaultTemplate())).toEqual([]);
  expect(fieldsIn(defaultTemplate()).sort()).toEqual(
    Object.keys(templateFields)
      .filter((field) => field !== 'program' && field !== 'guardian_relationship')
      .sort(),
  );
});

test('rejects a template with an unknown field or without text', () => {
  const messages = (body: string) =>
    TemplateInput.safeParse({ body }).error?.issues.map((one) => one.message);
  expect(messages('Signed by [the principal]')).toEqual(['[the principal] is not one of the fields']);
  expect(messages('  ')).toEqual(['write the agreement’s text']);
  expect(messages('For [student]')).toBeUndefined();
});

test('names the first of many unknown fields, in part if they are long, and refuses a text that is too long', () => {
  const errors = (body: string) =>
    TemplateInput.safeParse({ body }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(errors('[a] [b] [a]')).toEqual([['body', 'these are not fields: [a], [b]']]);
  const many = Array.from({ length: 200 }, (_, at) => `[wage ${at}]`).join(' ');
  expect(errors(many)).toEqual([
    ['body', 'these are not fields: [wage 0], [wage 1], [wage 2], and 197 more'],
  ]);
  expect(errors(`[${'é'.repeat(5000)}]`)).toEqual([
    ['body', `[${'é'.repeat(40)}…] is not one of the fields`],
  ]);
  const tooLong = ['body', 'this field can have at most 20000 characters'];
  expect(errors('x'.repeat(20_001))).toEqual([tooLong]);
  expect(errors('['.repeat(1_000_000))).toEqual([tooLong]);
});

test('rejects a last day before the first', () => {
  const { error } = AgreementTermsInput.safeParse({ ...terms, end_date: '2026-05-31' });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['end_date', 'must not be before the first day'],
  ]);
});

test('blocks preserve every word that people type', () => {
  const words = (text: string) => text.match(/\p{L}+/gu) ?? [];
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const shown = blocksOf(typed).map(({ text }) => text);
      expect(words(shown.join(' '))).toEqual(words(typed));
    }),
  );
});
