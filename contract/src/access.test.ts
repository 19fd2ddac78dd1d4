import { expect, test } from 'vitest';
import { guardScreen, type Person, type ScreenPath, screenAccess } from './access.ts';
import { allCalls, type CallName } from './all-calls.ts';
import { callAccess, mayCall, mayCallByLink } from './call-access.ts';
import { linkPurposes } from './messages/links/rules.ts';
import { roles } from './roles.ts';

/**
 * Who may open which screen, written out independently of the code: Student, Business, Teacher, Admin, SuperAdmin.
 * `finished` and `approved` are what a Student or a Business must be.
 */
const TABLE = `
  /                                            anyone
  /login                                       visitor
  /signup                                      visitor
  /forgot                                      visitor
  /forgotPassword/$code                        visitor
  /confirm/$code                               anyone
  /stopEmails/$code                            anyone
  /verify/$code                                anyone
  /contact                                     anyone
  /participatingBusinesses                     anyone
  /uhoh                                        anyone
  /unfinishedProfile                           anyone
  /unconfirmedEmail                            yes       yes       -         -         -
  /unapprovedProfile                           anyone
  /permissionsError                            anyone
  /default                                     yes       yes       yes       yes       yes
  /password                                    yes       yes       yes       yes       yes
  /profile                                     yes       yes       yes       yes       yes
  /profile/$variant                            yes       yes       yes       yes       yes
  /profile/view/$id                            finished  finished  yes       yes       yes
  /resources                                   finished  finished  -         -         -
  /student_resources                           finished  -         -         -         -
  /opportunity/new                             -         approved  -         -         -
  /opportunity/edit/$id                        -         approved  -         -         -
  /opportunity/duplicate/$id                   -         approved  -         -         -
  /opportunity/all                             -         finished  -         -         -
  /opportunity/browse                          finished  -         -         -         -
  /opportunity/view/$id                        finished  finished  yes       yes       -
  /opportunity/view/$id/apply                  approved  -         -         -         -
  /opportunity/applicants/$id                  -         approved  yes       yes       -
  /application/view/$id                        finished  approved  yes       yes       -
  /applications/list                           finished  -         -         -         -
  /projects/viewall                            finished  -         -         -         -
  /project/$id/hours                           finished  finished  yes       yes       yes
  /project/$id/reflections                     finished  finished  yes       yes       yes
  /project/$id/summary                         finished  finished  yes       yes       yes
  /project/$id/file                            finished  finished  yes       yes       yes
  /project/$id/agreement                       finished  approved  yes       yes       -
  /project/$id/progress                        finished  approved  yes       yes       -
  /interns/viewall                             -         approved  -         -         -
  /interns/hours                               -         approved  -         -         -
  /interns/hours_log/$project_id               -         approved  yes       yes       -
  /evaluation/new/$id                          -         approved  -         -         -
  /evaluation/view/$project_id/$evaluation_id  -         approved  yes       yes       -
  /admin/dashboard                             -         -         yes       yes       yes
  /admin/user_search                           -         -         yes       yes       yes
  /admin/available_opportunities_report        -         -         yes       yes       yes
  /admin/application_count                     -         -         yes       yes       yes
  /admin/businessReport                        -         -         yes       yes       yes
  /admin/studentReport                         -         -         yes       yes       yes
  /admin/internship_status_report              -         -         yes       yes       yes
  /admin/imports                               -         -         -         yes       -
  /opportunity/parseImport                     -         -         -         yes       -
  /opportunity/blowItAway                      -         -         -         yes       -
  /admin/duplicateUsersReport                  -         -         -         yes       yes
  /admin/audit                                 -         -         -         yes       -
  /admin/masquerade/$admin_id/$user_id         -         -         yes       yes       yes
  /admin/siteSettings                          -         -         -         yes       -
  /admin/retention                             -         -         -         yes       -
  /admin/resources/$type                       -         -         -         yes       -
  /admin/schools                               -         -         -         yes       -
  /admin/focusAreas                            -         -         -         yes       yes
  /admin/programs                              -         -         -         yes       yes
  /admin/reflectionQuestions                   -         -         -         yes       yes
  /admin/evaluationQuestions                   -         -         -         yes       yes
  /admin/agreements                            -         -         -         yes       -
  /waypost/focusAreas                          -         -         -         -         yes
  /waypost/programs                            -         -         -         -         yes
  /waypost/reflectionQuestions                 -         -         -         -         yes
  /waypost/evaluationQuestions                 -         -         -         -         yes
  /admin/sign_off                              -         -         -         yes       -
  /admin/follow_ups                            -         -         yes       yes       yes
  /admins                                      -         -         -         yes       -
  /admins/$id                                  -         -         -         yes       -
  /admin/project/$id                           -         -         yes       yes       yes
  /admin/project/$id/$content_type             -         -         yes       yes       yes
  /waypost/dashboard                           -         -         -         -         yes
  /waypost/audit                               -         -         -         -         yes
  /waypost/editClient                          -         -         -         -         yes
  /waypost/editClient/$id                      -         -         -         -         yes
`;

type Cell = '-' | 'yes' | 'finished' | 'approved' | 'anyone' | 'visitor';
const rows = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, Cell[]] => {
      const [path = '', ...cells] = line.trim().split(/\s+/);
      return [path, cells as Cell[]];
    }),
);

test('the table names every screen', () => {
  expect(Object.keys(screenAccess).sort()).toEqual([...rows.keys()].sort());
});

/** Every kind of caller that the table distinguishes, the most trusted last. */
const standings = [
  { trust: 0, saves: 0, confirmed: true, approved: false, deactivated: false },
  // Without a confirmed email, an approval gives no access.
  { trust: 1, saves: 1, confirmed: false, approved: true, deactivated: false },
  { trust: 1, saves: 1, confirmed: true, approved: false, deactivated: false },
  // Deactivated people can still read.
  { trust: 1, saves: 1, confirmed: true, approved: false, deactivated: true },
  { trust: 2, saves: 1, confirmed: true, approved: true, deactivated: false },
];
const needs: Record<Cell, number> = { yes: 0, anyone: 0, finished: 1, approved: 2, visitor: 3, '-': 3 };

test.each([...rows])('%s opens only for the roles in the table', (path, cells) => {
  const opens = (person: Person | null) => guardScreen(path as ScreenPath, person) === null;
  expect(opens(null)).toBe(cells[0] === 'anyone' || cells[0] === 'visitor');
  for (const [index, role] of roles.entries())
    for (const { trust, ...standing } of standings)
      expect(opens({ role, ...standing }), `${role} ${JSON.stringify(standing)}`).toBe(
        trust >= needs[cells[cells.length === 1 ? 0 : index] ?? '-'],
      );
});

test('refuses a call for the first requirement that the caller does not meet', () => {
  const student = { role: 'Student', saves: 1, confirmed: true, approved: true, deactivated: false } as const;
  expect(mayCall('login', null)).toBe('yes');
  expect(mayCall('createApplication', null)).toBe('no-session');
  expect(mayCall('createApplication', { ...student, role: 'Admin' })).toBe('not-allowed');
  expect(mayCall('createApplication', { ...student, saves: 0, approved: false })).toBe('unfinished');
  expect(mayCall('createApplication', { ...student, confirmed: false, approved: false })).toBe('unconfirmed');
  expect(mayCall('getOpportunities', { ...student, confirmed: false, approved: false })).toBe('yes');
  expect(mayCall('createApplication', { ...student, approved: false })).toBe('unapproved');
  expect(mayCall('createApplication', student)).toBe('yes');
});

/** What a deactivated student may still change: the account itself, and how they get news. */
const OF_THE_ACCOUNT: CallName[] = [
  'logout',
  'signUp',
  'login',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'confirmEmail',
  'resendConfirmation',
  'changePassword',
  'saveLocale',
  'endSessions',
  'startSecondFactor',
  'confirmSecondFactor',
  'stopSecondFactor',
  'renewRecoveryCodes',
  'saveMailSettings',
  'stopSearchEmails',
  'tryMailAgain',
  'readNotices',
  // Looks a place up.
  'geocode',
  'makeCalendarFeed',
  'endCalendarFeed',
  'masquerade',
  'setMasquerade',
  'endMasquerade',
];

test('a deactivated student can change nothing but the account itself', () => {
  const person = { role: 'Student', saves: 1, confirmed: true, approved: false, deactivated: true } as const;
  const changing = (Object.keys(allCalls) as CallName[]).filter((name) => {
    const call: { changes: boolean; onlyAsks?: boolean } = allCalls[name];
    return call.changes && !call.onlyAsks;
  });
  const open = changing.filter((name) => mayCall(name, person) === 'yes');
  expect(open.sort()).toEqual([...OF_THE_ACCOUNT].sort());
  const refused = changing.filter((name) => mayCall(name, person) !== 'not-allowed' && !open.includes(name));
  for (const name of refused) expect([name, mayCall(name, person)]).toEqual([name, 'unapproved']);
  // Someone who was never approved can prepare everything.
  const never = { ...person, deactivated: false };
  expect(mayCall('saveProfile', never)).toBe('yes');
  expect(mayCall('saveGuardian', never)).toBe('yes');
  expect(mayCall('saveProfile', { ...person, role: 'Business' })).toBe('yes');
});

test('a link allows the calls of its purpose and no others', () => {
  const allowed = linkPurposes.flatMap((purpose) =>
    (Object.keys(allCalls) as CallName[])
      .filter((name) => mayCallByLink(name, purpose))
      .map((name) => [purpose, name]),
  );
  expect(allowed).toEqual([
    ['hours', 'approveHours'],
    ['evaluation', 'saveEvaluation'],
    ['sign', 'signAgreement'],
    ['sign', 'declineAgreement'],
    ['consent', 'recordConsent'],
    ['supervisor', 'chooseSupervisor'],
    ['progress', 'getProgress'],
  ]);
  expect(callAccess.login).toBe('anyone');
});
