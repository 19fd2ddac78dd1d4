/**
 * Everything that is recorded, and the words in which an administrator reads it (rulings, "Accounts" and
 * "Students' data"). What is not named here cannot be recorded.
 */
export const auditWords = {
  'sign up': 'Signed up',
  'sign in': 'Logged in',
  'failed sign in': 'Failed to log in',
  masquerade: 'Began a masquerade',
  'end masquerade': 'Ended a masquerade',
  'act in masquerade': 'Did something in a masquerade',
  'change login': 'Changed how they log in',
  'reset password': 'Reset a password',
  activate: 'Activated an account',
  deactivate: 'De-activated an account',
  'deactivate graduated': 'De-activated graduated students',
  'delete user': 'Deleted a user',
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
  'view student': 'Looked at a student’s record',
  'open student file': 'Opened a student’s file',
  'view contact log': 'Looked at a contact log',
  'add contact log entry': 'Added to a contact log',
  'view application': 'Looked at a student’s application',
  'view project': 'Looked at a student’s project',
  'approve project item': 'Approved an item of a project',
  're-open project item': 'Re-opened an item of a project',
  'enable reflections': 'Enabled a project’s remaining reflections',
  'change internship status': 'Changed an internship’s status',
  'export list': 'Exported a list',
  'save user file': 'Changed a user’s file',
  'save settings': 'Changed the site settings',
  'add to list': 'Added to a list',
  'edit list entry': 'Changed an entry of a list',
  'delete from list': 'Deleted from a list',
  'reorder list': 'Put a list in another order',
  'load defaults': 'Began a list with the defaults',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditWords;

export const auditActions = Object.keys(auditWords) as AuditAction[];

type Details = Record<string, string | number | boolean>;

/** What is kept beside an entry, in words: `file: resume.pdf`. Ids are for programs and left out. */
export function detailWords(details: Details): string {
  return Object.entries(details)
    .filter(([, value]) => !AN_ID.test(`${value}`))
    .map(([name, value]) => `${plain(name)}: ${name === 'call' ? spaced(`${value}`) : plain(`${value}`)}`)
    .join(', ');
}

const AN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// The wire's own names, `resume_file_id_fk` and `createApplication`, are nobody's words.
const plain = (text: string) => text.replace(/_id_fk$/, '').replaceAll('_', ' ');
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
