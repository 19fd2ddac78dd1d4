import type { ApplicationStatus } from '@waypost/contract/applications/rules';
import { expect, test } from 'vitest';
import { anApplicant } from '../../testing/applications.ts';
import { neighborsOf } from './neighbors.ts';

const rows = (...statuses: ApplicationStatus[]) =>
  statuses.map((status, index) => anApplicant({ _id: `${index}`, status }));
const around = (list: ReturnType<typeof rows>, id: string) => {
  const { previous, next, position, count } = neighborsOf(list, id);
  return [previous?._id, next?._id, position, count];
};

test('leads through those who wait for an answer, in the order in which they applied', () => {
  const list = rows('New', 'Declined', 'Interview Scheduled', 'Accepted', 'Offered');
  expect(around(list, '0')).toEqual([undefined, '2', 1, 3]);
  expect(around(list, '2')).toEqual(['0', '4', 2, 3]);
  expect(around(list, '4')).toEqual(['2', undefined, 3, 3]);
});

test('an applicant who was just declined keeps the place between those who wait', () => {
  expect(around(rows('New', 'Declined', 'New'), '1')).toEqual(['0', '2', 2, 3]);
});

test('leads through all of them if nobody else waits', () => {
  expect(around(rows('Declined', 'Accepted', 'Rescinded'), '1')).toEqual(['0', '2', 2, 3]);
});

test('knows no neighbors of an application that is not in the list', () => {
  expect(around(rows('New'), 'other')).toEqual([undefined, undefined, 0, 1]);
});
