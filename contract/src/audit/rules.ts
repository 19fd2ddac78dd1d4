/**
 * Everything that is recorded, with the words in which an administrator reads it
 * (docs/behavior/audit.md#what-is-recorded). What is not named here cannot be recorded.
 */
export const auditWords = {
  'sign up': 'Signed up',
  'confirm email': 'Confirmed their email',
  'sign in': 'Logged in',
  'failed sign in': 'Failed to log in',
  masquerade: 'Started a masquerade',
  'end masquerade': 'Ended a masquerade',
  'act in masquerade': 'Acted during a masquerade',
  'change login': 'Changed how they log in',
  'ask to change email': 'Asked to change their email',
  'reset password': 'Reset a password',
  activate: 'Activated an account',
  deactivate: 'De-activated an account',
  'deactivate graduated': 'De-activated graduated students',
  'delete user': 'Deleted a user',
  'erase person': 'Erased a person’s data',
  'merge users': 'Merged two accounts',
  'import opportunities': 'Imported opportunities',
  'import students': 'Imported students',
  'remove imports': 'Removed imported opportunities',
  'create teacher': 'Created a teacher',
  'edit teacher': 'Edited a teacher',
  'delete teacher': 'Deleted a teacher',
  'create admin': 'Created an administrator',
  'edit admin': 'Edited an administrator',
  'delete admin': 'Deleted an administrator',
  'create client': 'Created a school system',
  'edit client': 'Edited a school system',
  'delete client': 'Deleted a school system',
  'view student': 'Viewed a student’s record',
  'search students': 'Searched for students',
  'offer placement': 'Offered a placement to a student',
  'reach budget': 'Reached a limit',
  'open student file': 'Opened a student’s file',
  'view contact log': 'Viewed a contact log',
  'add contact log entry': 'Added to a contact log',
  'view application': 'Viewed a student’s application',
  'view project': 'Viewed a student’s placement',
  'approve project item': 'Approved an item of a project',
  're-open project item': 'Re-opened an item of a project',
  'enable reflections': 'Enabled a project’s remaining reflections',
  'change internship status': 'Changed an internship’s status',
  'export list': 'Exported a list',
  'save user file': 'Changed a user’s file',
  'replace agreement': 'Replaced a signed agreement',
  'save settings': 'Changed the site settings',
  'add to list': 'Added to a list',
  'edit list entry': 'Changed a list entry',
  'delete from list': 'Deleted from a list',
  'reorder list': 'Reordered a list',
  'load defaults': 'Started a list with the defaults',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditWords;

export const auditActions = Object.keys(auditWords) as AuditAction[];

type Details = Record<string, string | number | boolean>;

/** An entry's details in words, such as `file: resume.pdf`. Ids are left out. */
export function detailWords(action: AuditAction, details: Details): string {
  if (action === 'export list') return exportWords(details);
  return Object.entries(details)
    .filter(([, value]) => !AN_ID.test(`${value}`))
    .map(([name, value]) => `${plain(name)}: ${name === 'call' ? spaced(`${value}`) : plain(`${value}`)}`)
    .join(', ');
}

/** The name of each list that can be exported, by its call. */
export const exportedLists: Record<string, string | ((details: Details) => string)> = {
  getAllBusinesses: 'All partners',
  searchUsers: 'User Search',
  filterUsers: ({ role, with: counts }) =>
    counts === 'report' ? `${role} Report` : (people[`${role}`] ?? 'People'),
  filterInternshipStatus: 'Work-Based Learning Status',
  filterAvailableOpportunities: 'Opportunities Report',
  filterApplicationCount: 'Student Application Count',
};

const people: Record<string, string> = {
  Student: 'Students',
  Business: 'Participating Partners',
  Teacher: 'Teachers',
};

/** Which list was exported, its length, and its filters. */
function exportWords({ call, rows, ...filters }: Details): string {
  const list = exportedLists[`${call}`] ?? spaced(`${call}`);
  const narrowed = Object.entries(filters)
    .filter(([name, value]) => !noFilters.includes(name) && value !== 'All')
    .map(([name, value]) => `${filterNames[name] ?? plain(name)}: ${value}`);
  return [
    typeof list === 'string' ? list : list(filters),
    `${Number(rows).toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`,
    ...narrowed,
  ].join(', ');
}

const filterNames: Record<string, string> = {
  school_attending: 'schools',
  affiliated_program: 'programs',
  approved: 'approval',
};

/** These choose the list or its order. */
const noFilters: readonly string[] = ['role', 'with', 'sort', 'descending'];

const AN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Nobody says `resume_file_id_fk` or `createApplication`, so names of the wire become words.
const plain = (text: string) => text.replace(/_id_fk$/, '').replaceAll('_', ' ');
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
