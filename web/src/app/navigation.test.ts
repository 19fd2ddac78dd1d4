import { roles } from '@waypost/contract/roles';
import { expect, test } from 'vitest';
import {
  bottomNavigation,
  doesCover,
  isGroup,
  type NavigationItem,
  sideNavigation,
  topNavigation,
} from './navigation.ts';

const everything = () => true;
const words = (items: NavigationItem[]): unknown[] =>
  items.map((item) => (isGroup(item) ? [item.label, item.entries.map(({ label }) => label)] : item.label));

test('each role has its own top bar', () => {
  const bar = (role: (typeof roles)[number]) => words(topNavigation(role, everything));
  expect(bar('Student')).toEqual(['Browse', 'Applications', 'My Jobs', 'Resources']);
  expect(bar('Business')).toEqual([
    'Create Opportunities',
    'Manage Opportunities',
    'Current Interns',
    'Resources',
  ]);
  expect(bar('Teacher')).toEqual(['User Search', 'Reports']);
  const siteAdmin = [
    'Site Settings',
    'Schools',
    'Focus Areas',
    'Programs',
    'Reflection Questions',
    'Evaluation Questions',
    'Training agreements',
    'Student Resources',
    'Business Resources',
    'Teachers',
    'Imports',
    'Duplicate Users',
    'Audit trail',
  ];
  expect(bar('Admin')).toEqual(['User Search', 'Reports', 'Sign-off', ['Site Admin', siteAdmin]]);
  const owner = [
    'Client Management',
    [
      'Client Defaults',
      [
        'Default Reflection Questions',
        'Default Evaluation Questions',
        'Default Focus Areas',
        'Default Programs',
      ],
    ],
    'Duplicate Users',
    'Audit trail',
  ];
  expect(bar('SuperAdmin')).toEqual(owner);
});

test('on a report, Reports is the only entry of the top bar marked as current', () => {
  const marked = (path: string) =>
    topNavigation('Admin', everything).filter((item) => !isGroup(item) && doesCover(item, path));
  expect(words(marked('/admin/internship_status_report'))).toEqual(['Reports']);
  expect(marked('/admin/sign_off')).toEqual([]);
});

test.each([
  ['Student', '/project/1/hours', 'My Jobs', 'Jobs'],
  ['Student', '/opportunity/view/1/apply', 'Browse', 'Search'],
  ['Student', '/application/view/1', 'Applications', 'Applications'],
  ['Business', '/opportunity/applicants/1', 'Manage Opportunities', 'Opportunities'],
  ['Business', '/application/view/1', 'Manage Opportunities', 'Opportunities'],
  ['Business', '/interns/hours_log/1', 'Current Interns', 'Interns'],
  ['Business', '/project/1/agreement', 'Current Interns', 'Interns'],
  ['SuperAdmin', '/waypost/editClient/1', 'Client Management', 'Clients'],
] as const)('a %s on %s is in %s, or %s on a phone', (role, path, top, bottom) => {
  const marked = (items: NavigationItem[]) =>
    words(items.filter((item) => !isGroup(item) && doesCover(item, path)));
  expect(marked(topNavigation(role, everything))).toEqual([top]);
  expect(marked(bottomNavigation(role, everything))).toEqual([bottom]);
});

test('an entry without a screen is hidden, and so is an empty menu', () => {
  const has = (path: string) => path === '/admin/schools';
  expect(words(topNavigation('Admin', has))).toEqual([['Site Admin', ['Schools']]]);
  expect(words(topNavigation('SuperAdmin', has))).toEqual([]);
});

test('each role has its own bottom bar on a phone', () => {
  const bar = (role: (typeof roles)[number]) => words(bottomNavigation(role, everything));
  expect(bar('Student')).toEqual(['Search', 'Applications', 'Jobs', 'Profile']);
  expect(bar('Business')).toEqual(['Opportunities', 'Interns', 'Profile']);
  expect(bar('SuperAdmin')).toEqual(['Clients']);
  expect(bar('Teacher')).toEqual(['User Search', 'Home']);
  expect(bar('Admin')).toEqual(['User Search', 'Home']);
});

test('a phone’s side menu has everything that the bottom bar does not, without duplicates', () => {
  expect(words(sideNavigation('Student', everything))).toEqual(['Resources', 'Change Password']);
  expect(words(sideNavigation('Teacher', everything))).toEqual(['Profile', 'Change Password']);
  expect(words(sideNavigation('Teacher', everything, true))).toEqual(['Profile']);
  expect(words(sideNavigation('Business', everything))).toEqual([
    'Create Opportunities',
    'Resources',
    'Change Password',
  ]);
  for (const role of roles) {
    const below = new Set(bottomNavigation(role, everything).map(({ to }) => to));
    for (const item of sideNavigation(role, everything))
      expect(!isGroup(item) && below.has(item.to)).toBe(false);
  }
});
