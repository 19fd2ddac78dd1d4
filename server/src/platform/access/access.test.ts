import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import { callAccess, mayCallByLink } from '@waypost/contract/call-access';
import { linkPurposes } from '@waypost/contract/messages/links/rules';
import type { Role } from '@waypost/contract/roles';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { minimalInputs } from '../../../testing/minimal-inputs.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { aWorld } from '../../../testing/world.ts';

/* Checks over HTTP that the server enforces the access table, and that the table grants what was agreed with the customer (agreed-calls.csv). What a call may access is decided by ownership and tested with each feature. */
const server = startTestServer();

type Column = 'anonymous' | 'student' | 'business' | 'teacher' | 'admin' | 'superadmin';
type Standing = 'unconfirmed' | 'unfinished' | 'unapproved';
/** `link` names the purpose of the links that can make the call; most rows have none. */
type AgreedRow = Record<'method' | 'path' | Column, string> & { link?: string };

const file = readFileSync(join(import.meta.dirname, 'agreed-calls.csv'), 'utf8');
const agreed = Papa.parse<AgreedRow>(file, { header: true, skipEmptyLines: true }).data;
const columns: Record<Column, Role | null> = {
  anonymous: null,
  student: 'Student',
  business: 'Business',
  teacher: 'Teacher',
  admin: 'Admin',
  superadmin: 'SuperAdmin',
};

/** The agreed calls that need approval, and those that are open to unfinished profiles (docs/behavior/access.md#standing). */
const needsApproval: Partial<Record<Role, CallName[]>> = {
  Student: [
    'createApplication',
    'createHoursEntry',
    'correctHoursEntry',
    'deleteHoursEntry',
    'saveReflection',
    'saveSummary',
    'saveFileLink',
    'removeFileLink',
  ],
  Business: [
    'getUserByEmail',
    'searchStudents',
    'find',
    'createOpportunity',
    'editOpportunity',
    'deleteOpportunity',
    'getApplicants',
    'getNewApplications',
    'getApplicationById',
    'updateApplicationStatus',
    'offerPlacement',
    'undoOffer',
    'takeBackOffer',
    'saveApplicantNote',
    'declineApplications',
    'inviteToInterview',
    'confirmInterview',
    'cancelInterview',
    'loadStudentProject',
    'getProgress',
    'getInterns',
    'getHoursToApprove',
    'approveHours',
    'changeBusinessStatus',
    'getEvaluationStart',
    'saveEvaluation',
    'chooseSupervisor',
    'askSupervisor',
    'getAgreement',
    'downloadAgreement',
    'saveAgreementTerms',
    'signAgreement',
    'declineAgreement',
    'sendSigningLink',
    'askForEvaluation',
  ],
};
/** What a deactivated student cannot do, although others need no approval for it. */
const closedToDeactivated: CallName[] = [
  'saveProfile',
  'updateLatLong',
  'uploadFile',
  'saveUserFile',
  'deleteFile',
  'saveGuardian',
  'removeGuardian',
  'saveOpportunity',
  'saveSearch',
  'updateApplicationStatus',
  'confirmInterview',
  'proposeInterviewTime',
  'signAgreement',
  'declineAgreement',
];
const openToUnfinished: CallName[] = [
  'stopSearchEmails',
  'checkDocument',
  'login',
  'logout',
  'signUp',
  'getCurrentUser',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'findConfirmation',
  'confirmEmail',
  'resendConfirmation',
  'changePassword',
  'getUserData',
  'masquerade',
  'setMasquerade',
  'endMasquerade',
  'getMailSettings',
  'saveMailSettings',
  'getReturnedMail',
  'tryMailAgain',
  'getSessions',
  'getMasquerades',
  'endSessions',
  'getSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
  'stopSecondFactor',
  'renewRecoveryCodes',
  'saveLocale',
  'getClients',
  'getStates',
  'getSettings',
  'getPrograms',
  'getFocusAreas',
  'getSchools',
  'getUsersFiles',
  'getFileById',
  'uploadFile',
  'saveUserFile',
  'deleteFile',
  'getFile',
  'getUser',
  // The profile's own form shows them.
  'getGuardians',
  'getRelease',
  'getContacts',
  'saveProfile',
  'updateLatLong',
  'geocode',
  'getZipPlace',
  'getProjectsByStudent',
];

const names = Object.keys(allCalls) as CallName[];
const callNamed = (name: CallName) => allCalls[name] as Call;
const csvPath = (path: string) => path.replace(/\/:.*/, '/*');
const isOf = (row: AgreedRow) => (name: CallName) =>
  row.method === callNamed(name).method && row.path === csvPath(callNamed(name).path);
/** The agreed calls, each with its row. A call that came later has none. */
const agreedCalls = agreed.map((row): [CallName | undefined, AgreedRow] => [names.find(isOf(row)), row]);

/** The standing that the table requires of a role; undefined if the role may not make the call. */
function standingFor(role: Role | null, name: CallName) {
  const access = callAccess[name];
  if (access === 'anyone') return 'session';
  return role === null ? undefined : access[role];
}

/** What was agreed of a role: students and businesses also need a finished or an approved account. */
function agreedStandingFor(column: Column, name: CallName, row: AgreedRow) {
  const role = columns[column];
  if (row[column] === '') return undefined;
  if (role !== 'Student' && role !== 'Business') return 'session';
  if (needsApproval[role]?.includes(name)) return 'approved';
  const isActive = role === 'Student' && closedToDeactivated.includes(name);
  if (openToUnfinished.includes(name)) return isActive ? 'active' : 'session';
  return isActive ? 'finished and active' : 'finished';
}

/** The refusal by the access table, or null if the call was admitted. */
async function refusalOf(caller: Caller, name: CallName): Promise<string | null> {
  const call = callNamed(name);
  const response = await caller.send(call, call.carries === 'bytes' ? { id: 'none', name: 'none' } : {});
  const body = await response.text();
  expect(response.status, `${name} answered ${body}`).toBeLessThan(500);
  if (response.status !== 401 && response.status !== 403) return null;
  return (JSON.parse(body) as { type: string }).type;
}

test('the access table grants what was agreed, and every agreed call exists', () => {
  for (const [name, row] of agreedCalls) {
    if (!name) throw new Error(`${row.method} ${row.path} does not exist`);
    for (const column of Object.keys(columns) as Column[])
      expect([name, column, standingFor(columns[column], name)]).toEqual([
        name,
        column,
        agreedStandingFor(column, name, row),
      ]);
    for (const purpose of linkPurposes)
      expect([name, purpose, mayCallByLink(name, purpose)]).toEqual([name, purpose, row.link === purpose]);
  }
});

interface KindOfCaller {
  column: Column;
  standing?: Standing;
  isDeactivated?: boolean;
  given?: object;
}

/** Callers in every standing that an account can have. `given`: the columns of such an account. */
const callers: Record<string, KindOfCaller> = {
  'anonymous caller': { column: 'anonymous' },
  ...standingsOf('student'),
  ...standingsOf('business'),
  teacher: { column: 'teacher' },
  admin: { column: 'admin' },
  superadmin: { column: 'superadmin' },
  // An Admin who masquerades as an approved student may do what the student may.
  'masquerading admin': { column: 'student' },
};

function standingsOf(column: 'student' | 'business') {
  const deactivatedAt = new Date('2026-03-04T14:00:00.000Z');
  return {
    [`unconfirmed ${column}`]: {
      column,
      standing: 'unconfirmed' as const,
      given: { confirmed: false, approved: false },
    },
    [`unfinished ${column}`]: { column, standing: 'unfinished' as const, given: { saves: 0 } },
    [`unapproved ${column}`]: { column, standing: 'unapproved' as const, given: { approved: false } },
    [`approved ${column}`]: { column },
    // Deactivation ends all sessions; this one started afterwards, as when the person logs in to read why.
    [`deactivated ${column}`]: {
      column,
      standing: 'unapproved' as const,
      isDeactivated: true,
      given: { approved: false, deactivatedAt },
    },
  };
}

/** What only an account's owner may do, even during a masquerade. */
const ownerOnly: CallName[] = [
  'getSessions',
  'getMasquerades',
  'getSecondFactor',
  'makeCalendarFeed',
  'endCalendarFeed',
];

/** The refusal that the access table specifies for this caller; null if it admits them. */
function expectedRefusal(kind: string, name: CallName): string | null {
  const { column, standing, isDeactivated }: KindOfCaller = callers[kind] ?? { column: 'anonymous' };
  const role = columns[column];
  if (kind === 'masquerading admin' && ownerOnly.includes(name)) return '/problems/not-allowed';
  const needed = standingFor(role, name);
  if (!needed) return role ? '/problems/not-allowed' : '/problems/no-session';
  const lacks: Record<Standing, string[]> = {
    unfinished: ['finished', 'finished and active', 'approved'],
    unconfirmed: ['approved'],
    unapproved: isDeactivated ? ['active', 'finished and active', 'approved'] : ['approved'],
  };
  return standing && lacks[standing].includes(needed) ? `/problems/${standing}` : null;
}

/** Signs in a new person of this kind. */
async function signedIn(kind: string, client: { id: string }): Promise<Caller> {
  const { column, given = {} } = callers[kind] ?? { column: 'anonymous' as const };
  const role = columns[column];
  if (kind === 'masquerading admin') {
    const admin = server.as(await server.anAdmin({ client }));
    await admin.call(allCalls.masquerade, { id: (await server.aStudent({ client })).id });
    return admin;
  }
  return role ? server.as(await server.aUser(role, { client, ...given })) : server.visitor();
}

test.each(Object.keys(callers))(
  'the %s may make exactly the calls in the access table, and a refusal changes nothing',
  async (kind) => {
    const client = await server.aClient();
    const [admitted, refused] = [true, false].map((isAdmitted) =>
      names.filter((name) => (expectedRefusal(kind, name) === null) === isAdmitted),
    );
    for (const name of admitted ?? [])
      expect([name, await refusalOf(await signedIn(kind, client), name)]).toEqual([name, null]);

    // A refused call is sent with an input that would succeed for a permitted caller, about people of the same school
    // system.
    const world = await aWorld(server);
    const inputs = minimalInputs(world);
    const caller = await signedIn(kind, world.client);
    const before = await everything(server.database.owner);
    const [files, mails] = [server.files.files.size, server.jobs.mail.length];
    for (const name of refused ?? []) {
      const { input, file } = inputs[name];
      const response = await caller.send(callNamed(name), input, file);
      const { type } = (await response.json()) as { type: string };
      expect([name, type]).toEqual([name, expectedRefusal(kind, name)]);
    }
    expect(await everything(server.database.owner)).toBe(before);
    expect([server.files.files.size, server.jobs.mail.length]).toEqual([files, mails]);
  },
);

test('deactivation ends a session immediately', async () => {
  const client = await server.aClient();
  for (const role of ['Student', 'Business'] as const) {
    const user = await server.aUser(role, { client });
    const caller = server.as(user);
    const teacher = server.as(await server.aTeacher({ client }));
    await teacher.call(allCalls.swapApprovalStatus, { _id: user.id, approved: false });
    for (const name of names.filter((one) => expectedRefusal('anonymous caller', one) !== null))
      expect([name, await refusalOf(caller, name)]).toEqual([name, '/problems/no-session']);
  }
});

test('a person with a default password can only choose their own', async () => {
  const teacher = server.as(await server.aTeacher({ mustChangePassword: true }));
  expect(await refusalOf(teacher, 'searchUsers')).toBe('/problems/new-password-needed');
  expect(await refusalOf(teacher, 'getCurrentUser')).toBeNull();
});

test('rejects an expired or unknown session', async () => {
  const student = await server.aStudent();
  server.clock.moveBy(25 * 3_600_000);
  expect(await refusalOf(server.as(student), 'getUserData')).toBe('/problems/no-session');
  server.clock.moveBy(-25 * 3_600_000);
  expect(await refusalOf(server.as({ token: 'made up' }), 'getUserData')).toBe('/problems/no-session');
});

describe('a call that changes something', () => {
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', body: '{}', headers };

  test('is rejected when another site sends it', async () => {
    const admin = server.as(await server.anAdmin());
    for (const strange of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.test' },
      { origin: 'null' },
    ]) {
      const response = await admin.fetch('/api/swapApprovalStatus', {
        ...post,
        headers: { ...headers, ...strange },
      });
      expect([strange, response.status]).toEqual([strange, 403]);
    }
    expect((await admin.fetch('/api/swapApprovalStatus', post)).status).toBe(400);
  });

  test('accepts the public origin, also behind a proxy that forwards another host', async () => {
    // Not with fetch, which sets its own origin.
    const { statusCode } = await server.app.inject({
      url: '/auth/logout',
      headers: { origin: server.outside.publicUrl, host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
    });
    expect(statusCode).toBe(200);
  });

  test('is rejected as plain navigation, even as a GET', async () => {
    // Not with fetch, which sets its own fetch metadata.
    const navigation = { url: '/auth/logout', headers: { 'sec-fetch-mode': 'navigate' } };
    expect((await server.app.inject(navigation)).statusCode).toBe(403);
    expect((await server.app.inject({ url: '/auth/logout' })).statusCode).toBe(200);
  });
});
