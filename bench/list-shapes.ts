import type { Call } from '@waypost/contract/call';
import { PART_MAX } from '@waypost/contract/list-part';
import { opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { duplicateCalls } from '@waypost/contract/oversight/duplicates/calls';
import { followUpCalls } from '@waypost/contract/oversight/follow-ups/calls';
import { reportCalls } from '@waypost/contract/oversight/reports/calls';
import { taskCalls } from '@waypost/contract/oversight/tasks/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import type { Size } from './data.ts';

/** A list that staff read, with its input. */
interface List {
  name: string;
  call: Call;
  input: object;
  /** An input that matches few rows or none. */
  shorter: object;
}

/** Variants of one list by name. `nobody` narrows any of them to few rows or none. */
function listsOf<In>(
  { name, call, filter, nobody }: { name: string; call: Call<In, unknown>; filter: object; nobody: object },
  shapes: Record<string, object>,
): List[] {
  return Object.entries(shapes).map(([shape, asked]) => {
    const input = { ...filter, ...asked };
    return { name: `${name}, ${shape}`, call: call as Call, input, shorter: { ...input, ...nobody } };
  });
}

/** Pagination as screens use it, with pages numbered from 1. */
const ROWS_OF_PART = 100;
const part = (number: number, sort: string, descending = false) => ({
  sort,
  descending,
  limit: ROWS_OF_PART,
  offset: (number - 1) * ROWS_OF_PART,
});
const lastPart = (rows: number) => Math.ceil(rows / ROWS_OF_PART);

const { filterUsers } = peopleCalls;
const students = { role: 'Student', approved: 'Approved', graduation_year: 'All', search: '' };
const nextYear = new Date().getFullYear() + 1;
/** Of the 25 schools. Their students and businesses have about 5,000 things to do: see `bench/README.md`. */
const coordinated = Array.from({ length: 9 }, (_, index) => `School ${index + 1}`);
const twoSchools = { school_attending: ['School 3', 'School 8'], affiliated_program: ['Program 4'] };
export const listsFor = (size: Size): List[] => [
  ...listsOf(
    { name: 'user search', call: filterUsers, filter: students, nobody: { search: 'zzz' } },
    {
      'first part': part(1, 'name'),
      'filtered, by school': {
        graduation_year: nextYear,
        school_attending: ['School 3', 'School 8', 'School 20'],
        affiliated_program: ['Program 4', 'Program 9'],
        ...part(1, 'school_attending', true),
      },
      'part 150': part(150, 'name'),
      'by school, part 150': part(150, 'school_attending'),
    },
  ),
  ...listsOf(
    {
      name: 'student report',
      call: filterUsers,
      filter: { role: 'Student', approved: 'All', with: 'report' },
      nobody: { search: 'zzz' },
    },
    {
      'first part': part(1, 'name'),
      'never applied, by school': { placement: 'Not Applied', ...part(1, 'school_attending') },
      'placed, part 50 of 100': { placement: 'Placed', ...part(50, 'name') },
      'last part': part(lastPart(size.students), 'name'),
    },
  ),
  ...listsOf(
    {
      name: 'business report',
      call: filterUsers,
      filter: { role: 'Business', approved: 'All', with: 'report' },
      nobody: { search: 'zzz' },
    },
    {
      'first part': part(1, 'name'),
      'most interns first': part(1, 'interns', true),
      'hosting, by applicants': { activity: 'Hosting', ...part(1, 'pending_applicants', true) },
      'last part': part(lastPart(size.businesses), 'name'),
    },
  ),
  ...listsOf(
    {
      name: 'opportunities',
      call: reportCalls.filterAvailableOpportunities,
      filter: { availability: 'Open' },
      nobody: { availability: 'Closed' },
    },
    {
      'first part': part(1, 'opportunity_title'),
      'by business': part(1, 'business.business_name', true),
      'of a school, by close': { school_attending: 'School 3', ...part(1, 'application_close') },
      'last part': part(lastPart(size.opportunities), 'opportunity_title'),
    },
  ),
  ...listsOf(
    {
      name: 'browse',
      call: opportunityCalls.getOpportunities,
      filter: {},
      nobody: { offset: size.opportunities },
    },
    {
      'first page': { limit: 40 },
      'search in all of them': { limit: 40, filter: JSON.stringify({ search: 'long text' }) },
      'search for a business': { limit: 40, filter: JSON.stringify({ search: 'business 7' }) },
      'misspelled search': { limit: 40, filter: JSON.stringify({ search: 'opporunity' }) },
    },
  ),
  ...listsOf(
    {
      name: 'status report',
      call: reportCalls.filterInternshipStatus,
      filter: { role: 'Student' },
      nobody: { graduation_year: 1990 },
    },
    {
      'first part': part(1, 'name'),
      'last change first, 75': part(75, 'updated', true),
      'of next year, by hours': { graduation_year: nextYear, ...part(1, 'hours', true) },
    },
  ),
  ...listsOf(
    {
      name: 'application count',
      call: reportCalls.filterApplicationCount,
      filter: { role: 'Student' },
      nobody: { graduation_year: 1990 },
    },
    {
      'first part': part(1, 'name'),
      'most first, 150': part(150, 'application_count', true),
      'of two schools': { ...twoSchools, graduation_year: nextYear, ...part(1, 'last_application') },
    },
  ),
  // The same home screen for everybody of a role: there is no shorter one.
  { name: 'to-do list of an Admin', call: taskCalls.loadTasks as Call, input: {}, shorter: {} },
  ...listsOf(
    {
      name: 'follow-ups',
      call: followUpCalls.filterFollowUps,
      filter: { snoozed: false, school_attending: coordinated, affiliated_program: [] },
      nobody: { school_attending: ['No school'] },
    },
    {
      'first part': { limit: ROWS_OF_PART, offset: 0 },
      'last part': { limit: ROWS_OF_PART, offset: 4900 },
      'offers, first part': { kind: 'offer', limit: ROWS_OF_PART, offset: 0 },
    },
  ),
  ...listsOf(
    {
      name: 'duplicates',
      call: duplicateCalls.findDuplicateUsers,
      filter: { role: 'NotBusiness' },
      nobody: { role: 'Business' },
    },
    { 'students and teachers': { limit: PART_MAX } },
  ),
];
