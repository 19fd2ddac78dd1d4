import type { Role } from '@waypost/contract/accounts/rules';

/** One way to a screen. An entry whose screen does not stand in the table of routes is not shown. */
export interface Entry {
  label: string;
  to: string;
}

/** A menu of entries; shown while at least one of them is. */
export interface EntryGroup {
  label: string;
  entries: readonly Entry[];
}

export type NavigationItem = Entry | EntryGroup;

export function isGroup(item: NavigationItem): item is EntryGroup {
  return 'entries' in item;
}

const staff: readonly NavigationItem[] = [
  { label: 'User Search', to: '/admin/user_search' },
  { label: 'Reports', to: '/admin/dashboard' },
];

const siteAdmin: EntryGroup = {
  label: 'Site Admin',
  entries: [
    { label: 'Site Settings', to: '/admin/siteSettings' },
    { label: 'Schools', to: '/admin/schools' },
    { label: 'Focus Areas', to: '/admin/focusAreas' },
    { label: 'Programs', to: '/admin/programs' },
    { label: 'Reflection Questions', to: '/admin/reflectionQuestions' },
    { label: 'Evaluation Questions', to: '/admin/evaluationQuestions' },
    { label: 'Student Resources', to: '/admin/resources/student' },
    { label: 'Business Resources', to: '/admin/resources/business' },
    { label: 'Teachers', to: '/admins' },
    { label: 'Imports', to: '/admin/imports' },
    { label: 'Duplicate Users', to: '/admin/duplicateUsersReport' },
    { label: 'Audit Trail', to: '/admin/audit' },
  ],
};

/** The bar at the top, by role (docs/behavior/app.md#navigation). */
const topBar: Record<Role, readonly NavigationItem[]> = {
  Student: [
    { label: 'Browse', to: '/opportunity/browse' },
    { label: 'Applications', to: '/applications/list' },
    { label: 'My Jobs', to: '/projects/viewall' },
    { label: 'Resources', to: '/resources' },
  ],
  Business: [
    { label: 'Create Opportunities', to: '/opportunity/new' },
    { label: 'Manage Opportunities', to: '/opportunity/all' },
    { label: 'Current Interns', to: '/interns/viewall' },
    { label: 'Resources', to: '/resources' },
  ],
  Teacher: staff,
  Admin: [...staff, siteAdmin],
  SuperAdmin: [
    { label: 'Client Management', to: '/waypost/dashboard' },
    {
      label: 'Client Defaults',
      entries: [
        { label: 'Default Reflection Questions', to: '/waypost/reflectionQuestions' },
        { label: 'Default Evaluation Questions', to: '/waypost/evaluationQuestions' },
        { label: 'Default Focus Areas', to: '/waypost/focusAreas' },
        { label: 'Default Programs', to: '/waypost/programs' },
      ],
    },
    { label: 'Duplicate Users', to: '/admin/duplicateUsersReport' },
    { label: 'Audit Trail', to: '/waypost/audit' },
  ],
};

/** An icon's name, so that this table stays data. */
export type BarIcon = 'search' | 'applications' | 'jobs' | 'profile' | 'home' | 'opportunities' | 'interns';
export interface BarEntry extends Entry {
  icon: BarIcon;
}

/** A phone's bottom bar (docs/behavior/app.md#phones). Menu is last for everyone. */
const bottomBar: Record<Role, readonly BarEntry[]> = {
  Student: [
    { label: 'Search', to: '/opportunity/browse', icon: 'search' },
    { label: 'Applications', to: '/applications/list', icon: 'applications' },
    { label: 'Jobs', to: '/projects/viewall', icon: 'jobs' },
    { label: 'Profile', to: '/profile', icon: 'profile' },
  ],
  // A business opens Waypost for its two lists.
  Business: [
    { label: 'Opportunities', to: '/opportunity/all', icon: 'opportunities' },
    { label: 'Interns', to: '/interns/viewall', icon: 'interns' },
    { label: 'Profile', to: '/profile', icon: 'profile' },
  ],
  Teacher: [
    { label: 'User Search', to: '/admin/user_search', icon: 'search' },
    { label: 'Home', to: '/admin/dashboard', icon: 'home' },
  ],
  Admin: [
    { label: 'User Search', to: '/admin/user_search', icon: 'search' },
    { label: 'Home', to: '/admin/dashboard', icon: 'home' },
  ],
  SuperAdmin: [{ label: 'Clients', to: '/waypost/dashboard', icon: 'home' }],
};

/** Whether a screen stands at this path. */
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

/** What the side menu of a phone adds to the bottom bar: the rest of the way around. */
export function sideNavigation(role: Role, has: HasScreen, isMasquerade = false): NavigationItem[] {
  const below = new Set(bottomBar[role].map(({ to }) => to));
  const rest = topNavigation(role, has).filter((item) => isGroup(item) || !below.has(item.to));
  const own = ownEntries('Change Password', has, isMasquerade);
  return [...rest, ...own.filter(({ to }) => !below.has(to))];
}

/** The profile menu's own screens; the picture and Logout stand beside them. */
export function profileEntries(has: HasScreen, isMasquerade = false): Entry[] {
  return ownEntries('Change Log In Info', has, isMasquerade);
}

/** One's own screens. Nobody changes the password of the person they are masquerading as. */
function ownEntries(password: string, has: HasScreen, isMasquerade: boolean): Entry[] {
  const own = [{ label: 'Profile', to: '/profile' }];
  if (!isMasquerade) own.push({ label: password, to: '/password' });
  return own.filter(({ to }) => has(to));
}
