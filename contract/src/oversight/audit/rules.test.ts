import { expect, test } from 'vitest';
import { allCalls } from '../../all-calls.ts';
import type { Call } from '../../call.ts';
import { t } from '../../i18n.ts';
import { auditActions, auditWords, detailWords, exportedLists } from './rules.ts';

test('every action has its own wording, capitalized as a sentence', () => {
  const words = auditActions.map((action) => t(auditWords[action]));
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([]);
});

test('the details of an entry are shown in words', () => {
  const words = (details: Parameters<typeof detailWords>[1]) => detailWords('act in masquerade', details);
  expect(words({ file: 'MyResume.pdf', count: 3 })).toBe('file: MyResume.pdf, count: 3');
  expect(words({ key: 'resume_file_id_fk' })).toBe('file: résumé');
  expect(words({ list: 'focus areas', item: 'evals', is_complete: true, to: 'completed' })).toBe(
    'list: focus areas, item: evaluations, setup complete: yes, to: completed',
  );
  expect(words({ because: 'returned mail' })).toBe('because: an email was returned');
  const id = '00000000-0000-4000-8000-000000000001';
  expect(words({ call: 'createApplication', opportunity_id_fk: id })).toBe('call: create application');
  expect(words({})).toBe('');
});

test.each([
  [
    {
      call: 'filterUsers',
      rows: 1234,
      role: 'Student',
      school_attending: 'Bay High; Cove High',
      sort: 'name',
    },
    'Students, 1,234 rows, schools: Bay High; Cove High',
  ],
  [
    {
      call: 'filterUsers',
      rows: 1,
      role: 'Business',
      with: 'report',
      approved: 'Approved',
      descending: true,
    },
    'Business Report, 1 row, approval: Approved',
  ],
  [
    { call: 'filterInternshipStatus', rows: 0, graduation_year: 2027, internship_type: 'All' },
    'Work-Based Learning Status, 0 rows, graduation year: 2027',
  ],
  [{ call: 'getAllBusinesses', rows: 30 }, 'All businesses, 30 rows'],
])('an export names the list, its length and its filters: %j', (details, words) => {
  expect(detailWords('export list', details)).toBe(words);
});

test('every list that can be exported has a name', () => {
  const exportable = Object.entries<Call>(allCalls).filter(
    ([, { input }]) => 'shape' in input && 'exporting' in Object(input.shape),
  );
  const names = [...exportable.map(([name]) => name), 'getAllBusinesses', 'searchUsers'];
  expect(Object.keys(exportedLists).sort()).toEqual(names.sort());
});
