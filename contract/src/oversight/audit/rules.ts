import { type Message, msg, t } from '../../i18n.ts';
import { wireName } from '../../wire-names.ts';

/**
 * Everything that is recorded, with the words that an administrator reads (docs/behavior/audit.md#what-is-recorded).
 * Anything not listed here cannot be recorded.
 */
export const auditWords = {
  'sign up': msg('Signed up'),
  'confirm email': msg('Confirmed their email'),
  'resend confirmation': msg('Sent someone the link to confirm their email again'),
  'confirm email of user': msg('Confirmed someone’s email'),
  'sign in': msg('Logged in'),
  'failed sign in': msg('Failed to log in'),
  masquerade: msg('Started a masquerade'),
  'end masquerade': msg('Ended a masquerade'),
  'act in masquerade': msg('Acted during a masquerade'),
  'change login': msg('Changed how they log in'),
  'turn on second factor': msg('Turned on two-step login'),
  'turn off second factor': msg('Turned off two-step login'),
  'reset second factor': msg('Turned off someone’s two-step login'),
  'renew recovery codes': msg('Made new recovery codes'),
  'use recovery code': msg('Logged in with a recovery code'),
  'ask to change email': msg('Asked to change their email'),
  'reset password': msg('Reset a password'),
  'end sessions': msg('Ended sessions'),
  'make calendar address': msg('Made a calendar address'),
  'end calendar address': msg('Turned off a calendar address'),
  activate: msg('Activated an account'),
  deactivate: msg('Deactivated an account'),
  'deactivate graduated': msg('Deactivated graduated students'),
  'delete user': msg('Deleted a user'),
  'export person': msg('Exported a student’s data'),
  'erase person': msg('Erased a person’s data'),
  'save retention': msg('Changed how long students’ records are kept'),
  'merge users': msg('Merged two accounts'),
  'import opportunities': msg('Imported opportunities'),
  'import students': msg('Imported students'),
  'remove imports': msg('Removed imported opportunities'),
  'create teacher': msg('Created a teacher'),
  'edit teacher': msg('Edited a teacher'),
  'delete teacher': msg('Deleted a teacher'),
  'create admin': msg('Created an administrator'),
  'edit admin': msg('Edited an administrator'),
  'delete admin': msg('Deleted an administrator'),
  'create client': msg('Created a school system'),
  'edit client': msg('Edited a school system'),
  'delete client': msg('Deleted a school system'),
  'announce client erasure': msg('Announced the erasure of a school system'),
  'stop client erasure': msg('Stopped the erasure of a school system'),
  'erase client': msg('Erased a school system'),
  'view student': msg('Viewed a student’s record'),
  'search students': msg('Searched for students'),
  'offer placement': msg('Offered a placement to a student'),
  'reach budget': msg('Reached a limit'),
  'open student file': msg('Opened a student’s file'),
  'view contact log': msg('Viewed a contact log'),
  'add contact log entry': msg('Added to a contact log'),
  'add guardian': msg('Added a student’s guardian'),
  'edit guardian': msg('Changed a student’s guardian'),
  'confirm guardian': msg('Confirmed a student’s guardian'),
  'send progress link': msg('Emailed a guardian a link to a placement’s progress'),
  'remove guardian': msg('Removed a student’s guardian'),
  'try mail again': msg('Allowed emails to an address again'),
  'ask for consent': msg('Emailed a guardian a consent link'),
  'record consent': msg('Recorded a decision about a student’s information'),
  'save code address': msg('Changed where a person’s codes are sent'),
  'read code': msg('Read someone a code over the phone'),
  'correct birth date': msg('Corrected a student’s birth date'),
  'add contact': msg('Added a business’s contact'),
  'edit contact': msg('Changed a business’s contact'),
  'remove contact': msg('Removed a business’s contact'),
  'choose supervisor': msg('Chose who supervises a placement'),
  'ask supervisor': msg('Asked a supervisor to confirm'),
  'confirm supervisor': msg('Confirmed who supervises a placement'),
  'view application': msg('Viewed a student’s application'),
  'view project': msg('Viewed a student’s placement'),
  'approve project item': msg('Approved part of a placement'),
  'send back project item': msg('Sent back part of a placement'),
  're-open project item': msg('Reopened part of a placement'),
  'send reminders': msg('Sent reminders'),
  'decide hours': msg('Approved or sent back a student’s hours'),
  'submit evaluation': msg('Submitted an evaluation'),
  'ask for evaluation': msg('Emailed a supervisor an evaluation link'),
  // Hours and evaluations by link, recorded before each had its own action.
  'act by link': msg('Used a link without an account'),
  'refuse link': msg('Reported a link that was not for them'),
  'pass on link': msg('Passed a link on to a colleague'),
  'renew link': msg('Replaced an expired link'),
  'enable reflections': msg('Enabled a placement’s remaining reflections'),
  'change internship status': msg('Changed a placement’s status'),
  'start agreement': msg('Started an agreement'),
  'change agreement': msg('Changed an agreement'),
  'send agreement': msg('Sent an agreement for signatures'),
  'send signing link': msg('Emailed a link to sign an agreement'),
  'sign agreement': msg('Signed an agreement'),
  'record signature': msg('Recorded a signature on paper'),
  'release guardian': msg('An agreement no longer needs a guardian: the student is 18'),
  'decline agreement': msg('Declined an agreement'),
  'void agreement': msg('Voided an agreement'),
  'save agreement template': msg('Changed an agreement’s template'),
  'delete agreement template': msg('Deleted an agreement’s template'),
  'export list': msg('Exported a list'),
  'save user file': msg('Changed a user’s file'),
  'replace agreement': msg('Replaced a signed agreement'),
  'save settings': msg('Changed the site settings'),
  'add to list': msg('Added to a list'),
  'edit list entry': msg('Changed a list entry'),
  'delete from list': msg('Deleted from a list'),
  'reorder list': msg('Reordered a list'),
  'load defaults': msg('Started a list with the defaults'),
} as const satisfies Record<string, Message>;

export type AuditAction = keyof typeof auditWords;

export const auditActions = Object.keys(auditWords) as AuditAction[];

type Details = Record<string, string | number | boolean>;

/** An entry's details in words, such as `file: resume.pdf`. Ids are left out. */
export function detailWords(action: AuditAction, details: Details): string {
  if (action === 'export list') return exportWords(details);
  return Object.entries(details)
    .filter(([, value]) => !AN_ID.test(`${value}`))
    .map(
      ([name, value]) =>
        `${detailName(name)}: ${name === 'call' ? spaced(`${value}`) : detailValue(`${value}`)}`,
    )
    .join(', ');
}

const detailName = (name: string) => (detailNames[name] ? t(detailNames[name]) : plain(name));

/** Shows Waypost's own values as words; text that a person typed is unchanged. */
const detailValue = (value: string) =>
  Object.hasOwn(detailValues, value) ? t(detailValues[value] as Message) : plain(wireName(value));

/** The recorded values that have a label. */
const detailValues: Record<string, Message> = {
  // Lists.
  schools: msg('schools'),
  'focus areas': msg('focus areas'),
  programs: msg('programs'),
  'evaluation questions': msg('evaluation questions'),
  'reflection questions': msg('reflection questions'),
  'student resources': msg('student resources'),
  'business resources': msg('business resources'),
  applications: msg('applications'),
  placements: msg('placements'),
  // Parts of a placement.
  hours: msg('hours'),
  reflection: msg('reflections'),
  summary: msg('final summary'),
  project: msg('final project'),
  msde: msg('MSDE'),
  evals: msg('evaluations'),
  // Changes of a login and of an agreement.
  email: msg('email'),
  password: msg('password'),
  'email and password': msg('email and password'),
  'password, by a mailed link': msg('password, by an emailed link'),
  'needed again': msg('needed again'),
  'wrong code': msg('wrong code'),
  'returned mail': msg('an email was returned'),
  'the approved total changed': msg('the approved total changed'),
  account: msg('account'),
  unchanged: msg('unchanged'),
  // Files of a person.
  profile_pic_id_fk: msg('profile picture'),
  resume_file_id_fk: msg('résumé'),
  agreement_file_id_fk: msg('signed agreement'),
  // Why a person was erased.
  retention: msg('the retention period ended'),
  // Limits.
  'student searches': msg('student searches'),
  browses: msg('searches for opportunities'),
  'student views': msg('views of student records'),
  offers: msg('offers to students'),
  off: msg('off'),
  true: msg('yes'),
  false: msg('no'),
};

/** Names for the details that are read most often. */
const detailNames: Record<string, Message> = {
  application: msg('application'),
  approval: msg('approval'),
  because: msg('because'),
  before: msg('before'),
  call: msg('call'),
  changed: msg('changed'),
  count: msg('count'),
  colleague: msg('colleague'),
  decision: msg('decision'),
  email: msg('email'),
  entries: msg('entries'),
  file: msg('file'),
  files: msg('files'),
  hours: msg('hours'),
  identified: msg('identified by'),
  imported: msg('imported'),
  item: msg('item'),
  key: msg('file'),
  is_complete: msg('setup complete'),
  applications_dropped: msg('applications dropped'),
  from: msg('from'),
  to: msg('to'),
  limit: msg('limit'),
  list: msg('list'),
  merged: msg('merged'),
  name: msg('name'),
  opportunity: msg('opportunity'),
  people: msg('people'),
  project: msg('placement'),
  reason: msg('reason'),
  rejected: msg('rejected'),
  search: msg('search'),
};

/** The name of each list that can be exported, by its call. */
export const exportedLists: Record<string, Message | ((details: Details) => Message)> = {
  getAllBusinesses: msg('All businesses'),
  searchUsers: msg('User Search'),
  filterUsers: ({ role, with: counts }) =>
    (counts === 'report' ? reports[`${role}`] : people[`${role}`]) ?? msg('People'),
  filterInternshipStatus: msg('Work-Based Learning Status'),
  filterFollowUps: msg('Follow-ups'),
  filterLeftStudents: msg('Retention of records'),
  filterAvailableOpportunities: msg('Opportunities Report'),
  filterApplicationCount: msg('Student Application Count'),
};

const people: Record<string, Message> = {
  Student: msg('Students'),
  Business: msg('Participating Partners'),
  Teacher: msg('Teachers'),
};

const reports: Record<string, Message> = {
  Student: msg('Student Report'),
  Business: msg('Business Report'),
};

/** Which list was exported, its length, and its filters. */
function exportWords({ call, rows, ...filters }: Details): string {
  const list = exportedLists[`${call}`];
  const name = typeof list === 'function' ? list(filters) : list;
  const narrowed = Object.entries(filters)
    .filter(([name, value]) => !noFilters.includes(name) && value !== 'All')
    .map(
      ([name, value]) => `${filterNames[name] ? t(filterNames[name]) : plain(name)}: ${wireName(`${value}`)}`,
    );
  return [
    name ? t(name) : spaced(`${call}`),
    t('{rows, plural, one {# row} other {# rows}}', { rows: Number(rows) }),
    ...narrowed,
  ].join(', ');
}

const filterNames: Record<string, Message> = {
  school_attending: msg('schools'),
  affiliated_program: msg('programs'),
  approved: msg('approval'),
  graduation_year: msg('graduation year'),
  internship_type: msg('internship type'),
  search: msg('search'),
  years: msg('years'),
};

/** These choose the list or its order, so they are not filters. */
const noFilters: readonly string[] = ['role', 'with', 'sort', 'descending'];

const AN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Turns wire names such as `resume_file_id_fk` into words.
const plain = (text: string) => text.replace(/_id_fk$/, '').replaceAll('_', ' ');
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
