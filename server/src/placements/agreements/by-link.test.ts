import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { and, desc, eq } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { agreementTerms } from '../../../../contract/testing/agreement-terms.ts';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { useUp } from '../../../testing/use-up.ts';
import { whileItWaits } from '../../../testing/waiting.ts';
import { budgetOf } from '../../platform/access/budgets.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { links } from '../../platform/database/tables/links.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const {
  getAgreement,
  sendSigningLink,
  saveAgreementTerms,
  sendAgreement,
  signAgreement,
  changeAgreement,
  voidAgreement,
} = agreementCalls;

const terms = { ...agreementTerms, guardian_signs: true };

/** A placement whose agreement is waiting for everyone, and the people in it. */
async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project } = placement;
  const admin = await server.anAdmin({ client });
  const teacher = await server.aTeacher({ client });
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(admin),
  };
  server.jobs.mail.length = 0;
  const project_id = project.id;
  const saved = () =>
    server.db
      .select()
      .from(agreementSignatures)
      .where(eq(agreementSignatures.agreementId, agreement.id))
      .orderBy(desc(agreementSignatures.party));
  const current = async (who: keyof typeof as = 'teacher') => {
    const found = (await as[who].call(getAgreement, { project_id })).agreement;
    if (!found) throw new Error('no agreement');
    return found;
  };
  const signing = { text_hash: agreement.textHash, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' };
  return { ...placement, admin, teacher, as, project_id, saved, current, signing };
}
type Placement = Awaited<ReturnType<typeof aPlacement>>;

/** The first contact of every business, who may sign. */
const GRACE = 'grace@waypost.test';

/** Reverts the agreement to a draft, changes its text, and sends it again. */
async function changeText({ as, project_id, current }: Placement, duties = 'Paints.') {
  await as.teacher.call(changeAgreement, { project_id, revision: (await current()).revision });
  const { revision } = await current();
  await as.teacher.call(saveAgreementTerms, { project_id, revision, ...terms, duties });
  await as.teacher.call(sendAgreement, { project_id, revision: (await current()).revision });
}

const linkTo = (email: string) => {
  const mail = server.jobs.mail.findLast(({ to, text }) => to === email && text.includes('/link/'));
  return /\/link\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};
const textOf = async (reply: Promise<Response>) => (await reply).text();

test('sending mails a link to signers without an account: confirmed guardians and the business’s signatories', async () => {
  const placement = await aPlacement();
  const { client, student, business } = placement;
  const { clientId } = business;
  await server.db.insert(guardians).values([
    { clientId, studentId: student.id, ordinal: 6, name: 'Ben', email: 'ben@home.test', addedBy: 'student' },
    {
      clientId,
      studentId: student.id,
      ordinal: 7,
      name: 'Cal',
      email: 'cal@home.test',
      addedBy: 'school',
      confirmed: true,
      maySign: false,
    },
    {
      clientId,
      studentId: student.id,
      ordinal: 8,
      name: 'Dan',
      email: 'Anne@home.test',
      addedBy: 'school',
      confirmed: true,
    },
  ]);
  await server.db.insert(businessContacts).values([
    {
      clientId,
      businessId: business.id,
      ordinal: 6,
      name: 'Sue',
      email: 'sue@bay.test',
      roles: ['supervisor'],
    },
    {
      clientId,
      businessId: business.id,
      ordinal: 7,
      name: 'Own',
      email: business.email,
      roles: ['signatory'],
    },
  ]);
  await changeText(placement);
  const asked = server.jobs.mail.filter(({ subject }) => subject.startsWith('Please sign'));
  expect(asked.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [ANNE, OWEN, GRACE, student.email, business.email]
      .map((to) => [to, 'Please sign: the agreement for Boat builder'])
      .toSorted(),
  );
  expect(server.jobs.mail.filter(({ text }) => text.includes('/link/')).map(({ to }) => to)).toEqual([
    ANNE,
    GRACE,
    OWEN,
  ]);
  const mailTo = (address: string) =>
    server.jobs.mail.find(({ to, text }) => to === address && text.includes('/link/'))?.text;
  expect(mailTo(ANNE)).toContain('You sign as Anne Lovelace, Ada Lovelace’s parent or guardian.');
  expect(mailTo(OWEN)).toContain('You sign as Owen Bay, for Bayside Marine.');
  const page = await textOf(openLink(server, linkTo(ANNE)));
  expect(page).toContain('You sign as Anne Lovelace, Ada L.’s parent or guardian.');
  expect(page).toContain('Duties: Paints.');
  expect(await textOf(openLink(server, linkTo(OWEN)))).toContain('You sign as Owen Bay, for Bayside Marine.');
  expect(client.id).toBeTruthy();
});

test('both sign without an account, with the same records and consequences as with one', async () => {
  const { issue, signing, saved, as, current, project_id, student, business, client } = await aPlacement();
  const anne = await issue('sign');
  const page = await textOf(postLink(server, anne, signing));
  expect(page).toContain('Everything here is done.');
  expect(page).toContain('Ada L.: Training agreement signed, version 1');
  expect(page).toMatch(/By Anne Lovelace, 03\/04\/2026 10:00\sAM EST/);
  expect(page).toContain('Ada works at Bayside Marine.');
  await postLink(server, await issue('sign', OWEN), { ...signing, name: 'Owen Bay' });
  expect(await saved()).toMatchObject([
    {
      party: 'guardian',
      signerName: 'Anne Lovelace',
      method: 'link',
      sentTo: 'a•••@home.test',
      userId: null,
    },
    { party: 'business', signerName: 'Owen Bay', method: 'link', sentTo: 'o•••@bay.test' },
  ]);
  const { text_hash, status } = await current();
  expect(status).toBe('partly signed');
  const own = { project_id, text_hash, agreed: true as const };
  await as.student.call(signAgreement, { ...own, name: 'Ada Lovelace' });
  await as.admin.call(signAgreement, { ...own, name: 'Head' });
  expect(await current('student')).toMatchObject({
    status: 'signed',
    signatures: expect.arrayContaining([
      expect.objectContaining({ party: 'guardian', method: 'link', sent_to: 'a•••@home.test' }),
    ]),
  });
  // The signer also has a receipt.
  expect(server.jobs.mail.map(({ to }) => to).toSorted()).toEqual(
    [ANNE, ANNE, OWEN, OWEN, student.email, student.email, business.email].toSorted(),
  );
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'sign agreement')));
  expect(entries.find(({ actorName }) => actorName === 'Anne Lovelace')).toMatchObject({
    actorId: null,
    subjectId: student.id,
    details: {
      purpose: 'sign',
      project: project_id,
      version: 1,
      identified: 'link to a•••@home.test, name typed',
    },
  });
});

test('a name with line breaks is signed as one line, so it cannot pass for another signer', async () => {
  const { issue, signing, saved } = await aPlacement();
  const name = 'V Lopez\r\n\r\nThe school\r\nDr. Forged Principal\u202e';
  await postLink(server, await issue('sign'), { ...signing, name, sure: name });
  const names = (await saved()).map(({ signerName }) => signerName);
  expect(names).toContain('V Lopez The school Dr. Forged Principal');
});

test('the last signature by link puts it into force and mails the student and the business', async () => {
  const { issue, signing, agreement, student, business, current } = await aPlacement();
  await server.db
    .update(agreements)
    .set({ parties: ['guardian'] })
    .where(eq(agreements.id, agreement.id));
  await postLink(server, await issue('sign'), signing);
  expect((await current()).status).toBe('signed');
  const toAccounts = server.jobs.mail.filter(({ to }) => to !== ANNE);
  expect(toAccounts.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [student.email, business.email]
      .toSorted()
      .map((to) => [to, 'Signed by everyone: the agreement for Boat builder']),
  );
});

test('in sequence each gets the link at their turn', async () => {
  const { as, agreement, project_id, signing, issue, current, student } = await aPlacement();
  await server.db.update(agreements).set({ signingOrder: 'sequence' }).where(eq(agreements.id, agreement.id));
  const early = await issue('sign');
  expect(await textOf(openLink(server, early))).toContain('You can sign once it’s your turn.');
  expect((await postLink(server, early, signing)).status).toBe(409);
  const { text_hash } = await current();
  await as.student.call(signAgreement, { project_id, text_hash, agreed: true, name: 'Ada Lovelace' });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([student.email, ANNE]);
  server.jobs.mail.length = 0;
  await postLink(server, early, signing);
  expect(linkTo(OWEN)).not.toBe('');
});

test('signing requires the name and the checked box, and declining a reason', async () => {
  const { issue, signing, saved, current } = await aPlacement();
  const token = await issue('sign');
  const before = await server.db.select().from(links);
  for (const [fields, message] of [
    [{ ...signing, name: '' }, 'Type your name'],
    [{ ...signing, agreed: '' }, 'check this box to sign electronically'],
    [{ ...signing, do: 'decline' }, 'Give a reason'],
    [{ ...signing, do: 'decline', name: '', reason: 'No.' }, 'Type your name'],
    [{ ...signing, do: 'not-me', who: '' }, 'Type who you are'],
  ] as const) {
    const reply = await postLink(server, token, fields);
    const page = await reply.text();
    expect([reply.status, page.includes(message), page.includes('aria-invalid="true"')], message).toEqual([
      400,
      true,
      true,
    ]);
  }
  for (const fields of [
    { ...signing, do: '' },
    { ...signing, do: 'pass-on', to_email: 'eve@x.test' },
  ])
    expect((await postLink(server, token, fields)).status).toBe(400);
  expect([await saved(), await server.db.select().from(links)]).toEqual([[], before]);
  expect((await current()).status).toBe('sent');
  expect((await postLink(server, token, signing)).status).toBe(200);
  expect(await saved()).toHaveLength(1);
});

test('opening it with GET and HEAD changes nothing', async () => {
  const { issue, agreement } = await aPlacement();
  const token = await issue('sign');
  const rows = async () => [
    await server.db.select().from(links),
    await server.db.select().from(agreements).where(eq(agreements.id, agreement.id)),
  ];
  const before = await rows();
  for (const method of ['HEAD', 'GET', 'HEAD'])
    expect((await openLink(server, token, { method })).status).toBe(200);
  expect(await rows()).toEqual(before);
});

test('declining requires a reason, and everyone in the placement is mailed and can read it', async () => {
  const { issue, signing, current, student, business } = await aPlacement();
  const page = await textOf(
    postLink(server, await issue('sign'), {
      ...signing,
      agreed: '',
      do: 'decline',
      reason: 'Too <far> away.',
    }),
  );
  expect(page).toContain('Training agreement declined, version 1');
  expect(await current('business')).toMatchObject({
    status: 'declined',
    closed: { reason: 'Too <far> away.', by: 'Anne Lovelace' },
  });
  // The guardian has a receipt.
  expect(server.jobs.mail.map(({ to }) => to).toSorted()).toEqual(
    [ANNE, student.email, business.email].toSorted(),
  );
});

test('if the text changes while someone signs, nothing is signed and the page shows the new text', async () => {
  const placement = await aPlacement();
  const { issue, signing, saved, current } = placement;
  const token = await issue('sign');
  await placement.as.teacher.call(changeAgreement, {
    project_id: placement.project_id,
    revision: (await current()).revision,
  });
  expect(await textOf(openLink(server, token))).toContain('The school is changing this agreement.');
  expect((await postLink(server, token, signing)).status).toBe(409);
  const { revision } = await current();
  const { as, project_id } = placement;
  await as.teacher.call(saveAgreementTerms, { project_id, revision, ...terms, duties: 'Varnishes.' });
  await as.teacher.call(sendAgreement, { project_id, revision: (await current()).revision });
  const reply = await postLink(server, token, signing);
  const page = await reply.text();
  expect([reply.status, await saved()]).toEqual([409, []]);
  expect(page).toContain('The text has changed since you opened this page. Nothing was saved.');
  expect(page).toContain('Duties: Varnishes.');
  expect(page).toContain('value="Anne Lovelace"');
  const text_hash = /name="text_hash" value="(\w+)"/.exec(page)?.[1] ?? '';
  await postLink(server, token, { ...signing, text_hash });
  expect(await saved()).toMatchObject([{ party: 'guardian', textHash: text_hash }]);
});

test.each(['a new version', 'void'])('the links of a version are revoked by %s', async (end) => {
  const { issue, signing, as, project_id, current } = await aPlacement();
  const [anne, owen] = [await issue('sign'), await issue('sign', OWEN)];
  await postLink(server, owen, { ...signing, name: 'Owen Bay' });
  const { revision } = await current();
  if (end === 'void') await as.admin.call(voidAgreement, { project_id, revision, reason: 'No.' });
  else await as.teacher.call(changeAgreement, { project_id, revision });
  for (const reply of [await openLink(server, anne), await postLink(server, anne, signing)])
    expect(reply.status).toBe(404);
  expect(await textOf(openLink(server, owen))).toContain('Training agreement signed, version 1');
});

test('one of two parents’ signatures counts, and the other’s link says so', async () => {
  const { issue, signing, saved, student, business } = await aPlacement();
  const ben = { name: 'Ben', email: 'ben@home.test', addedBy: 'school', confirmed: true };
  await server.db
    .insert(guardians)
    .values({ clientId: business.clientId, studentId: student.id, ordinal: 6, ...ben });
  const [anne, other] = [await issue('sign'), await issue('sign')];
  await postLink(server, anne, signing);
  expect(await textOf(openLink(server, other))).toContain(
    'Someone has already signed as: Parent or guardian.',
  );
  expect((await postLink(server, other, { ...signing, name: 'Ben', sure: 'Ben' })).status).toBe(409);
  expect(await saved()).toMatchObject([{ signerName: 'Anne Lovelace' }]);
});

test.each([
  [
    'whom the student changed',
    ANNE,
    () => server.db.update(guardians).set({ confirmed: false }).where(eq(guardians.email, ANNE)),
  ],
  [
    'who may no longer sign',
    OWEN,
    () => server.db.update(businessContacts).set({ roles: [] }).where(eq(businessContacts.email, OWEN)),
  ],
  [
    'whose business is no longer approved',
    OWEN,
    () => server.db.update(users).set({ approved: false }).where(eq(users.businessName, 'Bayside Marine')),
  ],
])('a person %s can no longer sign by link', async (_, email, change) => {
  const { issue, signing, saved } = await aPlacement();
  const token = await issue('sign', email);
  await change();
  expect(await textOf(openLink(server, token))).toContain('You can no longer sign with this link.');
  expect((await postLink(server, token, { ...signing, sure: signing.name })).status).toBe(409);
  expect(await saved()).toEqual([]);
});

test.each([
  [
    'before it is checked again',
    (other: PoolClient, { project }: Placement) =>
      other.query('select from projects where id = $1 for update', [project.id]),
  ],
  [
    'before its signature is written',
    (other: PoolClient) => other.query('lock table agreement_signatures in share mode'),
  ],
  [
    'before the agreement’s status is changed',
    // The signature is written once this one is rolled back.
    (other: PoolClient, { client, agreement }: Placement) =>
      other.query(
        `insert into agreement_signatures (client_id, agreement_id, party, signer_name, method, text_hash, signed_on,
           signed_at, recorded_at)
         values ($1, $2, 'business', 'Somebody', 'link', '', now(), now(), now())`,
        [client.id, agreement.id],
      ),
  ],
])('a business that is deactivated during its signature by link, %s, has signed nothing', async (_, hold) => {
  const placement = await aPlacement();
  const token = await placement.issue('sign', OWEN);
  const reply = await whileItWaits(
    server.database.owner,
    (other) => hold(other, placement),
    () => postLink(server, token, { ...placement.signing, name: 'Owen Bay' }),
    async (other) => {
      await server.db.update(users).set({ approved: false }).where(eq(users.businessName, 'Bayside Marine'));
      await other.query('rollback');
    },
  );
  expect(reply.status).toBe(409);
  expect(await reply.text()).toContain('You can no longer sign with this link.');
  expect(await placement.saved()).toEqual([]);
});

test('a link of another placement or school system cannot sign this one', async () => {
  const { agreement, saved, signing } = await aPlacement();
  const other = await aPlacement();
  await postLink(server, await other.issue('sign'), { ...signing, agreement: agreement.id });
  await postLink(server, await other.issue('evaluation'), signing);
  expect(await saved()).toEqual([]);
});

test('staff can send links to people on file repeatedly, and earlier links still work', async () => {
  const { as, current, project_id, client, student } = await aPlacement();
  const before = (await current()).signers;
  expect(
    before.filter(({ may_send }) => may_send).map(({ name, email, sent_at }) => [name, email, sent_at]),
  ).toEqual([
    ['Anne Lovelace', ANNE, null],
    ['Grace', GRACE, null],
    ['Owen Bay', OWEN, null],
  ]);
  const anne = before.find(({ email }) => email === ANNE)?._id ?? '';
  const key = { project_id, party: 'guardian' as const, _id: anne };
  const { agreement } = await as.teacher.call(sendSigningLink, key);
  expect(agreement?.signers.find(({ _id }) => _id === anne)?.sent_at).toBe('2026-03-04T15:00:00.000Z');
  const first = linkTo(ANNE);
  await as.admin.call(sendSigningLink, key);
  expect(linkTo(ANNE)).not.toBe(first);
  expect((await openLink(server, first)).status).toBe(200);
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, 'send signing link')));
  expect(entries).toMatchObject([{ subjectId: student.id, details: { to: 'a•••@home.test' } }, {}]);
});

test('a business sends links to its own people, and only sees that there is a guardian', async () => {
  const { as, current, project_id, issue } = await aPlacement();
  const anne = (await current()).signers.find(({ email }) => email === ANNE)?._id ?? '';
  const own = (await current('business')).signers.filter(({ may_send }) => may_send);
  expect(own.map(({ email }) => email)).toEqual([GRACE, OWEN]);
  await as.business.call(sendSigningLink, { project_id, party: 'business', _id: own[1]?._id ?? '' });
  expect(linkTo(OWEN)).not.toBe('');
  const guardian = { project_id, party: 'guardian' as const, _id: anne };
  expect((await as.business.refusal(sendSigningLink, guardian)).status).toBe(404);
  expect((await as.student.refusal(sendSigningLink, guardian)).status).toBe(403);
  await issue('sign');
  expect((await current('business')).signers.filter(({ party }) => party === 'guardian')).toEqual([
    expect.objectContaining({ _id: '', name: '', email: '', may_send: false, obstacle: null }),
  ]);
  expect((await current('student')).signers).toEqual([]);
});

test('no link is sent to people who are unconfirmed, without an email, or whose turn it is not', async () => {
  const { as, current, project_id, student, business, issue, signing } = await aPlacement();
  const { clientId } = business;
  const ofStudent = { clientId, studentId: student.id, addedBy: 'student' };
  await server.db.insert(guardians).values([
    { ...ofStudent, ordinal: 6, name: 'Ben', email: 'ben@home.test' },
    { ...ofStudent, ordinal: 7, name: 'Cal', confirmed: true },
  ]);
  const { signers } = await current();
  expect(signers.filter(({ obstacle }) => obstacle).map(({ name, obstacle }) => [name, obstacle])).toEqual([
    ['Parent', 'not confirmed'],
    ['Ben', 'not confirmed'],
    ['Cal', 'no email'],
  ]);
  for (const { _id, party } of signers.filter(({ obstacle }) => obstacle))
    expect((await as.teacher.refusal(sendSigningLink, { project_id, party, _id })).status).toBe(409);
  const anne = signers.find(({ email }) => email === ANNE)?._id ?? '';
  await postLink(server, await issue('sign'), signing);
  server.jobs.mail.length = 0;
  const again = { project_id, party: 'guardian' as const, _id: anne };
  expect((await as.teacher.refusal(sendSigningLink, again)).status).toBe(409);
  expect(server.jobs.mail).toEqual([]);
});

test('limits how many links to sign a person emails in a day', async () => {
  const { as, current, project_id, teacher } = await aPlacement();
  const _id = (await current()).signers.find(({ email }) => email === ANNE)?._id ?? '';
  const key = { project_id, party: 'guardian' as const, _id };
  await useUp(server, budgetOf('signing links', teacher.id), 1);
  await as.teacher.call(sendSigningLink, key);
  expect((await as.teacher.refusal(sendSigningLink, key)).status).toBe(429);
});

test('correcting an address sends the link there and revokes the old one', async () => {
  const { as, issue, signing, saved, student, business } = await aPlacement();
  const [anne, owen] = [await issue('sign'), await issue('sign', OWEN)];
  const guardian = (await as.teacher.call(guardianCalls.getGuardians, { student_id: student.id })).at(-1);
  await as.teacher.call(guardianCalls.saveGuardian, {
    student_id: student.id,
    _id: guardian?._id ?? '',
    name: 'Anne Lovelace',
    email: 'anne@new.test',
    relationship: 'Mother',
    phone: '',
    language: 'en',
    may_sign: true,
  });
  const contact = (await as.teacher.call(contactCalls.getContacts, { business_id: business.id })).at(-1);
  await as.teacher.call(contactCalls.saveContact, {
    business_id: business.id,
    _id: contact?._id ?? '',
    name: 'Owen Bay',
    email: 'owen@new.test',
    phone: '',
    roles: ['signatory'],
  });
  for (const old of [anne, owen]) expect((await openLink(server, old)).status).toBe(404);
  await postLink(server, linkTo('anne@new.test'), signing);
  await postLink(server, linkTo('owen@new.test'), { ...signing, name: 'Owen Bay' });
  expect((await saved()).map(({ sentTo }) => sentTo).toSorted()).toEqual(['a•••@new.test', 'o•••@new.test']);
});

test('the page stays below 15 kB on the wire with the longest text', async () => {
  const { issue, agreement } = await aPlacement();
  const words = 'The intern learns to plan, saw, plane and sand beside master builder number'.split(' ');
  const text = Array.from(
    { length: 5200 },
    (_, at) => `${words[(at * 7) % words.length]}${at % 13 ? ' ' : `${at}.\n\n`}`,
  ).join('');
  expect(text.length).toBeGreaterThan(30_000);
  await server.db.update(agreements).set({ text }).where(eq(agreements.id, agreement.id));
  const token = await issue('sign');
  const headers = { 'accept-encoding': 'gzip' };
  const reply = await new Promise<Buffer>((resolve) =>
    get(`${server.origin}/link/${token}`, { headers }, (sent) => resolve(buffer(sent))),
  );
  expect(reply.length).toBeLessThan(15_000);
  expect(gunzipSync(reply).toString()).toContain(text.slice(-200).trim().split('\n').at(-1) ?? '');
});

test('its page is in the guardian’s language, and the text in its own', async () => {
  const { issue } = await aPlacement();
  const token = await issue('sign');
  await server.db.update(links).set({ locale: 'es' });
  const page = await textOf(openLink(server, token));
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('<div class="text" lang="en">');
  expect(page).toContain('Firmar el acuerdo de formación');
});

test('in a draft, staff see who would be asked and who cannot be, and no one else does', async () => {
  const placement = await aPlacement();
  const { as, project_id, current, student, business } = placement;
  const { clientId } = business;
  await server.db.insert(guardians).values([
    {
      clientId,
      studentId: student.id,
      ordinal: 6,
      name: 'Ben',
      email: 'ben@home.test',
      addedBy: 'student',
    },
  ]);
  await as.teacher.call(changeAgreement, { project_id, revision: (await current()).revision });
  const { signers } = await current();
  expect(signers.map(({ name, obstacle, may_send }) => [name, obstacle, may_send])).toEqual([
    ['Parent', 'not confirmed', false],
    ['Anne Lovelace', null, false],
    ['Ben', 'not confirmed', false],
    ['Grace', null, false],
    ['Owen Bay', null, false],
  ]);
  for (const who of ['student', 'business'] as const) expect((await current(who)).signers).toEqual([]);
});
