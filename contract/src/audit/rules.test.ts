import { expect, test } from 'vitest';
import { auditActions, auditWords, detailWords } from './rules.ts';

test('no two actions read alike, and each begins as a sentence does', () => {
  const words = auditActions.map((action) => auditWords[action]);
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([]);
});

test('what is kept beside an entry is read in words', () => {
  expect(detailWords({ file: 'resume.pdf', count: 3 })).toBe('file: resume.pdf, count: 3');
  expect(detailWords({ key: 'resume_file_id_fk' })).toBe('key: resume file');
  const id = '00000000-0000-4000-8000-000000000001';
  expect(detailWords({ call: 'createApplication', opportunity_id_fk: id })).toBe('call: create application');
  expect(detailWords({})).toBe('');
});
