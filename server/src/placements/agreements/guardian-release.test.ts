import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { links } from '../../platform/database/tables/links.ts';
import { students } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { releaseGuardians } from './job.ts';

const server = startTestServer();
const { getAgreement, recordPaperSignature, signAgreement } = agreementCalls;

/** Today is March 4, 2026. */
const TURNED_18 = '2008-03-01';
const UNDER_18 = '2008-03-05';

/** A placement whose agreement was sent on February 20 and waits for everyone. */
async function aPlacement(
  birthDate: string | null = TURNED_18,
  but: Partial<typeof agreements.$inferInsert> = {},
) {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project, issue } = placement;
  const given = { birthDate, birthDateBy: birthDate && ('school' as const) };
  await server.db
    .insert(students)
    .values({ clientId: student.clientId, userId: student.id, ...given })
    .onConflictDoUpdate({ target: [students.clientId, students.userId], set: given });
  await server.db
    .update(agreements)
    .set({ sentAt: new Date('2026-02-20T15:00:00Z'), ...but })
    .where(eq(agreements.id, agreement.id));
  const as = {
    student: server.as(student),
    business: server.as(business),
    admin: server.as(await server.anAdmin({ client })),
  };
  const anne = await issue('sign');
  const text = { project_id: project.id, text_hash: agreement.textHash };
  const sign = (...whos: (keyof typeof as)[]) =>
    Promise.all(whos.map((who) => as[who].call(signAgreement, { ...text, name: 'Someone', agreed: true })));
  const current = async () => (await as.admin.call(getAgreement, { project_id: project.id })).agreement;
  const form = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  server.jobs.mail.length = 0;
  server.jobs.signed.length = 0;
  return { ...placement, as, anne, text, sign, current, form };
}

const release = () =>
  releaseGuardians(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
const subjectsTo = (email: string) =>
  server.jobs.mail.filter(({ to }) => to === email).map(({ subject }) => subject.split(':')[0]);
const pageOf = async (token: string) => (await openLink(server, token)).text();
const ALONE = 'Ada L. is now 18 and signs for themselves.';

test('once everyone else has signed, it is completed, sealed and announced once, on several servers', async () => {
  const { sign, current, agreement, student, business, client } = await aPlacement();
  await sign('student');
  await sign('business');
  await sign('admin');
  server.jobs.mail.length = 0;
  await Promise.all([release(), release(), release()]);
  await release();
  expect(await current()).toMatchObject({
    status: 'signed',
    parties: ['student', 'business', 'school'],
    guardian_released: true,
  });
  expect(server.jobs.signed).toEqual([{ clientId: client.id, agreementId: agreement.id }]);
  for (const email of [student.email, business.email, ANNE])
    expect(subjectsTo(email), email).toEqual(['Signed by everyone']);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.subjectId, student.id));
  expect(entries.filter(({ action }) => action === 'release guardian')).toMatchObject([
    { actorId: null, actorName: 'Waypost', details: { version: 1 } },
  ]);
});

test('in sequence, the next party is asked', async () => {
  const { sign, current, business } = await aPlacement(TURNED_18, { signingOrder: 'sequence' });
  await sign('student');
  server.jobs.mail.length = 0;
  await Promise.all([release(), release()]);
  expect(await current()).toMatchObject({ status: 'partly signed', turn: ['business'] });
  expect([subjectsTo(business.email), subjectsTo(OWEN), subjectsTo(ANNE)]).toEqual([
    ['Please sign'],
    ['Please sign'],
    [],
  ]);
});

test('before the first signature, and in parallel, no one is asked again', async () => {
  const { current, sign } = await aPlacement();
  await release();
  expect(await current()).toMatchObject({ status: 'sent', turn: ['student', 'business', 'school'] });
  expect(server.jobs.mail).toEqual([]);
  const early = await aPlacement(TURNED_18, { signingOrder: 'sequence' });
  await release();
  expect((await early.current())?.turn).toEqual(['student']);
  expect(server.jobs.mail).toEqual([]);
  await sign('student');
});

test('the guardian’s link says why, even before the job has run, and cannot sign, decline or be renewed', async () => {
  const { anne, form, current } = await aPlacement();
  for (const _ of ['before', 'after']) {
    const page = await pageOf(anne);
    expect(page).toContain(ALONE);
    expect(page).not.toContain('Ada works at Bayside Marine.');
    for (const post of [form, { ...form, do: 'decline', reason: 'No.' }]) {
      const reply = await postLink(server, anne, post);
      expect([reply.status, await reply.text()]).toEqual([409, expect.stringContaining(ALONE)]);
    }
    await release();
  }
  expect(await current()).toMatchObject({ status: 'sent', signatures: [] });
  await server.db.update(links).set({ expiresAt: server.clock.now() });
  expect(await pageOf(anne)).toContain(ALONE);
  expect(await (await postLink(server, anne, { do: 'renew', name: 'Anne' })).text()).toContain(ALONE);
});

test.each([
  ['is still a minor', UNDER_18, {}],
  ['has no birth date', null, {}],
  ['was of age when the school sent it for a guardian too', '2008-02-01', {}],
  ['was late: it has expired', TURNED_18, { expiresAt: new Date('2026-03-04T00:00:00Z') }],
])('a guardian still has to sign if the student %s', async (_, birthDate, but) => {
  const { current } = await aPlacement(birthDate, but);
  await release();
  expect(await current()).toMatchObject({
    guardian_released: false,
    parties: expect.arrayContaining(['guardian']),
  });
});

test('keeps a guardian’s earlier signature', async () => {
  const { anne, form, student, current } = await aPlacement(UNDER_18);
  await postLink(server, anne, form);
  await server.db.update(students).set({ birthDate: TURNED_18 }).where(eq(students.userId, student.id));
  await release();
  expect(await current()).toMatchObject({ guardian_released: false, signatures: [{ party: 'guardian' }] });
});

test('correcting the birth date to an adult’s ends it at once', async () => {
  const { as, student, sign, current } = await aPlacement(UNDER_18);
  await sign('student');
  await sign('business');
  await sign('admin');
  await as.admin.call(guardianCalls.saveBirthDate, { student_id: student.id, birth_date: '2007-01-01' });
  expect(await current()).toMatchObject({ status: 'signed', guardian_released: true });
});

const ROUNDS = rounds(3);
const LONG = { timeout: 900_000 };
const rowsOf = async (id: string) => ({
  row: (await server.db.select().from(agreements).where(eq(agreements.id, id)))[0],
  signed: (
    await server.db.select().from(agreementSignatures).where(eq(agreementSignatures.agreementId, id))
  ).map(({ party }) => party),
});

test(
  'a paper signature concurrent with the end of the guardian’s part wins or is refused',
  LONG,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { as, text, agreement } = await aPlacement();
      const paper = { ...text, party: 'guardian' as const, name: 'Anne', signed_on: '2026-02-28' };
      const [recorded] = await Promise.all([as.admin.send(recordPaperSignature, paper), release()]);
      const { row, signed } = await rowsOf(agreement.id);
      const isRecorded = recorded.status === 200;
      expect([
        row?.parties.includes('guardian'),
        signed.includes('guardian'),
        row?.guardianReleasedAt === null,
      ]).toEqual([isRecorded, isRecorded, isRecorded]);
    }
  },
);

test('the last signature and the end of the guardian’s part put it into force once', LONG, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { sign, agreement, student } = await aPlacement();
    await sign('student');
    await sign('business');
    server.jobs.mail.length = 0;
    await Promise.all([sign('admin'), release(), release()]);
    expect((await rowsOf(agreement.id)).row?.status).toBe('signed');
    expect(server.jobs.signed).toHaveLength(1);
    expect(subjectsTo(student.email)).toEqual(['Signed by everyone']);
  }
});
