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

// A GET in this list refuses what another site or a plain navigation starts; one that is missing would not.
test('the GETs that change something are these', () => {
  expect(named(({ method, changes }) => method === 'GET' && changes)).toEqual([
    'loadDefaultEvaluationQuestions',
    'loadDefaultFocusAreas',
    'loadDefaultPrograms',
    'loadDefaultQuestions',
    'logout',
    'parseImport',
  ]);
});

// A POST in this list leaves no entry in the audit when it is made within a masquerade; all others do.
test('the POSTs that only ask are these', () => {
  expect(named(({ onlyAsks }) => onlyAsks === true)).toEqual([
    'filterApplicationCount',
    'filterAvailableOpportunities',
    'filterInternshipStatus',
    'filterUsers',
    'findDuplicateUsers',
    'getFunnel',
    'searchStudents',
  ]);
});
