import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { sealingKeyIn } from '../../platform/database/sealing-key.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { openDocumentSeal } from '../../platform/outside/document-seal.ts';
import { sealAgreement } from './seal-agreement.ts';

const server = startTestServer();
const { changeAgreement, getAgreement, recordPaperSignature, signAgreement, startAgreement } = agreementCalls;

async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project, issue } = placement;
  const as = {
    student: server.as(student),
    business: server.as(business),
    admin: server.as(await server.anAdmin({ client })),
  };
  const text = { project_id: project.id, text_hash: agreement.textHash };
  const sign = (who: keyof typeof as) =>
    as[who].call(signAgreement, { ...text, name: 'Someone Else', agreed: true });
  const signByLink = async (email: string, name: string) =>
    postLink(server, await issue('sign', email), { ...text, name, agreed: 'yes', do: 'sign' });
  server.jobs.mail.length = 0;
  server.jobs.signed.length = 0;
  const current = async () =>
    (await as.admin.call(getAgreement, { project_id: project.id })).agreement?.status;
  return { ...placement, as, text, sign, signByLink, current };
}

const receiptsTo = (email: string) =>
  server.jobs.mail.filter(({ to, subject }) => to === email && subject.startsWith('Your receipt'));
const subjectsTo = (email: string) =>
  server.jobs.mail.filter(({ to }) => to === email).map(({ subject }) => subject);
const COMPLETE = 'Everyone has signed the training agreement for Ada L. at Bayside Marine';
const linksIn = (email: string) =>
  [...(receiptsTo(email).at(-1)?.text ?? '').matchAll(/\/link\/([\w-]{43})/g)].map(([, token = '']) => token);
const pageOf = async (token: string | undefined) => (await openLink(server, token ?? '')).text();

test('a signatory’s receipt says what was signed and when, and leads to the text and its signatures', async () => {
  const { signByLink, sign, project } = await aPlacement();
  await signByLink(OWEN, 'Owen Bay');
  const [receipt] = receiptsTo(OWEN);
  expect(receipt?.subject).toBe('Your receipt: Training agreement signed, version 1, Ada L.');
  expect(receipt?.text).toContain('under the name Owen Bay');
  expect(receipt?.text).toMatch(/Ada L\. at Bayside Marine: Boat builder · 03\/04\/2026 10:00\sAM EST/);
  expect(receipt?.thread).toBe(project.id);
  const [read, ...others] = linksIn(OWEN);
  expect(others).toEqual([]);
  const early = await pageOf(read);
  expect(early).toContain('Ada works at Bayside Marine.');
  expect(early).toMatch(/Business<br\/><span class="soft">Owen Bay, [^<]*2026/);
  expect(early).toMatch(/Student<br\/><span class="soft">Not signed yet/);
  expect(early).not.toContain('name="text_hash"');
  await sign('student');
  expect(await pageOf(read)).toMatch(
    /Student<br\/><span class="soft">Someone Else \(on file: Ada Lovelace\), /,
  );
});

test('once it is sealed, the receipt’s page has the code of the document', async () => {
  const { signByLink, sign } = await aPlacement();
  await signByLink(OWEN, 'Owen Bay');
  await signByLink(ANNE, 'Anne Lovelace');
  await sign('student');
  expect(await pageOf(linksIn(OWEN)[0])).not.toContain('/verify/');
  await sign('admin');
  const publicUrl = 'https://waypost.test';
  const now = server.clock.now();
  const seal = await openDocumentSeal({ publicUrl }, sealingKeyIn(server.database.owner), now);
  for (const signed of server.jobs.signed)
    await sealAgreement(server.database.app, signed, { files: server.files, seal, publicUrl, now });
  for (const token of [linksIn(OWEN)[0], linksIn(ANNE)[1]])
    expect(await pageOf(token)).toMatch(/<a href="\/verify\/([0-9A-Z]{4}-){2}[0-9A-Z]{4}">/);
});

test('a guardian’s receipt leads to the progress as well', async () => {
  const { signByLink } = await aPlacement();
  await signByLink(ANNE, 'Anne Lovelace');
  const [progress, read] = linksIn(ANNE);
  expect(await pageOf(progress)).toContain('Ada L. at Bayside Marine: Boat builder');
  expect(await pageOf(read)).toContain('Ada works at Bayside Marine.');
});

test('a student and a business get a receipt of their own signature, and staff none', async () => {
  const { sign, student, business, project } = await aPlacement();
  for (const who of ['student', 'business', 'admin'] as const) await sign(who);
  for (const { email } of [student, business]) {
    const [receipt, ...more] = receiptsTo(email);
    expect(more).toEqual([]);
    expect(receipt?.text).toMatch(
      /under the name Someone Else \(on file: [^)]+\): Training agreement signed, version 1\./,
    );
    expect(receipt?.text).toContain('Ada Lovelace at Bayside Marine: Boat builder · 03/04/2026');
    expect(receipt?.text).toContain(`/project/${project.id}/agreement`);
    expect(receipt?.thread).toBe(project.id);
  }
  expect(server.jobs.mail.filter(({ subject }) => subject.startsWith('Your receipt'))).toHaveLength(2);
});

test.each([
  ['a guardian', ANNE, 'Anne Lovelace', 'as Ada L.’s parent or guardian.'],
  ['a signatory', OWEN, 'Owen Bay', 'for Bayside Marine.'],
])(
  '%s who signs last by link gets one email, which says that everyone has signed',
  async (_, email, name, capacity) => {
    const { agreement, signByLink, student, business, current } = await aPlacement();
    const own = email === ANNE ? 'guardian' : 'business';
    await server.db
      .update(agreements)
      .set({ parties: [own] })
      .where(eq(agreements.id, agreement.id));
    await signByLink(email, name);
    expect(await current()).toBe('signed');
    const [receipt, ...more] = server.jobs.mail.filter(({ to }) => to === email);
    expect(receipt?.text).toContain(`You get this email ${capacity}\n`);
    expect(more).toEqual([]);
    expect(receipt?.subject).toBe('Your receipt: Training agreement signed, version 1, Ada L.');
    expect(receipt?.text).toContain(`under the name ${name}`);
    expect(receipt?.text).toContain(COMPLETE);
    expect(await pageOf(linksIn(email).at(-1))).toContain('Ada works at Bayside Marine.');
    // Everyone else is told as before.
    expect(subjectsTo(student.email)).toEqual(['Signed by everyone: the agreement for Boat builder']);
    expect(subjectsTo(business.email)).toEqual(['Signed by everyone: the agreement for Boat builder']);
  },
);

test('signing before the last party sends a receipt at once, and another email when everyone has signed', async () => {
  const { signByLink, sign } = await aPlacement();
  await signByLink(OWEN, 'Owen Bay');
  expect(receiptsTo(OWEN)[0]?.text).not.toContain(COMPLETE);
  await signByLink(ANNE, 'Anne Lovelace');
  for (const who of ['student', 'admin'] as const) await sign(who);
  for (const email of [OWEN, ANNE])
    expect(subjectsTo(email)).toEqual([
      'Your receipt: Training agreement signed, version 1, Ada L.',
      'Signed by everyone: the agreement for Boat builder',
    ]);
});

test('an account or a guardian on paper who signs last gets one email as well', async () => {
  const { signByLink, sign, student } = await aPlacement();
  await signByLink(OWEN, 'Owen Bay');
  await signByLink(ANNE, 'Anne Lovelace');
  await sign('admin');
  await sign('student');
  expect(subjectsTo(student.email)).toEqual([
    'Your receipt: Training agreement signed, version 1, Ada Lovelace',
  ]);
  expect(receiptsTo(student.email)[0]?.text).toContain('Everyone has signed the training agreement');

  const other = await aPlacement();
  await other.issue('sign');
  await other.signByLink(OWEN, 'Owen Bay');
  for (const who of ['student', 'admin'] as const) await other.sign(who);
  const paper = { ...other.text, party: 'guardian' as const, signed_on: '2026-03-02', name: 'Anne Lovelace' };
  await other.as.admin.call(recordPaperSignature, paper);
  expect(await other.current()).toBe('signed');
  expect(subjectsTo(ANNE)).toEqual(['Your receipt: Training agreement signed, version 1, Ada L.']);
  expect(receiptsTo(ANNE)[0]?.text).toContain(COMPLETE);
});

test('a guardian whose signature on paper is recorded can follow the placement', async () => {
  const { as, text, business, student } = await aPlacement();
  const ben = { name: 'Ben', email: 'ben@home.test', addedBy: 'school', confirmed: true };
  await server.db
    .insert(guardians)
    .values({ clientId: business.clientId, studentId: student.id, ordinal: 6, ...ben });
  const paper = { ...text, party: 'guardian' as const, signed_on: '2026-03-02' };
  await as.admin.call(recordPaperSignature, { ...paper, name: ' anne lovelace' });
  expect([receiptsTo(ANNE).length, receiptsTo(ben.email).length]).toEqual([1, 0]);
  const [progress, read] = linksIn(ANNE);
  expect(await pageOf(progress)).toContain('Ada L. at Bayside Marine: Boat builder');
  expect(await pageOf(read)).toContain('anne lovelace');

  const other = await aPlacement();
  await other.as.admin.call(recordPaperSignature, { ...paper, ...other.text, name: 'Her mother' });
  expect(receiptsTo(ANNE)).toHaveLength(1);
});

test('no one who may not sign is sent anything after a signature on paper', async () => {
  const { as, text, student } = await aPlacement();
  await server.db.update(guardians).set({ confirmed: false }).where(eq(guardians.studentId, student.id));
  const paper = { ...text, party: 'guardian' as const, signed_on: '2026-03-02', name: 'Anne Lovelace' };
  await as.admin.call(recordPaperSignature, paper);
  expect(server.jobs.mail).toEqual([]);
});

test('a draft starts with the placement’s supervisor, and so does a later version if its field was empty', async () => {
  const { as, project, agreement, business } = await aPlacement();
  const [contact] = await server.db
    .select()
    .from(businessContacts)
    .where(and(eq(businessContacts.email, OWEN), eq(businessContacts.businessId, business.id)));
  await server.db
    .update(projects)
    .set({ supervisorId: contact?.id ?? null })
    .where(eq(projects.id, project.id));
  const project_id = project.id;
  const revision = async () => (await as.admin.call(getAgreement, { project_id })).agreement?.revision ?? 0;
  await server.db.update(agreements).set({ status: 'declined' }).where(eq(agreements.id, agreement.id));
  const kept = await as.admin.call(changeAgreement, { project_id, revision: await revision() });
  expect(kept.agreement?.terms.supervisor).toBe('Grace');

  await server.db.delete(agreements).where(eq(agreements.projectId, project.id));
  const { agreement: first } = await as.admin.call(startAgreement, { project_id });
  expect(first?.terms.supervisor).toBe('Owen Bay');
  await server.db
    .update(agreements)
    .set({ status: 'declined', textHash: '0', terms: { ...agreement.terms, supervisor: '' } })
    .where(eq(agreements.projectId, project.id));
  const next = await as.admin.call(changeAgreement, { project_id, revision: await revision() });
  expect(next.agreement?.terms.supervisor).toBe('Owen Bay');
});
