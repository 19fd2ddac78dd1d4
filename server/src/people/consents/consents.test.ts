import { consentCalls } from '@waypost/contract/people/consents/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { consents } from '../../platform/database/tables/consents.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { links } from '../../platform/database/tables/links.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { students } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getRelease, askForConsent, recordConsent } = consentCalls;
const ANNE = 'anne@home.test';

/** A student with a guardian whom staff confirmed and one whom only the student named. */
async function aFamily() {
  const client = await server.aClient();
  const student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Lovelace',
    guardians: [
      { name: 'Anne Lovelace', email: ANNE, confirmed: true, addedBy: 'school', language: 'es' },
      { name: 'Ben', email: 'ben@home.test' },
      { name: 'Cal', confirmed: true },
    ],
  });
  const as = {
    teacher: server.as(await server.aTeacher({ client })),
    admin: server.as(await server.anAdmin({ client })),
    student: server.as(student),
  };
  const key = { student_id: student.id };
  const [anne, ben, cal] = await as.teacher.call(guardianCalls.getGuardians, key);
  server.jobs.mail.length = 0;
  const saved = () => server.db.select().from(consents).where(eq(consents.studentId, student.id));
  const ids = { anne: anne?._id ?? '', ben: ben?._id ?? '', cal: cal?._id ?? '' };
  return { client, student, as, key, ids, saved };
}

async function asked() {
  const family = await aFamily();
  await family.as.teacher.call(askForConsent, { ...family.key, guardian_id: family.ids.anne });
  const mail = server.jobs.mail.find(({ to }) => to === ANNE);
  const token = /\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const page = await (await openLink(server, token)).text();
  const text_hash = /name="text_hash" value="(\w+)"/.exec(page)?.[1] ?? '';
  const consenting = { text_hash, name: 'Anne Lovelace', agreed: 'yes', do: 'consent' };
  return { ...family, mail, token, page, consenting };
}

test('a guardian consents by the link in an email, in their language, and it is recorded with who, when and how', async () => {
  const { mail, page, token, consenting, saved, as, key, student, client } = await asked();
  expect(mail?.subject).toBe('Por favor, decida: información sobre Ada L.');
  expect(mail?.text).toContain('Como padre, madre o tutor de Ada L., usted decide como Anne Lovelace.');
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('Ada L.');
  expect(page).not.toContain('Ada Lovelace');
  const done = await (await postLink(server, token, consenting)).text();
  expect(done).toContain('Ada L.: Consentimiento dado');
  expect(server.jobs.mail.findLast(({ to }) => to === ANNE)?.text).toContain(
    'Como padre, madre o tutor de Ada L., usted recibe este correo.',
  );
  expect(await saved()).toMatchObject([
    {
      decision: 'given',
      method: 'link',
      name: 'Anne Lovelace',
      sentTo: 'a•••@home.test',
      locale: 'es',
      text: expect.stringContaining('Ada L.'),
    },
  ]);
  for (const who of [as.student, as.admin])
    expect((await who.call(getRelease, key)).consent).toMatchObject({
      decision: 'given',
      method: 'link',
      sent_to: 'a•••@home.test',
      decided_at: '2026-03-04T15:00:00.000Z',
    });
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'record consent')));
  expect(entries).toMatchObject([
    {
      actorId: null,
      actorName: 'Anne Lovelace',
      subjectId: student.id,
      details: { decision: 'given', identified: 'link to a•••@home.test, name typed' },
    },
  ]);
});

test('refusing requires only the name, and consenting also the checked box', async () => {
  const { token, consenting, saved } = await asked();
  for (const fields of [
    { ...consenting, name: '' },
    { ...consenting, agreed: '' },
    { ...consenting, name: '', do: 'refuse' },
    { ...consenting, do: '' },
    { ...consenting, do: 'pass-on', to_email: 'eve@x.test' },
  ])
    expect((await postLink(server, token, fields)).status).toBe(400);
  expect(await saved()).toEqual([]);
  await postLink(server, token, { ...consenting, agreed: '', do: 'refuse' });
  expect(await saved()).toMatchObject([{ decision: 'refused' }]);
});

test.each([
  ['consent', 'Ada L.’s information may be shared: a guardian consented'],
  ['refuse', 'Ada L.’s information may not be shared: a guardian refused'],
])('staff are told of a guardian’s decision by link at the bell, not by mail: %s', async (way, text) => {
  const { token, consenting, client, student } = await asked();
  const staff = [await server.anAdmin({ client }), await server.aTeacher({ client })].map(({ id }) => id);
  const gone = server.jobs.mail.length;
  await postLink(server, token, { ...consenting, do: way });
  const rang = await server.db.select().from(notices).where(inArray(notices.userId, staff));
  expect(rang.map((one) => [one.kind, one.text, one.path, one.aboutId])).toEqual(
    staff.map(() => ['answer', text, `/profile/view/${student.id}`, student.id]),
  );
  // The guardian's receipt.
  expect(server.jobs.mail.slice(gone).map(({ to }) => to)).toEqual(['anne@home.test']);
});

test('opened by GET and HEAD it changes nothing', async () => {
  const { token, saved } = await asked();
  const before = await server.db.select().from(links);
  for (const method of ['HEAD', 'GET', 'HEAD']) await openLink(server, token, { method });
  expect([await saved(), await server.db.select().from(links)]).toEqual([[], before]);
});

test('rejects consent to a text other than the one that was shown', async () => {
  const { token, consenting, saved } = await asked();
  const reply = await postLink(server, token, { ...consenting, text_hash: 'f'.repeat(64) });
  expect([reply.status, await saved()]).toEqual([409, []]);
});

test.each([
  [
    'is no longer confirmed',
    (id: string) => server.db.update(guardians).set({ confirmed: false }).where(eq(guardians.studentId, id)),
  ],
  [
    'has a student who is of age now',
    (id: string) =>
      server.db
        .update(students)
        .set({ birthDate: '2008-03-04', birthDateBy: 'school' })
        .where(eq(students.userId, id)),
  ],
])('a guardian who %s can no longer consent by link', async (_, change) => {
  const { token, consenting, saved, student } = await asked();
  await change(student.id);
  expect(await (await openLink(server, token)).text()).not.toContain('name="agreed"');
  expect((await postLink(server, token, consenting)).status).toBe(409);
  expect(await saved()).toEqual([]);
});

test('a link decides once, even if two people use it at once or it is sent twice', async () => {
  const { token, consenting, saved } = await asked();
  await Promise.all([
    postLink(server, token, consenting),
    postLink(server, token, { ...consenting, do: 'refuse' }),
    postLink(server, token, consenting),
  ]);
  expect(await saved()).toHaveLength(1);
});

describe('staff', () => {
  test('ask a guardian whom they confirmed, and no one else', async () => {
    const { as, key, ids, student } = await aFamily();
    const release = await as.teacher.call(askForConsent, { ...key, guardian_id: ids.anne });
    expect(release.asked).toEqual([{ guardian_id: ids.anne, sent_at: '2026-03-04T15:00:00.000Z' }]);
    server.jobs.mail.length = 0;
    for (const guardian_id of [ids.ben, ids.cal])
      expect((await as.teacher.refusal(askForConsent, { ...key, guardian_id })).status).toBe(409);
    await server.db
      .update(students)
      .set({ birthDate: '2008-03-04', birthDateBy: 'school' })
      .where(eq(students.userId, student.id));
    expect((await as.teacher.refusal(askForConsent, { ...key, guardian_id: ids.anne })).status).toBe(409);
    expect(server.jobs.mail).toEqual([]);
    expect((await as.student.refusal(askForConsent, { ...key, guardian_id: ids.anne })).status).toBe(403);
  });

  test('ask no guardian of another student or without permission to sign, and only a limited number of times', async () => {
    const [{ as, key, ids, client }, other] = [await aFamily(), await aFamily()];
    const sibling = await server.aStudent({
      client,
      guardians: [{ name: 'Anne', email: ANNE, confirmed: true }],
    });
    const [hers] = await as.teacher.call(guardianCalls.getGuardians, { student_id: sibling.id });
    for (const guardian_id of [hers?._id ?? '', other.ids.anne])
      expect((await as.teacher.refusal(askForConsent, { ...key, guardian_id })).status).toBe(404);
    const mine = { ...key, guardian_id: ids.anne };
    await server.db.update(guardians).set({ maySign: false }).where(eq(guardians.id, ids.anne));
    const { status, problem } = await as.teacher.refusal(askForConsent, mine);
    expect([status, problem.detail]).toEqual([409, 'Confirm this guardian first, and that they may sign']);
    await server.db.update(guardians).set({ maySign: true }).where(eq(guardians.id, ids.anne));
    let sent = 0;
    server.jobs.mail.length = 0;
    while (sent < 500 && (await as.teacher.send(askForConsent, mine)).status === 200) sent += 1;
    expect([(await as.teacher.refusal(askForConsent, mine)).status, server.jobs.mail.length]).toEqual([
      429,
      sent,
    ]);
  });

  test('record what was decided on paper; the newest decision counts', async () => {
    const { as, key, saved } = await aFamily();
    const paper = { ...key, name: 'Anne Lovelace', decided_on: '2026-03-02' };
    await as.teacher.call(recordConsent, { ...paper, decision: 'given' });
    server.clock.moveBy(1000);
    const { consent } = await as.admin.call(recordConsent, { ...paper, decision: 'withdrawn' });
    expect(consent).toMatchObject({ decision: 'withdrawn', method: 'paper', decided_at: null });
    expect(consent?.recorded_by).not.toBe('');
    expect(await saved()).toHaveLength(2);
    const tomorrow = { ...paper, decision: 'given' as const, decided_on: '2026-03-09' };
    expect((await as.admin.refusal(recordConsent, tomorrow)).problem.errors).toHaveProperty('decided_on');
    const longAgo = { ...tomorrow, decided_on: '2020-03-01' };
    expect((await as.admin.refusal(recordConsent, longAgo)).problem.errors).toHaveProperty('decided_on');
    expect(await saved()).toHaveLength(2);
  });

  test('record no guardian’s decision from the day on which the student was 18, only the student’s own', async () => {
    const { as, key, saved, student } = await aFamily();
    await server.db
      .update(students)
      .set({ birthDate: '2008-03-02', birthDateBy: 'school' })
      .where(eq(students.userId, student.id));
    const late = { ...key, name: 'Anne Lovelace', decided_on: '2026-03-02', decision: 'given' as const };
    for (const decision of ['given', 'refused'] as const)
      expect((await as.teacher.refusal(recordConsent, { ...late, decision })).problem.errors).toEqual({
        name: ['the student was 18 by then, so only Ada Lovelace can decide'],
      });
    expect(await saved()).toEqual([]);
    await as.teacher.call(recordConsent, { ...late, decided_on: '2026-03-01' });
    await as.teacher.call(recordConsent, { ...late, decision: 'withdrawn' });
    await as.teacher.call(recordConsent, { ...late, name: 'ada lovelace' });
    expect(await saved()).toHaveLength(3);
  });
});

test('no one else reads or records a decision', async () => {
  const { client, student, as, key, ids, saved } = await aFamily();
  const paper = { ...key, name: 'Anne', decided_on: '2026-03-02', decision: 'given' as const };
  const others = [
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
    await server.aTeacher(),
  ];
  for (const other of others.map((one) => server.as(one)))
    for (const [call, input] of [
      [getRelease, key],
      [askForConsent, { ...key, guardian_id: ids.anne }],
      [recordConsent, paper],
    ] as const)
      expect((await other.refusal(call as never, input as never)).status).toSatisfy(
        (status) => status === 403 || status === 404,
      );
  expect((await as.student.refusal(recordConsent, paper)).status).toBe(403);
  // Only a student has such a decision.
  const business = await server.aBusiness({ client });
  for (const [call, input] of [
    [getRelease, { student_id: business.id }],
    [recordConsent, { ...paper, student_id: business.id }],
  ] as const)
    expect((await as.teacher.refusal(call as never, input as never)).status).toBe(404);
  expect([await saved(), server.jobs.mail, student.id]).toEqual([[], [], key.student_id]);
});

test('the product itself changes and deletes no decision', async () => {
  const { as, key } = await aFamily();
  const paper = { ...key, name: 'Anne', decided_on: '2026-03-02', decision: 'given' as const };
  await as.teacher.call(recordConsent, paper);
  for (const statement of [`update consents set decision = 'refused'`, 'delete from consents'])
    await expect(server.database.app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
});

test('an expired link to consent is not renewed once the student is of age', async () => {
  const { token, student } = await asked();
  await server.db.update(links).set({ expiresAt: server.clock.now() });
  await server.db
    .update(students)
    .set({ birthDate: '2008-03-04', birthDateBy: 'school' })
    .where(eq(students.userId, student.id));
  server.jobs.mail.length = 0;
  const reply = await postLink(server, token, { do: 'renew', name: 'Anne' });
  expect(await reply.text()).toContain('es mayor de edad y decide por su cuenta');
  expect(server.jobs.mail).toEqual([]);
});
