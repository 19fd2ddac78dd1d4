import type { ScreenPath } from '@waypost/contract/access';
import { type Message, msg } from '@waypost/contract/i18n';
import type { Role } from '@waypost/contract/roles';

/** A link to a screen. Hidden if the routes do not have the screen. */
export interface Entry {
  label: Message;
  to: string;
  /** Other screens on which it is marked as current, each with the screens below it. */
  covers?: readonly string[];
}

export const doesCover = ({ covers = [] }: Entry, path: string): boolean =>
  covers.some((one) => path === one || path.startsWith(`${one}/`));

/** A menu of entries, hidden if all of them are. */
export interface EntryGroup {
  label: Message;
  entries: readonly Entry[];
}

export type NavigationItem = Entry | EntryGroup;

export function isGroup(item: NavigationItem): item is EntryGroup {
  return 'entries' in item;
}

const reports: readonly ScreenPath[] = [
  '/admin/follow_ups',
  '/admin/internship_status_report',
  '/admin/available_opportunities_report',
  '/admin/application_count',
  '/admin/businessReport',
  '/admin/studentReport',
];

/** The screens that a list leads to, for the bar's entry of that list. */
const below = {
  browse: ['/opportunity/view'],
  applications: ['/application/view'],
  jobs: ['/project'],
  resources: ['/student_resources'],
  opportunities: [
    '/opportunity/view',
    '/opportunity/edit',
    '/opportunity/duplicate',
    '/opportunity/applicants',
    '/application/view',
  ],
  interns: ['/interns/hours', '/interns/hours_log', '/evaluation', '/project'],
  clients: ['/waypost/editClient'],
};

const staff: readonly NavigationItem[] = [
  { label: msg('User Search'), to: '/admin/user_search' },
  { label: msg('Reports'), to: '/admin/dashboard', covers: reports },
];

const siteAdmin: EntryGroup = {
  label: msg('Site Admin'),
  entries: [
    { label: msg('Site Settings'), to: '/admin/siteSettings' },
    { label: msg('Schools'), to: '/admin/schools' },
    { label: msg('Focus Areas'), to: '/admin/focusAreas' },
    { label: msg('Programs'), to: '/admin/programs' },
    { label: msg('Reflection Questions'), to: '/admin/reflectionQuestions' },
    { label: msg('Evaluation Questions'), to: '/admin/evaluationQuestions' },
    { label: msg('Training agreements'), to: '/admin/agreements' },
    { label: msg('Student Resources'), to: '/admin/resources/student' },
    { label: msg('Business Resources'), to: '/admin/resources/business' },
    { label: msg('Teachers'), to: '/admins' },
    { label: msg('Imports'), to: '/admin/imports' },
    { label: msg('Duplicate Users'), to: '/admin/duplicateUsersReport' },
    { label: msg('Audit trail'), to: '/admin/audit' },
  ],
};

/** The top bar, by role (docs/behavior/app.md#navigation). */
const topBar: Record<Role, readonly NavigationItem[]> = {
  Student: [
    { label: msg('Browse'), to: '/opportunity/browse', covers: below.browse },
    { label: msg('Applications'), to: '/applications/list', covers: below.applications },
    { label: msg('My Jobs'), to: '/projects/viewall', covers: below.jobs },
    { label: msg('Resources'), to: '/resources', covers: below.resources },
  ],
  Business: [
    { label: msg('Create Opportunities'), to: '/opportunity/new' },
    { label: msg('Manage Opportunities'), to: '/opportunity/all', covers: below.opportunities },
    { label: msg('Current Interns'), to: '/interns/viewall', covers: below.interns },
    { label: msg('Resources'), to: '/resources' },
  ],
  Teacher: staff,
  Admin: [...staff, { label: msg('Sign-off'), to: '/admin/sign_off' }, siteAdmin],
  SuperAdmin: [
    { label: msg('Client Management'), to: '/waypost/dashboard', covers: below.clients },
    {
      label: msg('Client Defaults'),
      entries: [
        { label: msg('Default Reflection Questions'), to: '/waypost/reflectionQuestions' },
        { label: msg('Default Evaluation Questions'), to: '/waypost/evaluationQuestions' },
        { label: msg('Default Focus Areas'), to: '/waypost/focusAreas' },
        { label: msg('Default Programs'), to: '/waypost/programs' },
      ],
    },
    { label: msg('Duplicate Users'), to: '/admin/duplicateUsersReport' },
    { label: msg('Audit trail'), to: '/waypost/audit' },
  ],
};

/** An icon's name, so that this table contains only data. */
export type BarIcon = 'search' | 'applications' | 'jobs' | 'profile' | 'home' | 'opportunities' | 'interns';
export interface BarEntry extends Entry {
  icon: BarIcon;
}

/** A phone's bottom bar (docs/behavior/app.md#phones). Menu is last for everyone. */
const bottomBar: Record<Role, readonly BarEntry[]> = {
  Student: [
    { label: msg('Search'), to: '/opportunity/browse', icon: 'search', covers: below.browse },
    {
      label: msg('Applications'),
      to: '/applications/list',
      icon: 'applications',
      covers: below.applications,
    },
    { label: msg('Jobs'), to: '/projects/viewall', icon: 'jobs', covers: below.jobs },
    { label: msg('Profile'), to: '/profile', icon: 'profile' },
  ],
  // A business mainly uses its two lists.
  Business: [
    {
      label: msg('Opportunities'),
      to: '/opportunity/all',
      icon: 'opportunities',
      covers: below.opportunities,
    },
    { label: msg('Interns'), to: '/interns/viewall', icon: 'interns', covers: below.interns },
    { label: msg('Profile'), to: '/profile', icon: 'profile' },
  ],
  Teacher: [
    { label: msg('User Search'), to: '/admin/user_search', icon: 'search' },
    { label: msg('Home'), to: '/admin/dashboard', icon: 'home' },
  ],
  Admin: [
    { label: msg('User Search'), to: '/admin/user_search', icon: 'search' },
    { label: msg('Home'), to: '/admin/dashboard', icon: 'home' },
  ],
  SuperAdmin: [{ label: msg('Clients'), to: '/waypost/dashboard', icon: 'home', covers: below.clients }],
};

/** Whether a screen exists at this path. */
export type HasScreen = (path: string) => boolean;

export function topNavigation(role: Role, has: HasScreen): NavigationItem[] {
  return topBar[role].flatMap((item): NavigationItem[] => {
    if (!isGroup(item)) return has(item.to) ? [item] : [];
    const entries = item.entries.filter(({ to }) => has(to));
    return entries.length > 0 ? [{ ...item, entries }] : [];
  });
}

export function bottomNavigation(role: Role, has: HasScreen): BarEntry[] {
  return bottomBar[role].filter(({ to }) => has(to));
}

/** The entries of a phone's side menu: everything that the bottom bar leaves out. */
export function sideNavigation(role: Role, has: HasScreen, isMasquerade = false): NavigationItem[] {
  const inBar = new Set(bottomBar[role].map(({ to }) => to));
  const rest = topNavigation(role, has).filter((item) => isGroup(item) || !inBar.has(item.to));
  const own = ownEntries(msg('Change Password'), has, isMasquerade);
  return [...rest, ...own.filter(({ to }) => !inBar.has(to))];
}

/** The profile menu's own screens; the picture and Logout are next to them. */
export function profileEntries(has: HasScreen, isMasquerade = false): Entry[] {
  return ownEntries(msg('Change Log In Info'), has, isMasquerade);
}

/** Every screen of the person's menus. */
export const menuEntries = (role: Role, has: HasScreen, isMasquerade = false): Entry[] =>
  [...topNavigation(role, has), ...profileEntries(has, isMasquerade)].flatMap((item) =>
    isGroup(item) ? item.entries : [item],
  );

/** The user's own screens. Nobody can change the password of the person they are masquerading as. */
function ownEntries(password: Message, has: HasScreen, isMasquerade: boolean): Entry[] {
  const own = [{ label: msg('Profile'), to: '/profile' }];
  if (!isMasquerade) own.push({ label: password, to: '/password' });
  return own.filter(({ to }) => has(to));
}
