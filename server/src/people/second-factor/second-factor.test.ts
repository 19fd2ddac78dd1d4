import { createHash } from 'node:crypto';
import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { secondFactorCalls } from '@waypost/contract/people/second-factor/calls';
import { sessionCalls } from '@waypost/contract/people/sessions/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { settingsCalls } from '@waypost/contract/school-system/settings/calls';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { knownDevices, recoveryCodes, secondFactors } from '../../platform/database/tables/logins.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { makeVault } from '../../platform/outside/vault.ts';
import { codesAt } from '../accounts/limits.ts';
import { countSealedOtherwise, reencryptSecrets, turnOffByOperator } from './by-operator.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const MINUTE = 60_000;
const passwordHash = hashPassword(PASSWORD);

const { getSecondFactor, startSecondFactor, confirmSecondFactor } = secondFactorCalls;
const { stopSecondFactor, renewRecoveryCodes, resetSecondFactor } = secondFactorCalls;

beforeEach(async () => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
  await server.database.owner.query('delete from tries');
});

/** An authenticator app. */
const appOf =
  (secret: string) =>
  (steps = 0) =>
    generateSync({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) + 30 * steps });

/** Moves to a time with new codes. */
const later = () => server.clock.moveTo(new Date(server.clock.now().getTime() + MINUTE).toISOString());

async function setUp(caller: Caller, proof: { code?: string } = {}) {
  const started = await caller.call(startSecondFactor, { password: PASSWORD, code: '', ...proof });
  const app = appOf(started.secret ?? '');
  const { recovery_codes: codes = [] } = await caller.call(confirmSecondFactor, { code: app() });
  later();
  return { app, codes, started };
}

async function anEnrolledStudent() {
  const student = await server.aStudent({ passwordHash: await passwordHash });
  const caller = server.as(student);
  return { student, caller, ...(await setUp(caller)) };
}

const logIn = (email: string, code?: string, browser = server.visitor()) =>
  browser.call(accountCalls.login, { email, password: PASSWORD, ...(code !== undefined && { code }) });
const isSignedIn = async (caller: Caller) =>
  !Array.isArray(await caller.call(accountCalls.getCurrentUser, {}));
const auditedIn = async (clientId: string) =>
  (
    await server.db
      .select({ action: auditEntries.action, details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.clientId, clientId))
      .orderBy(auditEntries.at, auditEntries.id)
  ).map(({ action, details }) => (details ? [action, details] : action));
const subjects = () => server.jobs.mail.map(({ subject }) => subject);

describe('setting up', () => {
  test('requires the password and a code of the new secret, and shows ten recovery codes once', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    const caller = server.as(student);
    expect(await caller.call(getSecondFactor, {})).toEqual({
      since: null,
      recovery_codes_left: 0,
      required: false,
    });
    const { codes, started } = await setUp(caller);
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.address).toContain(`secret=${started.secret}&issuer=Waypost`);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await caller.call(getSecondFactor, {})).toEqual({
      since: TEST_NOW,
      recovery_codes_left: 10,
      required: false,
    });
    expect(subjects()).toEqual(['Two-step login is on']);
    expect(await auditedIn(student.clientId)).toEqual(['turn on second factor']);
  });

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { student, started, codes } = await anEnrolledStudent();
    const { rows } = await server.database.owner.query(
      `select f::text || coalesce(r::text, '') as row from second_factors f
        left join recovery_codes r on r.user_id = f.user_id where f.user_id = $1`,
      [student.id],
    );
    const stored = JSON.stringify(rows).toLowerCase();
    const bits = [...(started.secret ?? '')]
      .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
      .join('');
    const hex = (bits.match(/.{8}/g) ?? [])
      .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
      .join('');
    for (const text of [started.secret ?? '', hex, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(text.toLowerCase());
  });

  test('rejects a wrong password, and a wrong or late code', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    const caller = server.as(student);
    const wrong = await caller.call(startSecondFactor, { password: 'wrong', code: '' });
    expect(wrong).toEqual({ message: 'wrongPassword' });
    const { secret = '' } = await caller.call(startSecondFactor, { password: PASSWORD, code: '' });
    const app = appOf(secret);
    expect(await caller.call(confirmSecondFactor, { code: app(5) })).toEqual({ message: 'wrongCode' });
    server.clock.moveTo(new Date(Date.parse(TEST_NOW) + 30 * MINUTE).toISOString());
    expect(await caller.call(confirmSecondFactor, { code: app() })).toEqual({ message: 'expired' });
    expect(await logIn(student.email)).toMatchObject({ message: 'success' });
  });

  test('ends every other session, and forgets known browsers', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    const [caller, stolen] = [server.as(student), server.as(student)];
    await logIn(student.email);
    const knownBrowsers = async () =>
      (await server.db.select().from(knownDevices).where(eq(knownDevices.userId, student.id))).map(
        ({ deviceHash }) => deviceHash.toString('hex'),
      );
    const before = await knownBrowsers();
    await setUp(caller);
    expect([await isSignedIn(caller), await isSignedIn(stolen)]).toEqual([true, false]);
    const after = await knownBrowsers();
    expect([before.length, after.length, after[0] === before[0]]).toEqual([1, 1, false]);
  });

  test('limits guesses at the code of a new secret', async () => {
    const caller = server.as(await server.aStudent({ passwordHash: await passwordHash }));
    await caller.call(startSecondFactor, { password: PASSWORD, code: '' });
    for (let turn = 0; turn < 10; turn += 1)
      expect(await caller.call(confirmSecondFactor, { code: '1' })).toEqual({ message: 'wrongCode' });
    expect((await caller.refusal(confirmSecondFactor, { code: '1' })).status).toBe(429);
  });
});

describe('logging in', () => {
  test('without it requires only the password, and a code changes nothing', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    expect(await logIn(student.email)).toMatchObject({ message: 'success', user: { _id: student.id } });
    expect(await logIn(student.email, '123456')).toMatchObject({ message: 'success' });
  });

  test('with it starts a session only for the password with a code', async () => {
    const { student, app } = await anEnrolledStudent();
    const browser = server.visitor();
    expect(await logIn(student.email, undefined, browser)).toEqual({ message: 'second factor' });
    expect([browser.cookie, await isSignedIn(browser)]).toEqual([undefined, false]);
    expect(await logIn(student.email, '000000', browser)).toEqual({ message: 'wrong code' });
    expect(browser.cookie).toBeUndefined();
    expect(await logIn(student.email, ` ${app().slice(0, 3)} ${app().slice(3)}`, browser)).toMatchObject({
      message: 'success',
      user: { _id: student.id },
    });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a wrong password gets the usual reply, with any code', async () => {
    const { student, app } = await anEnrolledStudent();
    const input = { email: student.email, password: 'wrong', code: app() };
    expect(await server.visitor().call(accountCalls.login, input)).toEqual({ message: 'Wrong Name/PW' });
  });

  test('a code works once, even with two concurrent tries', async () => {
    const { student, app } = await anEnrolledStudent();
    const replies = await Promise.all([logIn(student.email, app()), logIn(student.email, app())]);
    expect(replies.map(({ message }) => message).sort()).toEqual(['success', 'wrong code']);
    expect(await logIn(student.email, app())).toEqual({ message: 'wrong code' });
    // Nor an earlier one.
    expect(await logIn(student.email, app(-1))).toEqual({ message: 'wrong code' });
  });

  test('the code that turned it on does not work again', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    const caller = server.as(student);
    const { secret = '' } = await caller.call(startSecondFactor, { password: PASSWORD, code: '' });
    const code = appOf(secret)();
    await caller.call(confirmSecondFactor, { code });
    expect(await logIn(student.email, code)).toEqual({ message: 'wrong code' });
  });

  test('a recovery code works once, and its owner gets a mail', async () => {
    const { student, codes } = await anEnrolledStudent();
    const [code = ''] = codes;
    expect(await logIn(student.email, code.toLowerCase())).toMatchObject({ message: 'success' });
    expect(await logIn(student.email, code)).toEqual({ message: 'wrong code' });
    const mail = server.jobs.mail.at(-1);
    expect([mail?.subject, mail?.text]).toEqual([
      'A recovery code was used',
      expect.stringContaining('There are 9 left.'),
    ]);
    const entries = await auditedIn(student.clientId);
    expect(entries).toHaveLength(4);
    expect(entries).toContainEqual(['use recovery code', { left: 9 }]);
    expect(entries).toContainEqual(['failed sign in', { because: 'wrong code' }]);
  });

  test('someone else’s recovery code does not work', async () => {
    const [one, other] = [await anEnrolledStudent(), await anEnrolledStudent()];
    expect(await logIn(one.student.email, other.codes[0])).toEqual({ message: 'wrong code' });
    expect(await logIn(one.student.email, other.app())).toEqual({ message: 'wrong code' });
  });

  test('ten wrong codes lock it for this network for a quarter of an hour, even for correct codes', async () => {
    const { student, app } = await anEnrolledStudent();
    const browser = server.visitor();
    for (let turn = 0; turn < budgets['second factor codes'].units; turn += 1)
      expect(await logIn(student.email, '000000', browser)).toEqual({ message: 'wrong code' });
    const refused = await browser.refusal(accountCalls.login, {
      email: student.email,
      password: PASSWORD,
      code: app(),
    });
    expect(refused.status).toBe(429);
    server.clock.moveTo(new Date(server.clock.now().getTime() + 15 * MINUTE).toISOString());
    expect(await logIn(student.email, app(), browser)).toMatchObject({ message: 'success' });
  });

  test('thirty wrong codes from all networks lock it for a day, except for a known browser or a new password', async () => {
    const { student, app } = await anEnrolledStudent();
    const known = server.visitor();
    await logIn(student.email, app(), known);
    later();
    await logIn(student.email, '000000');
    const { who } = codesAt({ ...student, network: '', device: null });
    const key = createHash('sha256').update(`second factor codes from everywhere\n${who}`).digest();
    await server.database.owner.query('update tries set count = $1 where key = $2', [
      budgets['second factor codes from everywhere'].units,
      key,
    ]);
    const input = { email: student.email, password: PASSWORD, code: app() };
    expect((await server.visitor().refusal(accountCalls.login, input)).status).toBe(429);
    expect(await logIn(student.email, app(), known)).toMatchObject({ message: 'success' });
    later();
    const change = { email: student.email, password: PASSWORD, new_password: 'a heron by the pier' };
    await known.call(accountCalls.changePassword, change);
    const again = { email: student.email, password: change.new_password, code: app() };
    expect(await server.visitor().call(accountCalls.login, again)).toMatchObject({ message: 'success' });
  });

  test('correct codes use up no tries', async () => {
    const { student, app } = await anEnrolledStudent();
    for (let turn = 0; turn < 35; turn += 1) {
      expect(await logIn(student.email, app())).toMatchObject({ message: 'success' });
      later();
    }
  });

  test('a login while it is being turned on gets no session', async () => {
    const student = await server.aStudent({ passwordHash: await passwordHash });
    await setUp(server.as(student));
    const { owner } = server.database;
    const turningOn = await owner.connect();
    try {
      const [row] = await server.db.select().from(secondFactors).where(eq(secondFactors.userId, student.id));
      await owner.query('update second_factors set secret = null where user_id = $1', [student.id]);
      await turningOn.query('begin');
      await turningOn.query('select from users where id = $1 for no key update', [student.id]);
      await turningOn.query('update second_factors set secret = $2 where user_id = $1', [
        student.id,
        row?.secret,
      ]);
      const browser = server.visitor();
      const entering = logIn(student.email, '123456', browser);
      await untilLockWait(owner);
      await turningOn.query('commit');
      expect(await entering).toEqual({ message: 'second factor' });
      expect(await isSignedIn(browser)).toBe(false);
    } finally {
      turningOn.release();
    }
  });

  test('a new password by a mailed link does not bypass it', async () => {
    const { student } = await anEnrolledStudent();
    const browser = server.visitor();
    await browser.call(accountCalls.resetPassword, { email: student.email });
    const code = /\/forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '')?.[1] ?? '';
    const { _id = '' } = await browser.call(accountCalls.findUserByCode, { code });
    const chosen = { _id, new_password: 'a heron by the pier' };
    expect(await browser.call(accountCalls.changePasswordById, chosen)).toEqual({ message: 'success' });
    const input = { email: student.email, password: chosen.new_password };
    expect(await browser.call(accountCalls.login, input)).toEqual({ message: 'second factor' });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a reset by staff does not bypass it either', async () => {
    const { student } = await anEnrolledStudent();
    const teacher = await server.aTeacher({ clientId: student.clientId });
    await server.db
      .update(settings)
      .set({ defaultPasswordHash: await passwordHash })
      .where(eq(settings.clientId, student.clientId));
    await server.as(teacher).call(peopleCalls.adminResetPassword, { _id: student.id });
    expect(await logIn(student.email)).toEqual({ message: 'second factor' });
  });

  test('staff masquerade as a person who has it without a code', async () => {
    const { student } = await anEnrolledStudent();
    const teacher = await server.aTeacher({ clientId: student.clientId });
    const caller = server.as(teacher);
    expect(await caller.call(masqueradeCalls.masquerade, { id: student.id })).toMatchObject({
      _id: student.id,
    });
  });
});

describe('changing it', () => {
  test('turning it off requires the password and a code, and mails its owner', async () => {
    const { student, caller, app } = await anEnrolledStudent();
    const off = (password: string, code: string) => caller.call(stopSecondFactor, { password, code });
    expect(await off('wrong', app())).toEqual({ message: 'wrongPassword' });
    expect(await off(PASSWORD, '')).toEqual({ message: 'wrongCode' });
    expect(await off(PASSWORD, app(3))).toEqual({ message: 'wrongCode' });
    expect(await off(PASSWORD, app())).toEqual({ message: 'success' });
    expect(await logIn(student.email)).toMatchObject({ message: 'success' });
    expect(subjects()).toEqual(['Two-step login is on', 'Two-step login is off']);
    expect(await server.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, student.id))).toEqual(
      [],
    );
  });

  test('another phone replaces the first once its code is confirmed, with new recovery codes', async () => {
    const { student, caller, app, codes } = await anEnrolledStudent();
    const started = await caller.call(startSecondFactor, { password: PASSWORD, code: app() });
    later();
    expect(await logIn(student.email, app())).toMatchObject({ message: 'success' });
    const next = appOf(started.secret ?? '');
    expect(await caller.call(confirmSecondFactor, { code: next() })).toMatchObject({ message: 'success' });
    later();
    expect(await logIn(student.email, app())).toEqual({ message: 'wrong code' });
    expect(await logIn(student.email, codes[0])).toEqual({ message: 'wrong code' });
    expect(await logIn(student.email, next())).toMatchObject({ message: 'success' });
  });

  test('an open session and the password are not enough for a new phone', async () => {
    const { caller } = await anEnrolledStudent();
    const started = await caller.call(startSecondFactor, { password: PASSWORD, code: '' });
    expect(started).toEqual({ message: 'wrongCode' });
  });

  test('new recovery codes replace the old ones', async () => {
    const { student, caller, app, codes } = await anEnrolledStudent();
    const renewed = await caller.call(renewRecoveryCodes, { password: PASSWORD, code: app() });
    expect(renewed.recovery_codes).toHaveLength(10);
    expect(await logIn(student.email, codes[0])).toEqual({ message: 'wrong code' });
    expect(await logIn(student.email, renewed.recovery_codes?.[0])).toMatchObject({ message: 'success' });
    expect(subjects()).toContain('New recovery codes');
    const without = server.as(await server.aStudent({ passwordHash: await passwordHash }));
    expect((await without.refusal(renewRecoveryCodes, { password: PASSWORD })).status).toBe(409);
  });

  test('no one sees or changes it for a person they masquerade as', async () => {
    const { student } = await anEnrolledStudent();
    const caller = server.as(await server.aTeacher({ clientId: student.clientId }));
    await caller.call(masqueradeCalls.masquerade, { id: student.id });
    const proof = { password: PASSWORD, code: '123456' };
    for (const refused of [
      await caller.refusal(getSecondFactor, {}),
      await caller.refusal(startSecondFactor, proof),
      await caller.refusal(confirmSecondFactor, { code: '123456' }),
      await caller.refusal(stopSecondFactor, proof),
      await caller.refusal(renewRecoveryCodes, proof),
    ])
      expect([refused.status, refused.problem.type]).toEqual([403, '/problems/not-allowed']);
  });
});

describe('a reset by staff', () => {
  test('turns it off, ends every session, is recorded, and mails its owner', async () => {
    const { student, caller } = await anEnrolledStudent();
    const teacher = await server.aTeacher({ clientId: student.clientId });
    expect(await server.as(teacher).call(resetSecondFactor, { _id: student.id })).toEqual({
      message: 'success',
    });
    expect(await isSignedIn(caller)).toBe(false);
    expect(await logIn(student.email)).toMatchObject({ message: 'success' });
    const mail = server.jobs.mail.at(-1);
    expect([mail?.to, mail?.subject]).toEqual([student.email, 'Two-step login was turned off']);
    expect(await auditedIn(student.clientId)).toContain('reset second factor');
    expect(await server.as(teacher).call(resetSecondFactor, { _id: student.id })).toEqual({
      message: 'none',
    });
  });

  test('is limited to those below: a SuperAdmin an Admin, but an Admin no other Admin', async () => {
    const admin = await server.anAdmin({ passwordHash: await passwordHash });
    const [colleague, teacher] = [
      await server.anAdmin({ clientId: admin.clientId }),
      await server.aTeacher({ clientId: admin.clientId }),
    ];
    await setUp(server.as(admin));
    for (const other of [colleague, teacher])
      expect((await server.as(other).refusal(resetSecondFactor, { _id: admin.id })).status).toBe(404);
    const owner = server.as(await server.aSuperAdmin());
    expect(await owner.call(resetSecondFactor, { _id: admin.id })).toEqual({ message: 'success' });
    expect(await auditedIn(admin.clientId)).toContain('reset second factor');
  });

  test('staff see who has it', async () => {
    const { student } = await anEnrolledStudent();
    const without = await server.aStudent({ clientId: student.clientId });
    const caller = server.as(await server.aTeacher({ clientId: student.clientId }));
    const found = await caller.call(peopleCalls.filterUsers, { role: 'Student', limit: 10 });
    const has = Object.fromEntries(found.map((row) => [row._id, row.second_factor]));
    expect(has).toEqual({ [student.id]: true, [without.id]: false });
  });
});

describe('a school system that requires it of its staff', () => {
  async function aStrictSystem() {
    const client = await server.aClient();
    await server.db.update(settings).set({ staffSecondFactor: true }).where(eq(settings.clientId, client.id));
    return { client, passwordHash: await passwordHash };
  }

  test('makes them set it up at their next login, before anything else', async () => {
    const given = await aStrictSystem();
    const teacher = await server.aTeacher(given);
    const open = server.as(teacher);
    // The existing session continues.
    await open.call(sessionCalls.getSessions, {});
    const browser = server.visitor();
    expect(await logIn(teacher.email, undefined, browser)).toMatchObject({ message: 'success' });
    expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({
      must_set_up_second_factor: true,
    });
    for (const refused of [
      await browser.refusal(peopleCalls.searchUsers, { search: 'ada' }),
      await browser.refusal(masqueradeCalls.masquerade, { id: teacher.id }),
      await browser.refusal(sessionCalls.getSessions, {}),
      await browser.refusal(stopSecondFactor, { password: PASSWORD }),
    ])
      expect([refused.status, refused.problem.type]).toEqual([403, '/problems/second-factor-needed']);
    await setUp(browser);
    await browser.call(sessionCalls.getSessions, {});
    expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({
      must_set_up_second_factor: false,
    });
  });

  test('a new password in such a session gives no more access', async () => {
    const teacher = await server.aTeacher(await aStrictSystem());
    const browser = server.visitor();
    await logIn(teacher.email, undefined, browser);
    const input = { email: teacher.email, password: PASSWORD, new_password: 'a heron by the pier' };
    await browser.call(accountCalls.changePassword, input);
    expect((await browser.refusal(sessionCalls.getSessions, {})).problem.type).toBe(
      '/problems/second-factor-needed',
    );
  });

  test('does not let them turn it off', async () => {
    const caller = server.as(await server.anAdmin(await aStrictSystem()));
    const { app } = await setUp(caller);
    expect(await caller.call(getSecondFactor, {})).toMatchObject({ required: true });
    const refused = await caller.refusal(stopSecondFactor, { password: PASSWORD, code: app() });
    expect(refused.status).toBe(409);
  });

  test('requires nothing of students and businesses', async () => {
    const given = await aStrictSystem();
    for (const user of [await server.aStudent(given), await server.aBusiness(given)]) {
      const browser = server.visitor();
      await logIn(user.email, undefined, browser);
      expect(await browser.call(getSecondFactor, {})).toMatchObject({ required: false });
      expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({
        must_set_up_second_factor: false,
      });
    }
  });

  test('is configured by an Admin; no one else sees it', async () => {
    const admin = await server.anAdmin();
    const caller = server.as(admin);
    const logo = await server.aFile(admin, { contentType: 'image/jpeg' });
    const input = {
      short_name: 'SS',
      full_name: 'School system',
      phone_number: '(410)555-0100',
      default_password: 'harbor lights 2020',
      facebook: '',
      twitter: '',
      snapchat: '',
      instagram: '',
      logo: logo.id,
    };
    const saved = await caller.call(settingsCalls.saveSettings, { ...input, staff_second_factor: true });
    expect(saved).toMatchObject({ staff_second_factor: true });
    expect(await caller.call(settingsCalls.saveSettings, input)).toMatchObject({ staff_second_factor: true });
    const student = server.as(await server.aStudent({ clientId: admin.clientId }));
    expect(await student.call(settingsCalls.getSettings, {})).toMatchObject({ staff_second_factor: null });
  });
});

test('a server that requires it of SuperAdmins makes them set it up at their next login', async () => {
  const owner = await server.aSuperAdmin({ passwordHash: await passwordHash });
  server.outside.ownersNeedSecondFactor = true;
  try {
    const browser = server.visitor();
    await logIn(owner.email, undefined, browser);
    expect((await browser.refusal(sessionCalls.getSessions, {})).problem.type).toBe(
      '/problems/second-factor-needed',
    );
  } finally {
    server.outside.ownersNeedSecondFactor = false;
  }
});

test('counts secrets that another key encrypted', async () => {
  await anEnrolledStudent();
  const count = (byte: number) =>
    countSealedOtherwise(server.database.owner, makeVault(Buffer.alloc(32, byte)).mark);
  expect(await count(7)).toBe(0);
  expect(await count(8)).toBeGreaterThan(0);
});

test('after the key is replaced, the same apps still log in, and the old key is no longer needed', async () => {
  const { student, app } = await anEnrolledStudent();
  const { owner } = server.database;
  const [from, to] = [server.outside.vault, makeVault(Buffer.alloc(32, 8))];
  expect(await reencryptSecrets(owner, { from, to })).toBeGreaterThan(0);
  expect(await countSealedOtherwise(owner, to.mark)).toBe(0);
  expect(await logIn(student.email, app())).toEqual({ message: 'wrong code' });
  expect(await reencryptSecrets(owner, { from, to })).toBe(0);
  await reencryptSecrets(owner, { from: to, to: from });
  later();
  expect(await logIn(student.email, app())).toMatchObject({ message: 'success' });
});

test('the operator turns it off for the only SuperAdmin', async () => {
  const { owner: pool } = server.database;
  const owner = await server.aSuperAdmin({ passwordHash: await passwordHash });
  const caller = server.as(owner);
  await setUp(caller);
  await turnOffByOperator(pool, owner.email.toUpperCase(), server.clock.now());
  expect(await isSignedIn(caller)).toBe(false);
  expect(await logIn(owner.email)).toMatchObject({ message: 'success' });
  expect(await auditedIn(owner.clientId)).toContain('reset second factor');
  await expect(turnOffByOperator(pool, owner.email, server.clock.now())).rejects.toThrow(
    `No account with the email ${owner.email} has two-step login.`,
  );
});
