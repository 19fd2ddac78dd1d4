import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '@waypost/contract/accounts/rules';
import { allCalls, type CallName } from '@waypost/contract/all-calls';
import type { Call } from '@waypost/contract/call';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type Caller, startTestServer } from '../../testing/server.ts';

/*
 * The table that the server enforces, asked over HTTP, against the one that people agreed on: docs/calls.csv.
 * What a call may touch is ownership's to say and tested with each feature; here it is only who gets that far.
 */
const server = startTestServer();

type Column = 'anonymous' | 'student' | 'business' | 'teacher' | 'admin' | 'superadmin';
type AgreedRow = Record<'method' | 'path' | Column, string>;

const file = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'calls.csv'), 'utf8');
const agreed = Papa.parse<AgreedRow>(file, { header: true, skipEmptyLines: true }).data;
const columns: Record<Column, Role | null> = {
  anonymous: null,
  student: 'Student',
  business: 'Business',
  teacher: 'Teacher',
  admin: 'Admin',
  superadmin: 'SuperAdmin',
};

/** What needs approval, and what is open to unfinished profiles (docs/behavior/access.md#standing). */
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
    'createOpportunity',
    'editOpportunity',
    'deleteOpportunity',
    'getApplicants',
    'getNewApplications',
    'getApplicationById',
    'updateApplicationStatus',
    'loadStudentProject',
    'getInterns',
    'approveHours',
    'changeBusinessStatus',
    'saveEvaluation',
  ],
};
const openToUnfinished: CallName[] = [
  'login',
  'logout',
  'signUp',
  'getCurrentUser',
  'resetPassword',
  'findUserByCode',
  'changePasswordById',
  'confirmEmail',
  'resendConfirmation',
  'changePassword',
  'getUserData',
  'masquerade',
  'setMasquerade',
  'endMasquerade',
  'getMailSettings',
  'saveMailSettings',
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
  'saveProfile',
  'updateLatLong',
  'geocode',
  'getProjectsByStudent',
];

const names = Object.keys(allCalls) as CallName[];
const callNamed = (name: CallName) => allCalls[name] as Call;
const csvPath = (path: string) => (path.startsWith('/files/') ? '/files/*' : path);
const rowOf = (name: CallName) =>
  agreed.find((row) => row.method === callNamed(name).method && row.path === csvPath(callNamed(name).path));

/** Which refusal of the access table it met, or null where the call was admitted. */
async function metAtTheDoor(caller: Caller, name: CallName): Promise<string | null> {
  const call = callNamed(name);
  const response = await caller.send(call, call.carries === 'bytes' ? { id: 'none', name: 'none' } : {});
  const body = await response.text();
  expect(response.status, `${name} answered ${body}`).toBeLessThan(500);
  if (response.status !== 401 && response.status !== 403) return null;
  return (JSON.parse(body) as { type: string }).type;
}

test('every call that is built stands in the agreed table', () => {
  expect(names.filter((name) => !rowOf(name))).toEqual([]);
});

test.each(Object.keys(columns) as Column[])('%s gets as far as the agreed table says', async (column) => {
  const role = columns[column];
  const client = await server.aClient();
  for (const name of names) {
    const caller = role ? server.as(await server.aUser(role, { client })) : server.visitor();
    const allowed = rowOf(name)?.[column] !== '';
    const refusal = role ? '/problems/not-allowed' : '/problems/no-session';
    expect([name, await metAtTheDoor(caller, name)]).toEqual([name, allowed ? null : refusal]);
  }
});

describe.each(['Student', 'Business'] as const)('a %s', (role) => {
  const column = role === 'Student' ? 'student' : 'business';
  const allowed = names.filter((name) => rowOf(name)?.[column] !== '');

  test('who is not approved is refused what needs approval, and only that', async () => {
    const client = await server.aClient();
    for (const name of allowed) {
      const caller = server.as(await server.aUser(role, { client, approved: false }));
      const refusal = needsApproval[role]?.includes(name) ? '/problems/unapproved' : null;
      expect([name, await metAtTheDoor(caller, name)]).toEqual([name, refusal]);
    }
  });

  test('whose profile is unfinished is refused all but what finishing it takes', async () => {
    const client = await server.aClient();
    for (const name of allowed) {
      const caller = server.as(await server.aUser(role, { client, saves: 0 }));
      const refusal = openToUnfinished.includes(name) ? null : '/problems/unfinished';
      expect([name, await metAtTheDoor(caller, name)]).toEqual([name, refusal]);
    }
  });
});

test('somebody with a default password can do nothing but choose their own', async () => {
  const teacher = server.as(await server.aTeacher({ mustChangePassword: true }));
  expect(await metAtTheDoor(teacher, 'searchUsers')).toBe('/problems/new-password-needed');
  expect(await metAtTheDoor(teacher, 'getCurrentUser')).toBeNull();
});

test('a session that ran out or was never given is no session', async () => {
  const student = await server.aStudent();
  server.clock.moveBy(25 * 3_600_000);
  expect(await metAtTheDoor(server.as(student), 'getUserData')).toBe('/problems/no-session');
  server.clock.moveBy(-25 * 3_600_000);
  expect(await metAtTheDoor(server.as({ token: 'made up' }), 'getUserData')).toBe('/problems/no-session');
});

describe('a call that changes something', () => {
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', body: '{}', headers };

  test('is refused when another site sent it', async () => {
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

  test('is taken from the address that people open, also behind a proxy that passes another host on', async () => {
    // Not by fetch, which says itself where it comes from.
    const { statusCode } = await server.app.inject({
      url: '/auth/logout',
      headers: { origin: server.outside.publicUrl, host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
    });
    expect(statusCode).toBe(200);
  });

  test('is refused as a plain navigation, though it is a GET', async () => {
    // Not by fetch, which says of itself how it was started.
    const navigation = { url: '/auth/logout', headers: { 'sec-fetch-mode': 'navigate' } };
    expect((await server.app.inject(navigation)).statusCode).toBe(403);
    expect((await server.app.inject({ url: '/auth/logout' })).statusCode).toBe(200);
  });
});
