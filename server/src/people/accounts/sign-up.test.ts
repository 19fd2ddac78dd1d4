import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { CLIENT_FULL } from '@waypost/contract/school-system/clients/rules';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { PLATFORM } from '../../platform/access/actor.ts';
import { hashPassword } from '../../platform/access/passwords.ts';
import { businesses, students, users } from '../../platform/database/tables/people.ts';

const server = startTestServer();

let people = 0;
const asStudent = (client: { id: string }, given: object = {}) => {
  people += 1;
  return {
    client: client.id,
    email: `person${people}@signup.test`,
    password: 'a boat on the bay',
    type: 'Student' as const,
    first_name: 'Ada',
    last_name: 'Lovelace',
    ...given,
  };
};
const asBusiness = (client: { id: string }, given: object = {}) => ({
  ...asStudent(client),
  type: 'Business' as const,
  first_name: undefined,
  last_name: undefined,
  business_name: 'Bayside Marine',
  ...given,
});
const fieldsOf = async (input: object) => {
  const refused = await server.visitor().refusal(accountCalls.signUp, input);
  return [refused.status, refused.problem.errors];
};

test('a student who signs up is logged in immediately, unapproved and with an unfinished profile', async () => {
  const client = await server.aClient();
  const browser = server.visitor();
  const input = asStudent(client);
  const reply = await browser.call(accountCalls.signUp, input);
  expect(reply).toMatchObject({
    message: 'success',
    user: {
      role: 'Student',
      client: client.id,
      email: input.email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      approved: false,
      __v: 0,
    },
  });
  expect(await browser.call(accountCalls.getCurrentUser, {})).toMatchObject({ user: { email: input.email } });
  const made = await server.db.select().from(students).where(eq(students.clientId, client.id));
  expect(made).toHaveLength(1);
  const again = await server
    .visitor()
    .call(accountCalls.login, { email: input.email, password: input.password });
  expect(again.message).toBe('success');
});

test('no one can sign up with or change to an address of the demo, because no server without it would start', async () => {
  const client = await server.aClient();
  const email = 'Me@Demo.Waypost.Test';
  expect(await server.visitor().call(accountCalls.signUp, asStudent(client, { email }))).toEqual({
    message: 'User Exists',
  });
  const passwordHash = await hashPassword('a boat on the bay');
  const student = server.as(await server.aStudent({ client, passwordHash }));
  const change = { email, password: 'a boat on the bay', new_password: '' };
  expect(await student.call(accountCalls.changePassword, change)).toEqual({ message: 'emailExists' });
});

test('a business signs up by its name', async () => {
  const client = await server.aClient();
  const reply = await server.visitor().call(accountCalls.signUp, asBusiness(client));
  expect(reply.user).toMatchObject({ role: 'Business', business_name: 'Bayside Marine', first_name: '' });
  expect(await server.db.select().from(businesses).where(eq(businesses.clientId, client.id))).toHaveLength(1);
});

test('stores a password only as a memory-hard hash', async () => {
  const client = await server.aClient();
  await server.visitor().call(accountCalls.signUp, asStudent(client));
  const [user] = await server.db.select().from(users).where(eq(users.clientId, client.id));
  expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('ignores fields that would give a student another role or approval', async () => {
  const client = await server.aClient();
  const sent = asStudent(client, {
    role: 'Admin',
    approved: true,
    saves: 9,
    __v: 9,
    must_change_password: false,
    clientId: PLATFORM,
    user: { role: 'SuperAdmin' },
    safe: 'anything',
  });
  const reply = await server.visitor().call(accountCalls.signUp, sent);
  expect(reply.user).toMatchObject({ role: 'Student', approved: false, __v: 0, client: client.id });
});

test.each(['Teacher', 'Admin', 'SuperAdmin', 'student', '', undefined])(
  'no one can sign up as %j',
  async (type) => {
    const client = await server.aClient();
    const [status, errors] = await fieldsOf(asStudent(client, { type }));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['type']]);
  },
);

test('reports a taken email, in any letter case and school system', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const input = asStudent(client);
  await server.visitor().call(accountCalls.signUp, input);
  await server.db.update(users).set({ confirmed: true }).where(eq(users.email, input.email));
  for (const again of [client, other]) {
    const browser = server.visitor();
    const reply = await browser.call(
      accountCalls.signUp,
      asBusiness(again, { email: input.email.toUpperCase() }),
    );
    expect(reply).toEqual({ message: 'User Exists' });
    expect(browser.cookie).toBeUndefined();
  }
});

test('of ten concurrent sign-ups with one email, one succeeds', async () => {
  const [client, other] = [await server.aClient(), await server.aClient()];
  const email = 'contested@signup.test';
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      server.visitor().call(accountCalls.signUp, asStudent(turn % 2 ? client : other, { email })),
    ),
  );
  expect(replies.map((reply) => reply.message).sort()).toEqual([...Array(9).fill('User Exists'), 'success']);
  expect(await server.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test('each of a school system’s last places is given once, however many sign up at once', async () => {
  const client = await server.aClient({ maxUsers: 3 });
  await server.aTeacher({ client });
  const codes = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const input = asStudent(client);
      await server.visitor().call(accountCalls.signUp, input);
      const mail = server.jobs.mail.find(({ to }) => to === input.email);
      return /confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    }),
  );
  const statuses = await Promise.all(
    codes.map(async (code) => (await server.visitor().send(accountCalls.confirmEmail, { code })).status),
  );
  expect(statuses.sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
  const refused = await server.visitor().refusal(accountCalls.signUp, asStudent(client));
  expect([refused.status, refused.problem.detail]).toEqual([409, CLIENT_FULL]);
  const taken = await server.db.select().from(users).where(eq(users.clientId, client.id));
  expect(taken.filter(({ confirmed }) => confirmed)).toHaveLength(3);
});

test('no one can sign up to the platform or an unknown school system', async () => {
  for (const id of [PLATFORM, '11111111-1111-4111-8111-111111111111'])
    expect(await fieldsOf(asStudent({ id }))).toEqual([400, { client: ['choose a school system'] }]);
  expect((await fieldsOf(asStudent({ id: 'none' })))[0]).toBe(400);
});

test.each([
  ['short', 'choose a password of at least 10 characters'],
  ['Qwertyuiop', 'this password is too common; choose another'],
  ['x'.repeat(201), 'choose a password of at most 200 characters'],
  ['ADA.byron and a boat', 'choose a password that does not contain your email'],
  ['', 'this field is required'],
])('rejects the password %j at its field', async (password, sentence) => {
  const client = await server.aClient();
  const [status, errors] = await fieldsOf(asStudent(client, { email: 'ada.byron@signup.test', password }));
  expect([status, errors]).toMatchObject([400, { password: expect.arrayContaining([sentence]) }]);
});

test('rejects a password that is the name of the school system and a number', async () => {
  const client = await server.aClient({ fullName: 'Severn River Schools', shortName: 'SRS' });
  for (const password of ['SevernRiver2026', 'waypost-2026', 'SRS 2026-2027'])
    expect(await fieldsOf(asStudent(client, { password }))).toEqual([
      400,
      { password: ['choose a password that is more than the name of Waypost or your school system'] },
    ]);
  const student = await server.aStudent({ client, passwordHash: await hashPassword('a quiet lantern') });
  const input = { email: student.email, password: 'a quiet lantern', new_password: 'SevernRiver2026' };
  const refused = await server.as(student).refusal(accountCalls.changePassword, input);
  expect(refused.problem.errors).toEqual({
    new_password: ['choose a password that is more than the name of Waypost or your school system'],
  });
});

test('each type has its own names', async () => {
  const client = await server.aClient();
  const required = ['this field is required'];
  expect(await fieldsOf(asStudent(client, { first_name: ' ', last_name: undefined }))).toEqual([
    400,
    { first_name: required, last_name: required },
  ]);
  expect(await fieldsOf(asBusiness(client, { business_name: '' }))).toEqual([
    400,
    { business_name: required },
  ]);
});

test.each(['no address', 'a@b', 'a@b.test\u0000', 'a b@c.test', `${'x'.repeat(250)}@c.test`])(
  'rejects the email %j at its field',
  async (email) => {
    const client = await server.aClient();
    const [status, errors] = await fieldsOf(asStudent(client, { email }));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['email']]);
  },
);

test('signing up in a browser ends the session of the person logged in there', async () => {
  const client = await server.aClient();
  const before = server.as(await server.aStudent());
  const old = before.copy();
  await before.call(accountCalls.signUp, asStudent(client));
  expect(await old.call(accountCalls.getCurrentUser, {})).toEqual([]);
  expect(await before.call(accountCalls.getCurrentUser, {})).toMatchObject({ user: { client: client.id } });
});

test('answers each check whether an email is taken', async () => {
  const client = await server.aClient();
  const input = asStudent(client);
  await server.visitor().call(accountCalls.signUp, input);
  await server.db.update(users).set({ confirmed: true }).where(eq(users.email, input.email));
  for (let tries = 0; tries < 12; tries += 1)
    expect(await server.visitor().call(accountCalls.signUp, input)).toEqual({ message: 'User Exists' });
});
