import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CONFIRMATION_DAYS } from '@waypost/contract/people/accounts/rules';
import { teacherCalls } from '@waypost/contract/people/teachers/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { hashSecret } from '../../platform/access/sessions.ts';
import { passwordCodes, sessions } from '../../platform/database/tables/logins.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const NEW = 'a heron by the pier';
const MINUTE = 60_000;

const passwordHash = hashPassword(PASSWORD);
const somebody = async (given: object = {}) =>
  server.aStudent({ passwordHash: await passwordHash, ...given });
const opens = async (email: string, password: string) =>
  (await server.visitor().call(accountCalls.login, { email, password })).message === 'success';
const isSignedIn = async (caller: Caller) =>
  !Array.isArray(await caller.call(accountCalls.getCurrentUser, {}));

const codeMailedTo = (email: string) => {
  const mail = server.jobs.mail.filter(({ to }) => to === email).at(-1);
  return /\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
};

beforeEach(() => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
});

describe('changing how one logs in', () => {
  test('a new password replaces the old one, and its owner gets a mail', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const input = { email: student.email, password: PASSWORD, new_password: NEW };
    expect(await browser.call(accountCalls.changePassword, input)).toEqual({ message: 'success' });
    expect([await opens(student.email, PASSWORD), await opens(student.email, NEW)]).toEqual([false, true]);
    expect(server.jobs.mail.map((mail) => [mail.to, mail.subject])).toEqual([
      [student.email, 'Your Waypost password was changed'],
    ]);
  });

  test('a new password ends every session except a new one in this browser', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const elsewhere = server.visitor();
    await elsewhere.call(accountCalls.login, { email: student.email, password: PASSWORD });
    const stolen = browser.copy();
    await browser.call(accountCalls.changePassword, {
      email: student.email,
      password: PASSWORD,
      new_password: NEW,
    });
    expect([await isSignedIn(browser), await isSignedIn(elsewhere), await isSignedIn(stolen)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('a login with a password that is being changed does not leave a session', async () => {
    const student = await somebody();
    const changing = await server.database.owner.connect();
    try {
      await changing.query('begin');
      await changing.query('update users set password_hash = $2 where id = $1', [
        student.id,
        await hashPassword(NEW),
      ]);
      const browser = server.visitor();
      const entering = browser.call(accountCalls.login, { email: student.email, password: PASSWORD });
      await untilLockWait(server.database.owner);
      await changing.query('commit');
      expect(await entering).toEqual({ message: 'Wrong Name/PW' });
      expect(await isSignedIn(browser)).toBe(false);
    } finally {
      changing.release(true);
    }
  });

  const moveTo = (student: { token: string }, email: string, new_password = '') =>
    server.as(student).call(accountCalls.changePassword, { email, password: PASSWORD, new_password });
  const confirm = (code: string) => server.visitor().call(accountCalls.confirmEmail, { code });

  const whoHas = async (email: string) =>
    (await server.db.select().from(users).where(eq(users.emailLower, email.toLowerCase())))[0]?.id;

  test('a new email applies immediately, only for its owner, and both addresses get a mail', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const stolen = browser.copy();
    const input = { email: 'Ada.New@waypost.test', password: PASSWORD, new_password: '' };
    expect(await browser.call(accountCalls.changePassword, input)).toEqual({ message: 'success' });
    expect(await browser.call(accountCalls.getUserData, {})).toMatchObject({
      email: 'Ada.New@waypost.test',
      confirmed: true,
    });
    expect(await isSignedIn(stolen)).toBe(false);
    expect([await opens('ada.new@waypost.test', PASSWORD), await opens(student.email, PASSWORD)]).toEqual([
      true,
      false,
    ]);
    expect(server.jobs.mail.map((mail) => [mail.to, mail.subject])).toEqual([
      ['Ada.New@waypost.test', 'Confirm your new Waypost email'],
      [student.email, 'Your Waypost email was changed'],
    ]);
    expect(server.jobs.mail[1]?.text).not.toContain('/confirm/');
  });

  /** Staff create an account for this address. */
  async function invite(email: string) {
    const admin = await server.anAdmin({ client: await server.aClient() });
    const teacher = { first_name: 'Tess', last_name: 'Teal', email, schools: [], programs: [] };
    return server.as(admin).call(teacherCalls.createTeacher, teacher);
  }

  test('an unconfirmed email does not lock out its owner: they get the last confirmed one back', async () => {
    const student = await somebody();
    await moveTo(student, 'tess@waypost.test');
    const code = codeMailedTo('tess@waypost.test');
    expect(await invite('Tess@waypost.test')).toMatchObject({ message: 'success' });
    expect(await whoHas('tess@waypost.test')).not.toBe(student.id);
    expect(await whoHas(student.email)).toBe(student.id);
    expect(await confirm(code)).toEqual({ message: 'expired' });
    expect(await opens(student.email, PASSWORD)).toBe(true);
  });

  test('an account whose former email was taken meanwhile has none left once its new one is taken over', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const move = (email: string) =>
      browser.call(accountCalls.changePassword, { email, password: PASSWORD, new_password: '' });
    await move('claimed@waypost.test');
    const heir = await somebody({ email: student.email });
    expect(await invite('claimed@waypost.test')).toMatchObject({ message: 'success' });
    expect(await whoHas(student.email)).toBe(heir.id);
    expect((await browser.call(accountCalls.getUserData, {})).email).toBe(`${student.id}@nobody.invalid`);
    expect(await move('chosen@waypost.test')).toEqual({ message: 'success' });
    expect(await opens('chosen@waypost.test', PASSWORD)).toBe(true);
  });

  test('a new email stays once confirmed, by its link or by a mailed link for a new password', async () => {
    for (const prove of [
      async (email: string) => {
        expect(await confirm(codeMailedTo(email))).toEqual({ message: 'success' });
      },
      async (email: string) => {
        await server.visitor().call(accountCalls.resetPassword, { email });
        const reset = /forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '')?.[1] ?? '';
        const browser = server.visitor();
        const { _id = '' } = await browser.call(accountCalls.findUserByCode, { code: reset });
        await browser.call(accountCalls.changePasswordById, { _id, new_password: NEW });
      },
    ]) {
      const student = await somebody();
      const email = `kept.${student.email}`;
      await moveTo(student, email);
      await prove(email);
      expect(await invite(email)).toEqual({ message: 'User Exists' });
      expect(await whoHas(email)).toBe(student.id);
    }
  });

  test('the link to a new email expires with a newer one, and after two weeks', async () => {
    const student = await somebody();
    const browser = server.as(student);
    for (const email of ['first@waypost.test', 'second@waypost.test']) {
      const input = { email, password: PASSWORD, new_password: '' };
      expect(await browser.call(accountCalls.changePassword, input)).toEqual({ message: 'success' });
    }
    expect(await confirm(codeMailedTo('first@waypost.test'))).toEqual({ message: 'expired' });
    server.clock.moveBy(CONFIRMATION_DAYS * 24 * 60 * MINUTE);
    expect(await confirm(codeMailedTo('second@waypost.test'))).toEqual({ message: 'expired' });
    // The student gets the last confirmed email back, not the one in between.
    await invite('second@waypost.test');
    expect(await whoHas(student.email)).toBe(student.id);
  });

  test('the link to a new email sets no password', async () => {
    const student = await somebody();
    await moveTo(student, 'safe@waypost.test');
    const code = codeMailedTo('safe@waypost.test');
    expect((await server.visitor().call(accountCalls.findUserByCode, { code })).message).toBe('expired');
  });

  test('a wrong current password changes nothing', async () => {
    const student = await somebody();
    const input = { email: 'thief@waypost.test', password: 'not the password', new_password: NEW };
    expect(await server.as(student).call(accountCalls.changePassword, input)).toEqual({
      message: 'wrongPassword',
    });
    expect(await opens(student.email, PASSWORD)).toBe(true);
    expect(server.jobs.mail).toEqual([]);
  });

  test('allows ten guesses at the current password, however many others were made at the login', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const guess = { email: student.email, password: 'not the password', new_password: NEW };
    for (let tries = 0; tries < 10; tries += 1) await opens(student.email, 'not the password');
    for (let tries = 0; tries < 10; tries += 1) await browser.call(accountCalls.changePassword, guess);
    expect((await browser.refusal(accountCalls.changePassword, guess)).status).toBe(429);
  });

  test('mails at most five new addresses in an hour', async () => {
    const student = await somebody();
    const browser = server.as(student);
    const moveTo = (email: string) => ({ email, password: PASSWORD, new_password: '' });
    for (let at = 0; at < 5; at += 1)
      await browser.call(accountCalls.changePassword, moveTo(`stranger${at}@waypost.test`));
    const mailed = server.jobs.mail.length;
    const refused = await browser.refusal(accountCalls.changePassword, moveTo('stranger5@waypost.test'));
    expect([refused.status, server.jobs.mail.length]).toEqual([429, mailed]);
    server.clock.moveBy(60 * MINUTE);
    expect(await browser.call(accountCalls.changePassword, moveTo('stranger5@waypost.test'))).toEqual({
      message: 'success',
    });
  });

  test('rejects another account’s email in any letter case, and changes nothing', async () => {
    const [student, other] = [await somebody(), await server.aBusiness()];
    const input = { email: other.email.toUpperCase(), password: PASSWORD, new_password: NEW };
    expect(await server.as(student).call(accountCalls.changePassword, input)).toEqual({
      message: 'emailExists',
    });
    expect(await opens(student.email, PASSWORD)).toBe(true);
    expect(await isSignedIn(server.as(student))).toBe(true);
    expect(server.jobs.mail).toEqual([]);
  });

  test('of two people who change to one email at once, one gets it, and the other is refused', async () => {
    for (const email of ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `wanted-${letter}@waypost.test`)) {
      const two = [await somebody(), await somebody()];
      const replies = await Promise.all(two.map((user) => moveTo(user, email)));
      expect(replies.map(({ message }) => message).sort()).toEqual(['emailExists', 'success']);
    }
  });

  test('of two concurrent changes from one password, one is saved', async () => {
    const student = await somebody();
    const change = (new_password: string) =>
      server
        .as(student)
        .send(accountCalls.changePassword, { email: student.email, password: PASSWORD, new_password });
    const answers = await Promise.all([change('the first of the two'), change('the second of the two')]);
    // The slower one finds its session ended, or its password no longer current.
    const kept = await Promise.all(
      answers.map(async (answer) => answer.ok && (await answer.text()) === '{"message":"success"}'),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect([
      await opens(student.email, 'the first of the two'),
      await opens(student.email, 'the second of the two'),
    ]).toEqual(kept);
  });

  test('rejects a bad new password at its field, without counting a guess', async () => {
    const student = await somebody();
    const browser = server.as(student);
    for (const [new_password, sentence] of [
      ['qwertyuiop', 'this password is too common; choose another'],
      [`${student.email}!`, 'choose a password that does not contain your email'],
      ['short', 'choose a password of at least 10 characters'],
    ]) {
      const input = { email: student.email, password: PASSWORD, new_password };
      for (let tries = 0; tries < 4; tries += 1) {
        const refused = await browser.refusal(accountCalls.changePassword, input);
        expect([refused.status, refused.problem.errors]).toEqual([400, { new_password: [sentence] }]);
      }
    }
    expect(await opens(student.email, PASSWORD)).toBe(true);
  });

  test('reports missing required fields', async () => {
    const student = await somebody();
    const refused = await server
      .as(student)
      .refusal(accountCalls.changePassword, { email: '', password: '', new_password: '' });
    expect(refused.problem.errors).toMatchObject({
      email: expect.arrayContaining(['email is required']),
      password: ['password is required'],
    });
  });

  test('a person with an initial password must choose another before anything else', async () => {
    const student = await somebody({ mustChangePassword: true });
    const browser = server.as(student);
    for (const new_password of ['', PASSWORD]) {
      const input = { email: student.email, password: PASSWORD, new_password };
      const refused = await browser.refusal(accountCalls.changePassword, input);
      expect(refused.problem.errors).toEqual({ new_password: ['choose a password of your own'] });
    }
    await browser.call(accountCalls.changePassword, {
      email: student.email,
      password: PASSWORD,
      new_password: NEW,
    });
    expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({
      must_change_password: false,
    });
  });

  test('a masquerade cannot be used to take over the account', async () => {
    const client = await server.aClient();
    const [student, admin] = [await somebody({ client }), await server.anAdmin({ client })];
    await server.db
      .update(sessions)
      .set({ adminClientId: client.id, adminId: admin.id })
      .where(eq(sessions.userId, student.id));
    const input = { email: student.email, password: PASSWORD, new_password: NEW };
    const refused = await server.as(student).refusal(accountCalls.changePassword, input);
    expect([refused.status, refused.problem.type]).toEqual([403, '/problems/not-allowed']);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => server.visitor().call(accountCalls.resetPassword, { email });
  const mailedCode = () =>
    /https:\/\/waypost\.test\/forgotPassword\/([\w-]+)/.exec(server.jobs.mail.at(-1)?.text ?? '')?.[1] ?? '';
  const setNew = (browser: Caller, _id: string, new_password = NEW) =>
    browser.call(accountCalls.changePasswordById, { _id, new_password });

  /** A person who requested a link and opened it in this browser. */
  async function whoOpenedTheLink() {
    const student = await somebody();
    await ask(student.email);
    const code = mailedCode();
    const browser = server.visitor();
    const found = await browser.call(accountCalls.findUserByCode, { code });
    return { student, code, browser, found };
  }

  test('is reset once by the mailed link', async () => {
    const { student, code, browser, found } = await whoOpenedTheLink();
    expect(found).toEqual({ message: 'success', _id: student.id, email: student.email });
    expect(await setNew(browser, student.id)).toEqual({ message: 'success' });
    expect([await opens(student.email, PASSWORD), await opens(student.email, NEW)]).toEqual([false, true]);
    expect(await setNew(browser, student.id, 'yet another password')).toEqual({ message: 'expired' });
    expect(await server.visitor().call(accountCalls.findUserByCode, { code })).toEqual({
      message: 'expired',
    });
  });

  test('can be requested in any letter case, and the link goes to the stored address', async () => {
    const student = await somebody();
    expect(await ask(student.email.toUpperCase())).toEqual({ message: 'success' });
    const [mail] = server.jobs.mail;
    expect(mail?.to).toBe(student.email);
    expect(mail?.html).toContain(`href="https://waypost.test/forgotPassword/${mailedCode()}"`);
  });

  test('gets the same kind of reply for an unknown email, and sends nothing', async () => {
    expect(await ask('nobody@waypost.test')).toEqual({ message: 'wrong email' });
    expect(server.jobs.mail).toEqual([]);
  });

  test('requires an email', async () => {
    const refused = await server.visitor().refusal(accountCalls.resetPassword, { email: ' ' });
    expect(refused.problem.errors).toEqual({ email: ['email is required'] });
  });

  test('is mailed five times an hour, and again once no link works for a quarter of an hour', async () => {
    const student = await somebody();
    for (let tries = 0; tries < 7; tries += 1) await ask(student.email);
    expect(server.jobs.mail.length).toBe(5);
    server.clock.moveBy(16 * 60_000);
    for (let tries = 0; tries < 2; tries += 1) await ask(student.email);
    expect(server.jobs.mail.length).toBe(6);
  });

  test('stores the code only as its hash', async () => {
    const { student, code } = await whoOpenedTheLink();
    const [kept] = await server.db.select().from(passwordCodes).where(eq(passwordCodes.userId, student.id));
    expect(kept?.codeHash).toHaveLength(32);
    expect(kept?.codeHash.equals(Buffer.from(code, 'base64url'))).toBe(false);
  });

  test('expires after half an hour', async () => {
    const student = await somebody();
    await ask(student.email);
    const code = mailedCode();
    const open = async () => (await server.visitor().call(accountCalls.findUserByCode, { code })).message;
    server.clock.moveBy(30 * MINUTE - 1);
    expect(await open()).toBe('success');
    server.clock.moveBy(1);
    expect(await open()).toBe('expired');
  });

  test('expires even if the link was opened in time', async () => {
    const { student, browser } = await whoOpenedTheLink();
    server.clock.moveBy(30 * MINUTE);
    expect(await setNew(browser, student.id)).toEqual({ message: 'expired' });
    expect(await opens(student.email, PASSWORD)).toBe(true);
  });

  test('revokes every link when the password or the email changes', async () => {
    for (const change of [{ new_password: NEW }, { email: 'moved.away@waypost.test', new_password: '' }]) {
      const { student, code, browser } = await whoOpenedTheLink();
      const input = { email: student.email, password: PASSWORD };
      await server.as(student).call(accountCalls.changePassword, { ...input, ...change });
      expect(await setNew(browser, student.id)).toEqual({ message: 'expired' });
      expect((await server.visitor().call(accountCalls.findUserByCode, { code })).message).toBe('expired');
    }
  });

  test('using one link revokes the others and ends every session', async () => {
    const student = await somebody();
    await ask(student.email);
    const first = mailedCode();
    await ask(student.email);
    const browser = server.visitor();
    await browser.call(accountCalls.findUserByCode, { code: mailedCode() });
    await setNew(browser, student.id);
    expect((await server.visitor().call(accountCalls.findUserByCode, { code: first })).message).toBe(
      'expired',
    );
    expect(await isSignedIn(server.as(student))).toBe(false);
    expect(server.jobs.mail.at(-1)).toMatchObject({
      to: student.email,
      subject: 'Your Waypost password was changed',
    });
  });

  test('only the browser that opened the link sets the password, and only for its account', async () => {
    const [{ student, browser }, other] = [await whoOpenedTheLink(), await somebody()];
    expect(await setNew(server.visitor(), student.id)).toEqual({ message: 'expired' });
    expect(await setNew(browser, other.id)).toEqual({ message: 'expired' });
    expect([await opens(student.email, PASSWORD), await opens(other.email, PASSWORD)]).toEqual([true, true]);
  });

  test('the cookie for the link cannot be read by scripts or other sites', async () => {
    const student = await somebody();
    await ask(student.email);
    const response = await server.visitor().send(accountCalls.findUserByCode, { code: mailedCode() });
    const cookie = response.headers.getSetCookie().join().split('; ');
    expect(cookie[0]).toMatch(/^waypost_code=/);
    expect(cookie).toEqual(expect.arrayContaining(['Path=/auth', 'HttpOnly', 'SameSite=Strict']));
    expect(cookie).toContain('Expires=Wed, 04 Mar 2026 15:30:00 GMT');
  });

  test('a link used twice concurrently sets one password', async () => {
    const { student, browser } = await whoOpenedTheLink();
    const replies = await Promise.all(
      ['the first of the two', 'the second of the two'].map((word) =>
        setNew(browser.copy(), student.id, word),
      ),
    );
    expect(replies.map((reply) => reply.message).sort()).toEqual(['expired', 'success']);
  });

  test('a bad new password does not use up the link', async () => {
    const { student, browser } = await whoOpenedTheLink();
    const refused = await browser.refusal(accountCalls.changePasswordById, {
      _id: student.id,
      new_password: 'password123',
    });
    expect(refused.problem.errors).toEqual({
      new_password: ['this password is too common; choose another'],
    });
    expect(await setNew(browser, student.id)).toEqual({ message: 'success' });
  });

  test('made-up codes fail and are limited, but a correct one still works', async () => {
    const { code } = await whoOpenedTheLink();
    const open = (code: string) => server.visitor().send(accountCalls.findUserByCode, { code });
    expect(await (await open('made up')).json()).toEqual({ message: 'expired' });
    await server.database.owner.query('update tries set count = 300');
    expect((await open('made up')).status).toBe(429);
    expect(await (await open(code)).json()).toMatchObject({ message: 'success' });
    await server.database.owner.query('delete from tries');
    expect((await server.visitor().refusal(accountCalls.findUserByCode, { code: '' })).status).toBe(400);
  });

  test('setting a password by link removes the need to change it', async () => {
    const student = await somebody({ mustChangePassword: true });
    await ask(student.email);
    const browser = server.as(student);
    await browser.call(accountCalls.findUserByCode, { code: mailedCode() });
    expect(await setNew(browser, student.id)).toEqual({ message: 'success' });
    const [row] = await server.db.select().from(users).where(eq(users.id, student.id));
    expect(row?.mustChangePassword).toBe(false);
  });

  test('an invited teacher sets their first password by an invitation, which lives longer', async () => {
    const teacher = await server.aTeacher();
    await server.db.insert(passwordCodes).values({
      clientId: teacher.clientId,
      userId: teacher.id,
      codeHash: hashSecret('an invitation'),
      purpose: 'invitation',
      expiresAt: new Date(server.clock.now().getTime() + 7 * 24 * 60 * MINUTE),
    });
    server.clock.moveBy(6 * 24 * 60 * MINUTE);
    const browser = server.visitor();
    await browser.call(accountCalls.findUserByCode, { code: 'an invitation' });
    expect(await setNew(browser, teacher.id)).toEqual({ message: 'success' });
    expect(await opens(teacher.email, NEW)).toBe(true);
  });
});
