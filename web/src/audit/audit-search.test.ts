import { expect, test } from 'vitest';
import { filterOf, readAuditSearch } from './audit-search.ts';

test('whatever stands in the address, only filters that there are come of it', () => {
  expect(readAuditSearch({ action: 'toString', person: '', from: 'soon', to: '2026-02-31x' })).toEqual({});
  // Years that the call would refuse, or that a midnight after them would lead out of.
  expect(readAuditSearch({ from: '0026-01-01', to: '9999-12-31' })).toEqual({});
  expect(readAuditSearch({ action: 'sign in', person: 12, from: '2026-03-01', to: '2026-03-02' })).toEqual({
    action: 'sign in',
    person: '12',
    from: '2026-03-01',
    to: '2026-03-02',
  });
});

test('both days of a range are asked for whole', () => {
  const { from, until } = filterOf({ from: '2026-03-01', to: '2026-03-01' });
  expect(new Date(from ?? '')).toEqual(new Date(2026, 2, 1));
  expect(new Date(until ?? '')).toEqual(new Date(2026, 2, 2));
});
