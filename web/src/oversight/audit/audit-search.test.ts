import { expect, test } from 'vitest';
import { filterOf, readAuditSearch } from './audit-search.ts';

test('parses any query string, and keeps only valid filters', () => {
  expect(readAuditSearch({ action: 'toString', person: '', from: 'soon', to: '2026-02-31x' })).toEqual({});
  // Years that the call rejects, or whose following midnight would be out of range.
  expect(readAuditSearch({ from: '0026-01-01', to: '9999-12-31' })).toEqual({});
  expect(readAuditSearch({ action: 'sign in', person: 12, from: '2026-03-01', to: '2026-03-02' })).toEqual({
    action: 'sign in',
    person: '12',
    from: '2026-03-01',
    to: '2026-03-02',
  });
});

test('a date range includes both of its days in full', () => {
  const { from, until } = filterOf({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(from ?? '')).toEqual(new Date(2026, 2, 1));
  expect(new Date(until ?? '')).toEqual(new Date(2026, 2, 2));
});
