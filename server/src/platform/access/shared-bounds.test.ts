import { accountCalls } from '@waypost/contract/people/accounts/calls';
import { type BudgetName, budgets } from '@waypost/contract/platform/budgets/rules';
import { fileCalls } from '@waypost/contract/school-system/files/calls';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aLinkedPlacement } from '../../../testing/links.ts';
import { aPdf } from '../../../testing/sample-files.ts';
import { startTestServer, TEST_NOW } from '../../../testing/server.ts';
import { useUp } from '../../../testing/use-up.ts';
import { createApp } from '../../app.ts';
import * as limits from '../../people/accounts/limits.ts';
import { budgetOf } from './budgets.ts';
import { type Bound, countInOrder, refundTry } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { asSession } from './tenant.ts';

/*
 * Nobody is refused for what others tried (docs/decisions/0085-shared-bounds.md): for each bound that callers share,
 * an attacker in one network tries as often as possible, and a person elsewhere is served. So is a person in the same
 * network, except where the server could not tell them from an attacker who guesses their password.
 */
const server = startTestServer();
const PASSWORD = 'a boat on the bay';
const MINUTE = 60_000;
const [HERE, ELSEWHERE] = ['198.51.100.9', '203.0.113.1'];
const passwordHash = hashPassword(PASSWORD);
const somebody = async () => server.aStudent({ passwordHash: await passwordHash });

let app: FastifyInstance;
beforeAll(async () => {
  const dependencies = { pool: server.database.app, outside: server.outside, secureCookies: false };
  app = await createApp({ ...dependencies, trustProxy: 1 });
});
afterAll(() => app.close());
beforeEach(async () => {
  server.clock.moveTo(TEST_NOW);
  server.jobs.mail.length = 0;
  await server.database.owner.query('delete from tries');
});

const inTransaction = <T>(work: Parameters<typeof asSession<T>>[3]) =>
  asSession(server.database.app, null, server.clock.now(), work);

const from = (network: string) => {
  const send = (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      method,
      url,
      headers: { 'x-forwarded-for': network, ...headers },
      ...(payload && { payload }),
    });
  return {
    get: (url: string) => send('GET', url),
    login: (email: string, password = PASSWORD) => send('POST', accountCalls.login.path, { email, password }),
    reset: (email: string) => send('POST', accountCalls.resetPassword.path, { email }),
    find: (code: string) => send('POST', accountCalls.findUserByCode.path, { code }),
    signUp: (client: { id: string }, email: string) =>
      send('POST', accountCalls.signUp.path, {
        client: client.id,
        email,
        password: PASSWORD,
        type: 'Student',
        first_name: 'Ada',
        last_name: 'L',
      }),
    upload: (person: { token: string }, content = aPdf()) => {
      const form = new FormData();
      form.append('fileupload', new Blob([new Uint8Array(content)]), 'a.pdf');
      return send('POST', fileCalls.uploadFile.path, form, { cookie: `waypost_session=${person.token}` });
    },
  };
};
const mailsTo = (email: string) => server.jobs.mail.filter(({ to }) => to === email);

/* Every budget is counted for its caller alone, or is in one of the tests below. A new one does not compile without. */
const OWN = 'only the caller’s own account';
const tested: Record<BudgetName, string> = {
  'student searches': OWN,
  'person exports': OWN,
  'person erasures': OWN,
  browses: OWN,
  finds: OWN,
  'student views': OWN,
  'guesses at your own password': OWN,
  'email changes': OWN,
  'confirmation mails': OWN,
  uploads: OWN,
  'uploaded megabytes': OWN,
  'reserved megabytes': OWN,
  'evaluation emails': OWN,
  'supervisor links': OWN,
  'signing links': OWN,
  'progress links': OWN,
  offers: OWN,
  'emails to an address': OWN,
  'calendar reads': 'only those who have the secret address',
  'codes by link': 'only those who have the link, and staff',
  'unknown emails': 'changes only a reply',
  'failed logins': 'changes only how many guesses remain',
  'password guesses': 'login',
  'password guesses from everywhere': 'login',
  'second factor codes': 'chains',
  'second factor codes of a network': 'chains',
  'second factor codes from everywhere': 'chains',
  'reset mails': 'resets',
  'reset mails from everywhere': 'resets',
  'reset mails of a network': 'resets',
  'wrong codes': 'codes',
  'wrong calendar addresses': 'codes',
  'wrong document codes': 'codes',
  'unproven mails': 'sign-ups',
  'unproven mails of a network': 'sign-ups',
  'unproven mails from everywhere': 'sign-ups',
  'uploads of a network': 'uploads',
  'megabytes of a network before approval': 'uploads',
  'megabytes before approval': 'uploads',
  'emails to an address from everywhere': 'chains',
};

test('a caller’s own budget is counted for their account', () => {
  for (const [name, how] of Object.entries(tested))
    if (how === OWN) expect(budgets[name as BudgetName].per, name).toMatch(/^account/);
});

const attempt = { email: 'victim@waypost.test', device: null, passwordHash: 'x' };
const chains: Record<string, (network: string) => Bound[]> = {
  'a guess': (network) => [limits.guessesBy({ ...attempt, network }), limits.guessesAt(attempt.email)],
  'a code': (network) => {
    const at = { ...attempt, network };
    return [limits.codesBy(at), limits.codesFrom(at), limits.codesAt(at)];
  },
  'a reset': (network) => [
    limits.resetsBy({ ...attempt, network }),
    limits.resetsFrom({ network }),
    limits.resetsOf(attempt.email),
  ],
  'a mail to an unproven address': (network) => limits.unprovenMails(attempt.email, { network }),
  'an email to somebody without an account': (account) => [
    budgetOf('emails to an address', `${account} ${attempt.email}`),
    budgetOf('emails to an address from everywhere', attempt.email),
  ],
};

interface Round {
  /** Minutes before it. */
  wait: number;
  /** Whether a person elsewhere tries then. */
  asks: boolean;
  /** How often somebody in one network tries after that, refused or not. */
  tries: number;
}

const schedules = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1500 })),
    asks: fc.boolean(),
    tries: fc.integer({ min: 1, max: 120 }),
  }),
  { minLength: 1, maxLength: 20 },
);

/** In one period of a bound that counts from everywhere, somebody uses two periods of their own: of an hour, of a day. */
const atTheEdge: Round[][] = [
  [
    { wait: 0, asks: true, tries: 0 },
    { wait: 3, asks: false, tries: 1 },
    { wait: 58, asks: true, tries: 120 },
    { wait: 3, asks: false, tries: 120 },
  ],
  [
    { wait: 0, asks: true, tries: 0 },
    { wait: 60, asks: false, tries: 1 },
    { wait: 1381, asks: true, tries: 0 },
    ...[9, 16, 16, 19, 16, 16].map((wait) => ({ wait, asks: false, tries: 120 })),
  ],
];

test.each(Object.entries(chains))(
  'whenever one network tries %s, as often as it may, a person elsewhere may too',
  async (_, boundsOf) => {
    const play = fc.asyncProperty(schedules, async (schedule) => {
      await server.database.owner.query('delete from tries');
      let now = new Date(TEST_NOW).getTime();
      const ask = () =>
        inTransaction(async (tx) => {
          expect(await countInOrder(tx, boundsOf(ELSEWHERE), new Date(now))).toBe(0);
          // The person was right, so the try does not count; but it may have begun a period.
          await refundTry(tx, boundsOf(ELSEWHERE));
        });
      for (const { wait, asks, tries } of schedule) {
        now += wait * MINUTE;
        if (asks) await ask();
        await inTransaction(async (tx) => {
          for (let tried = 0; tried < tries; tried += 1)
            await countInOrder(tx, boundsOf(HERE), new Date(now));
        });
      }
      await ask();
    });
    await fc.assert(play, { numRuns: 4, examples: atTheEdge.map((schedule) => [schedule]) });
  },
);

test('a hundred wrong passwords of one network lock out nobody elsewhere', async () => {
  const student = await somebody();
  const statuses: number[] = [];
  for (let tries = 0; tries < 115; tries += 1)
    statuses.push((await from(HERE).login(student.email, 'wrong')).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(105);
  expect((await from(ELSEWHERE).login(student.email)).json()).toMatchObject({ message: 'success' });
});

test('however many resets one network asks for, the owner gets a link that works, there and elsewhere', async () => {
  const [student, other] = [await somebody(), await somebody()];
  for (let minute = 0; minute < 100; minute += 1) {
    server.clock.moveBy(MINUTE);
    expect((await from(HERE).reset(student.email)).statusCode).toBe(200);
  }
  // Five an hour, and one whenever the last has less than a quarter of an hour left.
  expect(mailsTo(student.email).length).toBeLessThanOrEqual(15);
  const worksFor = async (network: string, email: string) => {
    expect((await from(network).reset(email)).json()).toEqual({ message: 'success' });
    const [, code = ''] = /forgotPassword\/([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? '') ?? [];
    return (await from(network).find(code)).json();
  };
  expect(await worksFor(HERE, student.email)).toMatchObject({ message: 'success' });
  const mails = mailsTo(student.email).length;
  expect(await worksFor(ELSEWHERE, student.email)).toMatchObject({ message: 'success' });
  expect(mailsTo(student.email)).toHaveLength(mails + 1);
  await useUp(server, limits.resetsFrom({ network: HERE }));
  expect(await worksFor(HERE, other.email)).toMatchObject({ message: 'success' });
});

test('right codes and links work in a network that tried too many wrong ones', async () => {
  const { student, issue } = await aLinkedPlacement(server);
  const token = await issue('hours');
  await from(ELSEWHERE).reset(student.email);
  const [, code = ''] = /forgotPassword\/([\w-]+)/.exec(mailsTo(student.email).at(-1)?.text ?? '') ?? [];
  for (const name of ['wrong codes', 'wrong calendar addresses', 'wrong document codes'] as const)
    await useUp(server, budgetOf(name, HERE));

  expect((await from(HERE).get('/link/guess')).statusCode).toBe(429);
  expect((await from(HERE).get(`/link/${token}`)).statusCode).toBe(200);
  expect((await from(HERE).find('guess')).statusCode).toBe(429);
  expect((await from(HERE).find(code)).json()).toMatchObject({ message: 'success' });
});

test('sign-ups with one email send it a few mails, and close sign-up to nobody', async () => {
  const client = await server.aClient();
  const email = 'stranger@elsewhere.test';
  for (let turn = 0; turn < 24; turn += 1) {
    expect((await from(HERE).signUp(client, email)).json()).toMatchObject({ message: 'success' });
    // While the account exists, a sign-up mails nothing.
    expect((await from(HERE).signUp(client, email)).json()).toEqual({ message: 'User Exists' });
    await server.database.owner.query('delete from users where email = $1', [email]);
  }
  expect(mailsTo(email)).toHaveLength(budgets['unproven mails'].units);
  expect((await from(HERE).signUp(client, 'neighbor@here.test')).json()).toMatchObject({
    message: 'success',
  });
  expect(mailsTo('neighbor@here.test')).toHaveLength(1);
  expect((await from(ELSEWHERE).signUp(client, email)).json()).toMatchObject({ message: 'success' });
  expect(mailsTo(email)).toHaveLength(budgets['unproven mails'].units + 1);

  await useUp(server, budgetOf('unproven mails of a network', HERE));
  expect((await from(HERE).signUp(client, 'late@here.test')).json()).toMatchObject({ message: 'success' });
  expect(mailsTo('late@here.test')).toEqual([]);
});

test('one network’s uploads leave others theirs, and each of its own accounts a few', async () => {
  const client = await server.aClient();
  const [first, second] = [await server.aStudent({ client }), await server.aStudent({ client })];
  await useUp(server, budgetOf('uploads of a network', HERE));
  const { crowded } = budgets.uploads;
  for (let turn = 0; turn < crowded; turn += 1) expect((await from(HERE).upload(first)).statusCode).toBe(200);
  expect((await from(HERE).upload(first)).statusCode).toBe(429);
  expect((await from(HERE).upload(second)).statusCode).toBe(200);
  expect((await from(ELSEWHERE).upload(second)).statusCode).toBe(200);

  const [newcomer, other] = [
    await server.aStudent({ client, approved: false, confirmed: false }),
    await server.aStudent({ client, approved: false, confirmed: false }),
  ];
  await useUp(server, budgetOf('megabytes of a network before approval', `${HERE} ${client.id}`));
  // Of its reserve, even before the email is confirmed.
  expect((await from(HERE).upload(newcomer)).statusCode).toBe(200);
  expect((await from(ELSEWHERE).upload(other)).statusCode).toBe(200);
});
