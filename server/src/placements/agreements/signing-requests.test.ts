import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, postLink } from '../../../testing/links.ts';
import { rounds } from '../../../testing/rounds.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { links } from '../../platform/database/tables/links.ts';

const server = startTestServer();
const { saveGuardian, confirmGuardian, getGuardians, removeGuardian } = guardianCalls;
const { getContacts, saveContact } = contactCalls;

const BEN = 'ben@home.test';
const ben = {
  name: 'Ben',
  email: BEN,
  relationship: 'Father',
  phone: '',
  language: 'es',
  may_sign: true,
} as const;

/** A placement whose agreement is waiting for everyone. */
async function aPlacement(but: Partial<typeof agreements.$inferInsert> = {}) {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project } = placement;
  await server.db
    .update(agreements)
    .set({ status: 'sent', ...but })
    .where(eq(agreements.id, agreement.id));
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(await server.aTeacher({ client })),
    admin: server.as(await server.anAdmin({ client })),
  };
  server.jobs.mail.length = 0;
  const key = { student_id: student.id };
  const guardian = async (email: string) =>
    (await as.teacher.call(getGuardians, key)).find((one) => one.email === email)?._id ?? '';
  const text = { project_id: project.id, text_hash: agreement.textHash };
  const issued = (email: string) =>
    server.db
      .select()
      .from(links)
      .where(and(eq(links.subjectId, agreement.id), eq(links.recipientEmail, email)));
  return { ...placement, as, key, guardian, text, issued };
}

const asked = () => server.jobs.mail.filter(({ text }) => /\/link\/[\w-]{43}/.test(text)).map(({ to }) => to);
const linkTo = (email: string) => {
  const mail = server.jobs.mail.findLast(({ to, text }) => to === email && text.includes('/link/'));
  return /\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};

test('a guardian whom staff add is asked to sign at once, in their language, and can', async () => {
  const { as, key, agreement } = await aPlacement();
  await as.teacher.call(saveGuardian, { ...key, ...ben });
  // Anne was on file before but was never sent a link, so she gets one as well.
  expect(asked()).toEqual([ANNE, BEN]);
  expect(server.jobs.mail.find(({ to }) => to === BEN)?.html).toContain('<html lang="es">');
  const form = { text_hash: agreement.textHash, name: 'Ben', agreed: 'yes', do: 'sign' };
  expect((await postLink(server, linkTo(BEN), form)).status).toBe(200);
});

test('a guardian is asked once staff confirm them, let them sign, or give them an address, and only once', async () => {
  const { as, key, guardian, issue } = await aPlacement();
  await issue('sign');
  await as.student.call(saveGuardian, { ...key, ...ben });
  expect(asked()).toEqual([]);
  const _id = await guardian(BEN);
  await as.teacher.call(confirmGuardian, { ...key, _id });
  expect(asked()).toEqual([BEN]);
  await as.teacher.call(saveGuardian, { ...key, ...ben, _id, phone: '(410)555-0100' });
  await as.admin.call(confirmGuardian, { ...key, _id });
  expect(asked()).toEqual([BEN]);

  const cal = { ...ben, name: 'Cal', email: 'cal@home.test' };
  await as.teacher.call(saveGuardian, { ...key, ...cal, may_sign: false });
  const calId = await guardian(cal.email);
  expect(asked()).toEqual([BEN]);
  await as.teacher.call(saveGuardian, { ...key, ...cal, _id: calId });
  expect(asked()).toEqual([BEN, cal.email]);

  await as.teacher.call(saveGuardian, { ...key, ...cal, _id: calId, email: '' });
  await as.teacher.call(saveGuardian, { ...key, ...cal, _id: calId, email: 'cal@new.test' });
  expect(asked()).toEqual([BEN, cal.email, 'cal@new.test']);
});

test('a corrected address gets one link, and an address that returns gets a new one', async () => {
  const { as, key, guardian, issue, issued } = await aPlacement();
  await issue('sign');
  const anne = { ...ben, name: 'Anne Lovelace' };
  const _id = await guardian(ANNE);
  await as.teacher.call(saveGuardian, { ...key, ...anne, _id, email: 'anne@new.test' });
  expect(asked()).toEqual(['anne@new.test']);
  await as.teacher.call(removeGuardian, { ...key, _id });
  await as.teacher.call(saveGuardian, { ...key, ...anne, email: 'anne@new.test' });
  expect(asked()).toEqual(['anne@new.test', 'anne@new.test']);
  expect((await issued('anne@new.test')).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
});

test('does not ask a person again who said that a link is not for them', async () => {
  const { as, key, guardian, issue } = await aPlacement();
  await postLink(server, await issue('sign'), { do: 'not-me', who: 'Eve' });
  server.jobs.mail.length = 0;
  const anne = { ...ben, name: 'Anne', email: ANNE };
  await as.teacher.call(saveGuardian, { ...key, ...anne, _id: await guardian(ANNE) });
  expect(asked()).toEqual([]);
});

test.each([
  ['another guardian has signed', {}, true],
  ['it is not their turn', { signingOrder: 'sequence' as const }, false],
  ['no guardian signs', { parties: ['student' as const, 'business' as const, 'school' as const] }, false],
  ['it has expired', { expiresAt: new Date('2026-03-01T00:00:00Z') }, false],
  ['it was declined', { status: 'declined' as const }, false],
])('asks no one where %s', async (_, but, isSigned) => {
  const { as, key, issue, agreement } = await aPlacement(but);
  const form = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  if (isSigned) await postLink(server, await issue('sign'), form);
  server.jobs.mail.length = 0;
  await as.teacher.call(saveGuardian, { ...key, ...ben });
  expect(asked()).toEqual([]);
});

test('asks a contact who becomes a signatory, but not at the business’s own address', async () => {
  const { as, business, issue } = await aPlacement();
  await issue('sign', OWEN);
  await issue('sign', 'grace@waypost.test');
  const key = { business_id: business.id };
  const sue = { name: 'Sue', email: 'sue@bay.test', phone: '', roles: ['supervisor' as const] };
  await as.business.call(saveContact, { ...key, ...sue });
  expect(asked()).toEqual([]);
  const saved = (await as.business.call(getContacts, key)).find(({ email }) => email === sue.email);
  await as.business.call(saveContact, { ...key, ...sue, _id: saved?._id ?? '', roles: ['signatory'] });
  await as.teacher.call(saveContact, {
    ...key,
    ...sue,
    name: 'Own',
    email: business.email,
    roles: ['signatory'],
  });
  expect(asked()).toEqual([sue.email]);
});

const ROUNDS = rounds(3);
const LONG = { timeout: 900_000 };

test('two staff members who confirm a guardian at the same moment send one link', LONG, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { as, key, guardian, issued } = await aPlacement();
    await as.student.call(saveGuardian, { ...key, ...ben });
    const confirm = { ...key, _id: await guardian(BEN) };
    await Promise.all([as.teacher.call(confirmGuardian, confirm), as.admin.call(confirmGuardian, confirm)]);
    expect(await issued(BEN)).toHaveLength(1);
  }
});

test('a guardian who is confirmed while their turn comes gets exactly one link', LONG, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { as, key, guardian, issued, text } = await aPlacement({ signingOrder: 'sequence' });
    await as.student.call(saveGuardian, { ...key, ...ben });
    const _id = await guardian(BEN);
    await Promise.all([
      as.student.call(agreementCalls.signAgreement, { ...text, name: 'Ada', agreed: true }),
      as.teacher.call(confirmGuardian, { ...key, _id }),
    ]);
    expect(await issued(BEN)).toHaveLength(1);
  }
});

test(
  'a guardian who is confirmed while another signs leaves one signature, and at most one link',
  LONG,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { as, key, guardian, issue, issued, agreement } = await aPlacement();
      await as.student.call(saveGuardian, { ...key, ...ben });
      const form = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
      const token = await issue('sign');
      const [signed] = await Promise.all([
        postLink(server, token, form),
        guardian(BEN).then((_id) => as.teacher.call(confirmGuardian, { ...key, _id })),
      ]);
      expect(signed.status).toBe(200);
      expect((await issued(BEN)).length).toBeLessThanOrEqual(1);
      const signatures = await server.db
        .select()
        .from(agreementSignatures)
        .where(eq(agreementSignatures.agreementId, agreement.id));
      expect(signatures).toHaveLength(1);
    }
  },
);
