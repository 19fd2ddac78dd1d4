import { expect, test } from 'vitest';
import { allCalls } from './all-calls.ts';
import type { Call } from './call.ts';

const named = (filter: (call: Call) => boolean) =>
  Object.entries(allCalls as unknown as Record<string, Call>)
    .filter(([, call]) => filter(call))
    .map(([name]) => name)
    .sort();

test('no two calls share a method and a path', () => {
  const routes = Object.values(allCalls).map(({ method, path }) => `${method} ${path}`);
  expect(routes.filter((one, index) => routes.indexOf(one) !== index)).toEqual([]);
});

// A GET in this list rejects requests started by another site or by plain navigation; a GET missing from it would not.
test('lists the GETs that change something', () => {
  expect(named(({ method, changes }) => method === 'GET' && changes)).toEqual([
    'loadDefaultEvaluationQuestions',
    'loadDefaultFocusAreas',
    'loadDefaultPrograms',
    'loadDefaultQuestions',
    'logout',
    'parseImport',
  ]);
});

// A POST in this list is not recorded in the audit trail during a masquerade; all others are.
test('lists the POSTs that only read', () => {
  expect(named(({ onlyAsks }) => onlyAsks === true)).toEqual([
    'filterApplicationCount',
    'filterAvailableOpportunities',
    'filterFollowUps',
    'filterInternshipStatus',
    'filterLeftStudents',
    'filterUsers',
    'find',
    'findConfirmation',
    'findDuplicateUsers',
    'getFunnel',
    'searchStudents',
  ]);
});
