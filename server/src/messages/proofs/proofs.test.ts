import { proofCalls } from '@waypost/contract/messages/proofs/calls';
import { consentCalls } from '@waypost/contract/people/consents/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures } from '../../platform/database/tables/agreements.ts';
import { consents } from '../../platform/database/tables/consents.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { linkCodes } from '../../platform/database/tables/link-codes.ts';
import { linkActs } from '../../platform/database/tables/links.ts';
import { settings } from '../../platform/database/tables/lists.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getProofs, saveCodeAddress, readCode } = proofCalls;
const WORK = 'anne@work.test';
const MINUTE = 60_000;

/** A placement of a school system that requires a second proof, whose guardian has another address. */
async function aPlacement({ required = true, codeEmail = WORK } = {}) {
  const placement = await aLinkedPlacement(server);
  const { client, student, agreement } = placement;
  await server.db
    .insert(settings)
    .values({ clientId: client.id, secondProof: required })
    .onConflictDoUpdate({ target: settings.clientId, set: { secondProof: required } });
  const isAnne = and(eq(guardians.studentId, student.id), eq(guardians.email, ANNE));
  const [anne] = await server.db
    .update(guardians)
    .set({ codeEmail, phone: '(410)555-0100' })
    .where(isAnne)
    .returning({ id: guardians.id });
  const as = {
    teacher: server.as(await server.aTeacher({ client })),
    admin: server.as(await server.anAdmin({ client })),
  };
  const token = await placement.issue('sign');
  server.jobs.mail.length = 0;
  const signing = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  const post = async (fields: Record<string, string>, by = token) => {
    const reply = await postLink(server, by, { ...signing, ...fields });
    return { status: reply.status, page: await reply.text() };
  };
  const ask = async (by = token) => {
    const asked = await post({ do: 'code' }, by);
    return { ...asked, code: codeIn(server.jobs.mail.findLast(({ to }) => to === codeEmail)?.text) };
  };
  const signed = () =>
    server.db.select().from(agreementSignatures).where(eq(agreementSignatures.agreementId, agreement.id));
  const anneId = anne?.id ?? '';
  return { ...placement, as, token, signing, post, ask, signed, of: { account_id: student.id, _id: anneId } };
}

const codeIn = (text = '') => /(\d{3}) (\d{3}) is your code/.exec(text)?.slice(1).join('') ?? '';
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a guardian signs with a code from another address, and the signature, its receipt and the audit say so', async () => {
  const { token, post, ask, signed, student, client } = await aPlacement();
  const opened = await (await openLink(server, token)).text();
  expect(opened).toContain('You also need a code.');
  expect(opened).toContain('a•••@work.test');
  expect(opened).not.toContain(WORK);
  expect(Buffer.byteLength(opened)).toBeLessThan(15_000);
  const asked = await ask();
  expect(asked.status).toBe(200);
  expect(asked.page).toContain('We emailed a code to a•••@work.test. It works for 10 minutes.');
  expect(asked.page).toContain('value="Anne Lovelace"');
  expect(asked.page).toMatch(/name="agreed" checked="" value="yes"/);
  expect(asked.code).toMatch(/^\d{6}$/);
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([WORK]);
  const done = await post({ code: `${asked.code.slice(0, 3)} ${asked.code.slice(3)}` });
  expect(done.status).toBe(200);
  expect(done.page).toContain('Typed a code that was emailed to a•••@work.test');
  expect(await signed()).toMatchObject([{ method: 'link', proof: 'email', proofTo: 'a•••@work.test' }]);
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'sign agreement')));
  expect(entries).toMatchObject([
    {
      subjectId: student.id,
      details: { identified: 'link to a•••@home.test, name typed, code by email to a•••@work.test' },
    },
  ]);
  expect(await server.db.select().from(linkCodes).where(eq(linkCodes.clientId, client.id))).toEqual([]);
});

test('it is off unless the school system requires it', async () => {
  const { token, post, ask, signed } = await aPlacement({ required: false });
  expect(await (await openLink(server, token)).text()).not.toContain('code');
  const asked = await ask();
  expect(asked.status).toBe(400);
  expect(server.jobs.mail).toEqual([]);
  expect((await post({})).status).toBe(200);
  expect(await signed()).toMatchObject([{ proof: null, proofTo: '' }]);
});

test.each<[string, (code: string) => string, string]>([
  ['no code', () => '', 'type the six digits of your code'],
  ['letters', () => 'abcdef', 'type the six digits of your code'],
  ['a wrong code', anotherCode, 'This is not your code. You have 4 more tries'],
])('%s signs nothing', async (_, typed, message) => {
  const { post, ask, signed } = await aPlacement();
  const { code } = await ask();
  const reply = await post({ code: typed(code) });
  expect(reply.status).toBe(400);
  expect(reply.page).toContain(message);
  expect(await signed()).toEqual([]);
  expect((await post({ code })).status).toBe(200);
});

test('rejects a code that was never requested', async () => {
  const { post, signed } = await aPlacement();
  expect((await post({ code: '123456' })).page).toContain('ask for a code first');
  expect(await signed()).toEqual([]);
});

test('after five wrong tries the right code is refused too, and a new one works', async () => {
  const { post, ask, signed } = await aPlacement();
  const { code } = await ask();
  const replies: string[] = [];
  for (let time = 0; time < 5; time++) replies.push((await post({ code: anotherCode(code) })).page);
  expect(replies.map((page) => /You have (one|\d) more/.exec(page)?.[1])).toEqual([
    '4',
    '3',
    '2',
    'one',
    undefined,
  ]);
  const late = await post({ code });
  expect(late.page).toContain('This code no longer works. Ask for a new one.');
  expect(await signed()).toEqual([]);
  const fresh = await ask();
  expect((await post({ code: fresh.code })).status).toBe(200);
});

test('concurrent tries are all counted', async () => {
  const { post, ask, signed } = await aPlacement();
  const { code } = await ask();
  await Promise.all(Array.from({ length: 8 }, () => post({ code: anotherCode(code) })));
  expect((await post({ code })).page).toContain('This code no longer works');
  expect(await signed()).toEqual([]);
});

test('a code expires after ten minutes', async () => {
  const { post, ask, signed } = await aPlacement();
  const { code } = await ask();
  server.clock.moveBy(10 * MINUTE);
  expect((await post({ code })).page).toContain('This code no longer works');
  expect(await signed()).toEqual([]);
});

test('a new code replaces the one before, also in another browser and by another link of the same person', async () => {
  const { post, ask, issue, signed } = await aPlacement();
  const first = await ask();
  const other = await issue('sign');
  const second = await ask(other);
  if (first.code !== second.code)
    expect((await post({ code: first.code })).page).toContain('This is not your code');
  expect((await post({ code: second.code })).status).toBe(200);
  expect(await signed()).toHaveLength(1);
});

test('two browsers that send the same code at once sign once', async () => {
  const { post, ask, signed, token } = await aPlacement();
  const { code } = await ask();
  const replies = await Promise.all(Array.from({ length: 6 }, () => post({ code })));
  expect(replies.every(({ status }) => [200, 400, 409].includes(status))).toBe(true);
  expect(await signed()).toHaveLength(1);
  expect(await (await openLink(server, token)).text()).toContain('Everything here is done.');
  expect(await server.db.select().from(linkActs).where(eq(linkActs.name, 'Anne Lovelace'))).toSatisfy(
    (acts: unknown[]) => acts.length > 0,
  );
});

test('a code proves one person only', async () => {
  const { post, ask, issue, agreement, business } = await aPlacement();
  const { code } = await ask();
  const owen = await issue('sign', OWEN);
  const reply = await post({ code, name: 'Owen Bay', text_hash: agreement.textHash }, owen);
  expect(reply.page).toContain('ask for a code first');
  await server.db
    .update(businessContacts)
    .set({ codeEmail: 'owen@work.test' })
    .where(and(eq(businessContacts.businessId, business.id), eq(businessContacts.email, OWEN)));
  await post({ do: 'code', name: 'Owen Bay' }, owen);
  expect(server.jobs.mail.at(-1)?.to).toBe('owen@work.test');
});

test('a program that presses “Email me a code” without typing gets none, and a person five an hour', async () => {
  const { post, ask } = await aPlacement();
  const pressed = await post({ do: 'code', name: '' });
  expect(pressed.status).toBe(400);
  expect(server.jobs.mail).toEqual([]);
  for (let time = 0; time < 5; time++) expect((await ask()).status).toBe(200);
  const sixth = await post({ do: 'code' });
  expect(sixth.status).toBe(429);
  expect(server.jobs.mail).toHaveLength(5);
  server.clock.moveBy(61 * MINUTE);
  expect((await ask()).status).toBe(200);
});

test('without another address the page says to call the school, and sends no code', async () => {
  const { token, post } = await aPlacement({ codeEmail: '' });
  const page = await (await openLink(server, token)).text();
  expect(page).toMatch(/Call [^:]+: they can read you a code\./);
  expect(page).not.toContain('value="code"');
  expect((await post({ do: 'code' })).status).toBe(409);
  expect(server.jobs.mail).toEqual([]);
});

test.each([
  ['', 'Call Bay County: they can read you a code.'],
  [WORK, 'Or call Bay County: they can read you a code.'],
])(
  'the page names the school’s phone number if it has one, with another address %j',
  async (codeEmail, says) => {
    const { token, client } = await aPlacement({ codeEmail });
    const ofClient = eq(settings.clientId, client.id);
    const pageWith = async (phoneNumber: string) => {
      await server.db.update(settings).set({ fullName: 'Bay County', phoneNumber }).where(ofClient);
      return (await openLink(server, token)).text();
    };
    const without = await pageWith('');
    expect(without).toContain(says);
    expect(without).not.toContain('Questions?');
    const page = await pageWith('(410)555-0199');
    expect(page).toContain(says.replace(':', ' at (410) 555-0199:'));
    expect(page).toContain('Questions? Call Bay County: <a href="tel:+14105550199">(410) 555-0199</a>');
  },
);

test('declining and refusing require no code', async () => {
  const { post, issue, signed } = await aPlacement();
  const consent = await issue('consent');
  const text_hash =
    /name="text_hash" value="(\w+)"/.exec(await (await openLink(server, consent)).text())?.[1] ?? '';
  expect((await post({ do: 'refuse', text_hash }, consent)).status).toBe(200);
  expect((await post({ do: 'decline', reason: 'Too far.' })).status).toBe(200);
  expect(await signed()).toEqual([]);
});

test('a consent requires a code, and is saved with it', async () => {
  const { post, ask, issue, student, as } = await aPlacement();
  const token = await issue('consent');
  const text_hash =
    /name="text_hash" value="(\w+)"/.exec(await (await openLink(server, token)).text())?.[1] ?? '';
  const consenting = { do: 'consent', text_hash };
  expect((await post(consenting, token)).status).toBe(400);
  const { code } = await ask(token);
  expect((await post({ ...consenting, code }, token)).status).toBe(200);
  const saved = await server.db.select().from(consents).where(eq(consents.studentId, student.id));
  expect(saved).toMatchObject([{ decision: 'given', proof: 'email', proofTo: 'a•••@work.test' }]);
  const { consent } = await as.teacher.call(consentCalls.getRelease, { student_id: student.id });
  expect(consent).toMatchObject({ proof: 'email', proof_to: 'a•••@work.test' });
});

test('staff read a code on the phone after calling the number on file, which is recorded', async () => {
  const { as, of, post, signed, student, project } = await aPlacement({ codeEmail: '' });
  expect((await as.teacher.refusal(readCode, { ...of, called: false as never })).status).toBe(400);
  const read = await as.teacher.call(readCode, { ...of, called: true });
  expect(read).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), phone: '(410)555-0100' });
  expect(server.jobs.mail).toEqual([]);
  const recorded = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, student.id), eq(auditEntries.action, 'read code')));
  expect(recorded).toMatchObject([{ details: { name: 'Anne Lovelace', to: '•••-0100' } }]);
  expect(JSON.stringify(recorded)).not.toContain(read.code);
  expect((await post({ code: read.code })).status).toBe(200);
  expect(await signed()).toMatchObject([{ proof: 'phone', proofTo: '•••-0100' }]);
  const { agreement } = await as.admin.call(agreementCalls.getAgreement, { project_id: project.id });
  expect(agreement?.signatures).toMatchObject([{ proof: 'phone', proof_to: '•••-0100' }]);
});

test.each<[string, { required?: boolean }, Partial<typeof guardians.$inferInsert>]>([
  ['no phone number is on file', {}, { phone: '' }],
  ['the school system requires no codes', { required: false }, {}],
])('reads no code if %s', async (_, given, change) => {
  const { as, of, student } = await aPlacement(given);
  if (Object.keys(change).length > 0)
    await server.db.update(guardians).set(change).where(eq(guardians.studentId, student.id));
  expect((await as.teacher.refusal(readCode, { ...of, called: true })).status).toBe(409);
});

test('only its hash is stored, with a salt', async () => {
  const { ask, client } = await aPlacement();
  const { code } = await ask();
  const [row] = await server.db.select().from(linkCodes).where(eq(linkCodes.clientId, client.id));
  expect(row?.codeHash).toHaveLength(32);
  expect(JSON.stringify(row)).not.toContain(code);
});

test('staff set another address for codes, never the one of the links, and no one else sees it', async () => {
  const { as, of, student, business, client } = await aPlacement({ codeEmail: '' });
  const refused = await as.teacher.refusal(saveCodeAddress, { ...of, email: ANNE.toUpperCase() });
  expect(refused.status).toBe(400);
  expect(refused.problem.errors?.email).toEqual(['must be different from the address their links go to']);
  const saved = await as.teacher.call(saveCodeAddress, { ...of, email: WORK });
  expect(saved.required).toBe(true);
  expect(saved.people).toContainEqual({ _id: of._id, email: WORK });
  const recorded = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, student.id), eq(auditEntries.action, 'save code address')));
  expect(recorded).toMatchObject([{ details: { name: 'Anne Lovelace', to: 'a•••@work.test' } }]);
  for (const own of [student, business])
    expect((await server.as(own).refusal(getProofs, { account_id: own.id })).status).toBe(403);
  const elsewhere = await server.anAdmin({ client: await server.aClient() });
  expect((await server.as(elsewhere).refusal(getProofs, { account_id: student.id })).status).toBe(404);
  const other = await server.aStudent({ client });
  expect(
    (await as.teacher.refusal(saveCodeAddress, { ...of, account_id: other.id, email: WORK })).status,
  ).toBe(404);
});
