import { type Role, roles } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import type { Actor } from './actor.ts';
import * as ownership from './ownership.ts';

const actor = (role: Role, id = 'me') => ({ role, id, admin: null }) as Actor;

/** The roles that `may` allows. */
const whoMay = (may: (actor: Actor) => boolean) => roles.filter((role) => may(actor(role)));

const theirs = { businessId: 'other', studentId: 'other' };
const mine = { businessId: 'me', studentId: 'me' };

test('only staff of the school system may do this', () => {
  const student = { id: 'other', role: 'Student' } as const;
  expect(whoMay((one) => ownership.mayFollowProject(one))).toEqual(['Teacher', 'Admin']);
  expect(whoMay((one) => ownership.mayUseContactLog(one, student))).toEqual(['Teacher', 'Admin']);
  expect(whoMay((one) => ownership.maySeeStudentLists(one, student))).toEqual(['Teacher', 'Admin']);
  expect(whoMay((one) => ownership.maySeeBudgets(one, { role: 'Business' }))).toEqual(['Teacher', 'Admin']);
  expect(whoMay((one) => ownership.viewsAsStaff(one))).toEqual(['Teacher', 'Admin']);
});

test('what is a student’s belongs to no other role', () => {
  const business = { id: 'other', role: 'Business' } as const;
  expect(whoMay((one) => ownership.mayUseContactLog(one, business))).toEqual([]);
  expect(whoMay((one) => ownership.maySeeStudentLists(one, business))).toEqual([]);
  expect(whoMay((one) => ownership.maySeeBudgets(one, { role: 'Student' }))).toEqual([]);
});

test('a student sees their own lists, but not their contact log', () => {
  const self = { id: 'me', role: 'Student' } as const;
  expect(ownership.maySeeStudentLists(actor('Student'), self)).toBe(true);
  expect(ownership.maySeeStudentLists(actor('Business'), self)).toBe(false);
  expect(ownership.mayUseContactLog(actor('Student'), self)).toBe(false);
});

test('a masquerading viewer counts as staff', () => {
  const masquerading = { ...actor('Student'), admin: { clientId: 'c', id: 'a', name: 'Ada' } };
  expect(ownership.viewsAsStaff(masquerading)).toBe(true);
});

test('only Admins may do this', () => {
  expect(whoMay((one) => ownership.mayApproveItems(one))).toEqual(['Admin']);
  expect(whoMay((one) => ownership.mayMovePin.schools(one))).toEqual(['Admin']);
  expect(whoMay((one) => ownership.mayAttachFilesTo(one, { id: 'other' }))).toEqual(['Admin']);
  expect(whoMay((one) => ownership.mayChangeStatus(one, theirs))).toEqual(['Admin']);
  expect(whoMay((one) => ownership.mayEditLists(one))).toEqual(['Admin', 'SuperAdmin']);
});

test('an opportunity belongs to its business', () => {
  expect(whoMay((one) => ownership.isOwnOpportunity(one, mine))).toEqual(['Business']);
  expect(whoMay((one) => ownership.isOwnOpportunity(one, theirs))).toEqual([]);
  expect(whoMay((one) => ownership.mayMovePin.opportunities(one, mine))).toEqual(['Business']);
  expect(whoMay((one) => ownership.mayMovePin.opportunities(one, theirs))).toEqual([]);
  expect(whoMay((one) => ownership.maySeeApplicants(one, mine))).toEqual(['Business', 'Teacher', 'Admin']);
  expect(whoMay((one) => ownership.maySeeApplicants(one, theirs))).toEqual(['Teacher', 'Admin']);
});

test.each([
  ['Open', false, ['Student', 'Teacher', 'Admin']],
  ['Specific', true, ['Student', 'Teacher', 'Admin']],
  ['Specific', false, ['Teacher', 'Admin']],
])(
  'an opportunity of another business that is %s, naming the student: %s, is visible to %j',
  (audience, selectsCaller, seers) => {
    expect(
      whoMay((one) => ownership.maySeeOpportunity(one, { businessId: 'other', audience, selectsCaller })),
    ).toEqual(seers);
  },
);

test('an application or a placement belongs to its two sides, each by their own id', () => {
  expect(whoMay((one) => ownership.isParty(one, mine))).toEqual(['Student', 'Business']);
  expect(whoMay((one) => ownership.isParty(one, { ...mine, studentId: 'other' }))).toEqual(['Business']);
  expect(whoMay((one) => ownership.isParty(one, { ...mine, businessId: 'other' }))).toEqual(['Student']);
  expect(whoMay((one) => ownership.maySeeBetweenTwo(one, theirs))).toEqual(['Teacher', 'Admin']);
  expect(whoMay((one) => ownership.maySeeBetweenTwo(one, mine))).toEqual([
    'Student',
    'Business',
    'Teacher',
    'Admin',
  ]);
  expect(whoMay((one) => ownership.mayChangeStatus(one, mine))).toEqual(['Business', 'Admin']);
});

test('a business’s statistics are visible to itself and staff', () => {
  expect(whoMay((one) => ownership.maySeeBusinessStats(one, { id: 'me' }))).toEqual([
    'Business',
    'Teacher',
    'Admin',
  ]);
  expect(whoMay((one) => ownership.maySeeBusinessStats(one, { id: 'other' }))).toEqual(['Teacher', 'Admin']);
});

const file = {
  ownerId: 'other',
  ownerRole: 'Student' as Role,
  shelf: null,
  isPicture: false,
  isResume: false,
  knowsOwner: false,
};
const everyone = [...roles];

test.each([
  ['a student’s paper', {}, ['Teacher', 'Admin']],
  ['one’s own file', { ownerId: 'me' }, everyone],
  ['a student’s picture', { isPicture: true }, ['Teacher', 'Admin']],
  ['a known student’s picture', { isPicture: true, knowsOwner: true }, ['Business', 'Teacher', 'Admin']],
  ['a known student’s résumé', { isResume: true, knowsOwner: true }, ['Business', 'Teacher', 'Admin']],
  ['a known student’s other paper', { knowsOwner: true }, ['Teacher', 'Admin']],
  ['a business’s picture', { ownerRole: 'Business', isPicture: true }, everyone],
  ['a business’s paper', { ownerRole: 'Business' }, ['Teacher', 'Admin']],
  ['a resource for students', { ownerId: null, shelf: 'student' }, ['Student', 'Teacher', 'Admin']],
  ['a resource for businesses', { ownerId: null, shelf: 'business' }, ['Business', 'Teacher', 'Admin']],
] as const)('%s is visible to those who may see it', (_, differs, seers) => {
  expect(whoMay((one) => ownership.maySeeFile(one, { ...file, ...differs }))).toEqual(seers);
});

test.each([
  ['one’s own', { ownerId: 'me', shelf: null }, everyone],
  ['another’s', { ownerId: 'other', shelf: null }, []],
  ['a resource', { ownerId: null, shelf: 'student' }, ['Admin']],
  ['a resource that is somebody’s', { ownerId: 'other', shelf: 'student' }, []],
  ['the logo', { ownerId: null, shelf: 'logo' }, []],
])('a file is deleted only by those who may: %s', (_, removed, removers) => {
  expect(whoMay((one) => ownership.mayDeleteFile(one, removed))).toEqual(removers);
});

test.each([
  ['their own picture', { ownerId: 'me', shelf: null, contentType: 'image/jpeg' }, ['Admin']],
  ['the logo that it is', { ownerId: null, shelf: 'logo', contentType: 'image/png' }, ['Admin']],
  ['another’s picture', { ownerId: 'other', shelf: null, contentType: 'image/jpeg' }, []],
  ['their own paper', { ownerId: 'me', shelf: null, contentType: 'application/pdf' }, []],
])('only an Admin sets a logo, with a picture of their own: %s', (_, picture, makers) => {
  expect(whoMay((one) => ownership.mayBeLogo(one, picture))).toEqual(makers);
});

test('a file is attached by its owner, or if the account already has it', () => {
  expect(ownership.mayAttachFile(actor('Student'), { ownerId: 'me', tiedTo: 'me' })).toBe(true);
  expect(ownership.mayAttachFile(actor('Admin'), { ownerId: 'other', tiedTo: 'other' })).toBe(true);
  expect(ownership.mayAttachFile(actor('Admin'), { ownerId: 'other', tiedTo: 'third' })).toBe(false);
  expect(ownership.mayAttachFile(actor('Admin'), { ownerId: null, tiedTo: 'third' })).toBe(false);
  expect(ownership.isOwnFile(actor('Student'), { ownerId: 'me' })).toBe(true);
  expect(ownership.isOwnFile(actor('Student'), { ownerId: 'other' })).toBe(false);
});
