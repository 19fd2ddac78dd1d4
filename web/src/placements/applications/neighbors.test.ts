import type { ApplicationStatus } from '@waypost/contract/statuses';
import { expect, test } from 'vitest';
import { anApplicant } from '../../../testing/applications.ts';
import { neighborsOf } from './neighbors.ts';

const rows = (...statuses: ApplicationStatus[]) =>
  statuses.map((status, index) => anApplicant({ _id: `${index}`, status }));
const around = (list: ReturnType<typeof rows>, id: string) => {
  const { previous, next, position, count } = neighborsOf(list, id);
  return [previous?._id, next?._id, position, count];
};

test('pages through the applicants waiting for a reply, in the order in which they applied', () => {
  const list = rows('New', 'Declined', 'Interview Scheduled', 'Accepted', 'Offered');
  expect(around(list, '0')).toEqual([undefined, '2', 1, 3]);
  expect(around(list, '2')).toEqual(['0', '4', 2, 3]);
  expect(around(list, '4')).toEqual(['2', undefined, 3, 3]);
});

test('an applicant who was just declined keeps their position among those waiting', () => {
  expect(around(rows('New', 'Declined', 'New'), '1')).toEqual(['0', '2', 2, 3]);
});

test('pages through all applicants if no one else is waiting', () => {
  expect(around(rows('Declined', 'Accepted', 'Rescinded'), '1')).toEqual(['0', '2', 2, 3]);
});

test('an application outside the list has no neighbors', () => {
  expect(around(rows('New'), 'other')).toEqual([undefined, undefined, 0, 1]);
});
