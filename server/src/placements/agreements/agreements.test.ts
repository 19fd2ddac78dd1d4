import { masqueradeCalls } from '@waypost/contract/people/masquerade/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { hoursCalls } from '@waypost/contract/placements/hours/calls';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { asSession, enterTenant } from '../../platform/access/tenant.ts';
import { agreementSignatures, agreements } from '../../platform/database/tables/agreements.ts';
import { files } from '../../platform/database/tables/files.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { students, users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { projects } from '../../platform/database/tables/projects.ts';
import { findToSeal } from './seal-queries.ts';

const server = startTestServer();
const {
  getAgreement,
  startAgreement,
  saveAgreementTerms,
  sendAgreement,
  signAgreement,
  declineAgreement,
  recordPaperSignature,
  changeAgreement,
  voidAgreement,
  saveAgreementSettings,
  saveAgreementTemplate,
} = agreementCalls;

/** The business’s contact, who may sign for it by a link. */
const GRACE = 'grace@waypost.test';

const terms = {
  place: '2 Dock Street, Annapolis, MD 21401',
  start_date: '2026-06-01',
  end_date: '2026-08-31',
  schedule: 'Mon–Fri, 8 to 12',
  hours_per_week: 20,
  pay: '$15 an hour',
  duties: 'Sands and paints hulls.',
  goals: 'Learns to read drawings.',
  supervisor: 'Grace Hill',
  supervision: 'She works beside the student.',
  hazardous: false,
  guardian_signs: false,
};

/** A placement whose agreement was drafted at the student's acceptance, with everyone involved. */
async function aPlacement(given: { order?: 'sequence' | 'parallel'; hours_before_signed?: boolean } = {}) {
  const client = await server.aClient();
  const admin = await server.anAdmin({ client, firstName: 'Ada', lastName: 'Lane' });
  if (given.order || given.hours_before_signed !== undefined)
    await server.as(admin).call(saveAgreementSettings, {
      signing_order: given.order ?? 'parallel',
      hours_before_signed: given.hours_before_signed ?? true,
      second_proof: false,
    });
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Okafor' });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const teacher = await server.aTeacher({ client });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const application = await server.anApplication({ student, opportunity, status: 'Offered' });
  const { application: accepted } = await server
    .as(student)
    .call(applicationCalls.updateApplicationStatus, { application_id: application.id, status: 'Accepted' });
  const project_id = accepted.project_id ?? '';
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(admin),
  };
  return { client, student, business, teacher, admin, opportunity, project_id, as };
}
type Placement = Awaited<ReturnType<typeof aPlacement>>;

const current = async ({ as, project_id }: Placement, who: keyof Placement['as'] = 'teacher') => {
  const { agreement } = await as[who].call(getAgreement, { project_id });
  if (!agreement) throw new Error('no agreement');
  return agreement;
};

/** Filled in by the business and sent by the school. */
async function sent(placement: Placement, but: Partial<typeof terms> = {}) {
  const { as, project_id } = placement;
  const draft = await current(placement);
  await as.teacher.call(saveAgreementTerms, { project_id, revision: draft.revision, ...terms, ...but });
  const filled = await current(placement);
  await as.teacher.call(sendAgreement, { project_id, revision: filled.revision });
  return current(placement);
}

const forAll = { program: '', internship_type: '' as const, version: 0 };

const sign = (placement: Placement, who: 'student' | 'business' | 'admin', text_hash: string) =>
  placement.as[who].call(signAgreement, {
    project_id: placement.project_id,
    text_hash,
    agreed: true as const,
    name: { student: 'Maya Okafor', business: 'Grace Hill', admin: 'Ada Lane' }[who],
  });

async function signedByAll(placement: Placement) {
  const { text_hash } = await sent(placement);
  for (const who of ['student', 'business', 'admin'] as const) await sign(placement, who, text_hash);
  return current(placement);
}

test('accepting an offer drafts the agreement, with the opportunity’s terms', async () => {
  const placement = await aPlacement();
  const { names, agreement, hours_wait } = await placement.as.student.call(getAgreement, {
    project_id: placement.project_id,
  });
  expect(names).toMatchObject({ student: 'Maya Okafor', business: 'Bayside Marine', title: 'Boat builder' });
  expect(agreement).toMatchObject({ version: 1, status: 'draft', text_hash: '', turn: ['business'] });
  expect(agreement?.terms).toMatchObject({
    place: '2 Dock Street, Annapolis, MD 21401',
    start_date: '2026-06-01',
    end_date: '2026-08-31',
    pay: 'Paid',
    supervisor: 'Grace',
    guardian_signs: true,
  });
  expect(agreement?.missing).toEqual(
    expect.arrayContaining(['hours_per_week', 'duties', 'goals', 'supervision']),
  );
  expect(agreement?.text).toContain('between Maya Okafor');
  expect(hours_wait).toBe(false);
});

test('a failed acceptance leaves no agreement', async () => {
  const client = await server.aClient();
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const full = { business, availableSlots: 1, acceptedCount: 1 };
  const opportunity = await server.anOpportunity(full);
  const application = await server.anApplication({ student, opportunity, status: 'Offered' });
  const accept = { application_id: application.id, status: 'Accepted' as const };
  expect((await server.as(student).refusal(applicationCalls.updateApplicationStatus, accept)).status).toBe(
    409,
  );
  expect(await server.db.select().from(agreements).where(eq(agreements.clientId, client.id))).toEqual([]);
});

test('the business fills in its terms, but not whether a guardian signs', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await current(placement);
  const saved = await as.business.call(saveAgreementTerms, { project_id, revision, ...terms });
  expect(saved.agreement).toMatchObject({ missing: [], turn: ['school'], actions: ['fill in'] });
  expect(saved.agreement?.terms).toMatchObject({ duties: terms.duties, guardian_signs: true });
});

test('staff are told at the bell once a business has filled in the last term, but not if staff fill it in', async () => {
  const placement = await aPlacement();
  const { as, project_id, teacher, admin } = placement;
  const noticesToStaff = async () =>
    (
      await server.db
        .select()
        .from(notices)
        .where(inArray(notices.userId, [teacher.id, admin.id]))
    ).map(({ kind, text, path }) => [kind, text, path]);
  const save = async (who: 'business' | 'teacher', but: object) => {
    const { revision } = await current(placement);
    await as[who].call(saveAgreementTerms, { project_id, revision, ...terms, ...but });
  };
  await save('business', { goals: '' });
  expect(await noticesToStaff()).toEqual([]);
  await save('business', {});
  await save('business', { goals: 'Learns more.' });
  const ready = [
    'agreement',
    'Ready to send: the agreement for Boat builder',
    `/project/${project_id}/agreement`,
  ];
  expect(await noticesToStaff()).toEqual([ready, ready]);
  await save('teacher', { goals: '' });
  await save('teacher', {});
  expect(await noticesToStaff()).toHaveLength(2);
});

test('refuses the second of two people who fill in the same draft, and loses nothing', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await current(placement);
  await as.business.call(saveAgreementTerms, { project_id, revision, ...terms });
  const late = await as.teacher.refusal(saveAgreementTerms, {
    project_id,
    revision,
    ...terms,
    duties: 'Other',
  });
  expect([late.status, late.problem.detail]).toEqual([
    409,
    'This agreement has changed in the meantime. Check it and try again',
  ]);
  expect((await current(placement)).terms.duties).toBe(terms.duties);
});

test('an incomplete draft cannot be sent, and each empty field is named', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await current(placement);
  const refused = await as.teacher.refusal(sendAgreement, { project_id, revision });
  expect(refused.status).toBe(400);
  expect(refused.problem.errors).toMatchObject({ duties: ['this field is required'] });
});

test('sending freezes the text and mails the student and the business', async () => {
  const placement = await aPlacement();
  server.jobs.mail.length = 0;
  const agreement = await sent(placement);
  expect(agreement).toMatchObject({
    status: 'sent',
    text_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    parties: ['student', 'business', 'school'],
    turn: ['student', 'business', 'school'],
    expires_at: '2026-04-04T00:00:00.000Z',
  });
  expect(agreement.text).toContain('Sands and paints hulls.');
  expect(agreement.text).not.toContain('[');
  expect(agreement.text).not.toContain('570.50(c)');
  expect(server.jobs.mail.map(({ to }) => to).sort()).toEqual(
    [placement.student.email, placement.business.email, GRACE].sort(),
  );
  expect(server.jobs.mail[0]?.text).toContain(`/project/${placement.project_id}/agreement`);
});

test('hazardous work adds the four clauses', async () => {
  const agreement = await sent(await aPlacement(), { hazardous: true });
  expect(agreement.text).toContain('29 CFR 570.50(c)');
  expect(agreement.text).toContain('incidental to the training');
  expect(agreement.text).toContain('organized and progressive work processes');
});

test('each party signs for itself, and the last signature puts it into force', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const first = await sign(placement, 'student', text_hash);
  expect(first.agreement).toMatchObject({
    status: 'partly signed',
    turn: ['business', 'school'],
    actions: [],
  });
  await sign(placement, 'business', text_hash);
  server.jobs.mail.length = 0;
  const last = await sign(placement, 'admin', text_hash);
  expect(last.agreement).toMatchObject({ status: 'signed', turn: [] });
  expect(last.agreement?.signatures.map(({ party, name, method }) => [party, name, method])).toEqual([
    ['student', 'Maya Okafor', 'account'],
    ['business', 'Grace Hill', 'account'],
    ['school', 'Ada Lane', 'account'],
  ]);
  expect(server.jobs.mail.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [placement.student.email, placement.business.email, GRACE]
      .map((to) => [to, 'Signed by everyone: the agreement for Boat builder'])
      .toSorted(),
  );
  const rows = await server.db
    .select()
    .from(agreementSignatures)
    .where(eq(agreementSignatures.clientId, placement.client.id));
  const student = rows.find(({ party }) => party === 'student');
  expect(student).toMatchObject({
    textHash: text_hash,
    userId: placement.student.id,
    signedAt: server.clock.now(),
  });
});

test('in sequence, no one can sign early, and each party is mailed at its turn', async () => {
  const placement = await aPlacement({ order: 'sequence' });
  server.jobs.mail.length = 0;
  const { text_hash, turn } = await sent(placement);
  expect(turn).toEqual(['student']);
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([placement.student.email]);
  const early = { project_id: placement.project_id, text_hash, name: 'Grace Hill', agreed: true as const };
  expect((await placement.as.business.refusal(signAgreement, early)).status).toBe(409);
  await sign(placement, 'student', text_hash);
  // The student also has a receipt.
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([
    placement.student.email,
    placement.student.email,
    placement.business.email,
    GRACE,
  ]);
  expect((await sign(placement, 'business', text_hash)).agreement?.turn).toEqual(['school']);
});

test('no one can sign twice, or without a name and consent', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const { as, project_id } = placement;
  const unnamed = await as.student.refusal(signAgreement, { project_id, text_hash, name: ' ', agreed: true });
  expect([unnamed.status, unnamed.problem.errors]).toEqual([400, { name: ['type your full name'] }]);
  const refused = await as.student.refusal(signAgreement, {
    project_id,
    text_hash,
    name: 'Maya',
    agreed: false as unknown as true,
  });
  expect(refused.problem.errors).toEqual({ agreed: ['check this box to sign electronically'] });
  await sign(placement, 'student', text_hash);
  const again = { project_id, text_hash, name: 'Maya Okafor', agreed: true as const };
  expect((await as.student.refusal(signAgreement, again)).status).toBe(409);
});

test('a text that changed since it was read can neither be signed nor declined', async () => {
  const placement = await aPlacement();
  await sent(placement);
  const { as, project_id } = placement;
  const other = { project_id, text_hash: 'a'.repeat(64) };
  const signed = await as.student.refusal(signAgreement, { ...other, name: 'Maya', agreed: true });
  const declined = await as.student.refusal(declineAgreement, { ...other, reason: 'No.' });
  expect([signed.status, declined.status]).toEqual([409, 409]);
});

test('a Teacher cannot sign for the school, nor another business or student at all', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const { client, project_id } = placement;
  const signature = { project_id, text_hash, name: 'Eve', agreed: true as const };
  expect((await placement.as.teacher.refusal(signAgreement, signature)).status).toBe(403);
  for (const other of [await server.aStudent({ client }), await server.aBusiness({ client })]) {
    expect((await server.as(other).refusal(signAgreement, signature)).status).toBe(404);
    expect((await server.as(other).refusal(getAgreement, { project_id })).status).toBe(404);
  }
});

test('no one can sign or decline during a masquerade', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const { project_id, admin, student } = placement;
  const masked = server.as(admin);
  await masked.call(masqueradeCalls.masquerade, { id: student.id });
  const signed = await masked.refusal(signAgreement, {
    project_id,
    text_hash,
    name: 'Maya Okafor',
    agreed: true,
  });
  expect([signed.status, signed.problem.detail]).toEqual([403, expect.stringContaining('someone else')]);
  const declined = await masked.refusal(declineAgreement, { project_id, text_hash, reason: 'No' });
  expect(declined.status).toBe(403);
});

test('declining requires a reason, which the mail to the others leaves out', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const { as, project_id, business } = placement;
  server.jobs.mail.length = 0;
  const reason = 'The pay is wrong.';
  const { agreement } = await as.student.call(declineAgreement, { project_id, text_hash, reason });
  expect(agreement).toMatchObject({ status: 'declined', turn: ['school'] });
  expect(agreement?.closed).toMatchObject({ reason, by: 'Maya Okafor' });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([business.email, GRACE]);
  for (const { text } of server.jobs.mail) expect(text).not.toContain(reason);
  const late = { project_id, text_hash, name: 'Grace', agreed: true as const };
  expect((await as.business.refusal(signAgreement, late)).status).toBe(409);
});

test('before the first signature staff can revert to a draft; afterwards a change is a new version', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const first = await sent(placement);
  const back = await as.teacher.call(changeAgreement, { project_id, revision: first.revision });
  expect(back.agreement).toMatchObject({ version: 1, status: 'draft', text_hash: '' });
  const again = await sent(placement, { duties: 'Paints.' });
  expect(again.text_hash).not.toBe(first.text_hash);
  await sign(placement, 'student', again.text_hash);
  const { revision } = await current(placement);
  const next = await as.teacher.call(changeAgreement, { project_id, revision });
  expect(next.agreement).toMatchObject({ version: 2, status: 'draft', signatures: [] });
  expect(next.agreement?.terms.duties).toBe('Paints.');
  expect(next.versions.map(({ version, status }) => [version, status])).toEqual([
    [2, 'draft'],
    [1, 'void'],
  ]);
  const old = { project_id, text_hash: again.text_hash, name: 'Grace', agreed: true as const };
  expect((await as.business.refusal(signAgreement, old)).status).toBe(409);
});

test('a signed version stays in force until everyone signs the next', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await signedByAll(placement);
  await as.teacher.call(changeAgreement, { project_id, revision });
  const { text_hash } = await sent(placement, { pay: '$17 an hour' });
  await sign(placement, 'student', text_hash);
  await sign(placement, 'business', text_hash);
  const before = await as.teacher.call(getAgreement, { project_id });
  expect(before.versions.map(({ status }) => status)).toEqual(['partly signed', 'signed']);
  await sign(placement, 'admin', text_hash);
  const after = await as.teacher.call(getAgreement, { project_id });
  expect(after.versions.map(({ status }) => status)).toEqual(['signed', 'void']);
});

test('discarding a change keeps the signed version', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await signedByAll(placement);
  const { agreement: draft } = await as.teacher.call(changeAgreement, { project_id, revision });
  const reason = 'Not needed.';
  const left = await as.admin.call(voidAgreement, { project_id, revision: draft?.revision ?? 0, reason });
  expect(left.agreement).toMatchObject({ version: 1, status: 'signed' });
});

test('staff record a guardian’s signature on paper with its scan, which a business cannot see', async () => {
  const placement = await aPlacement();
  const { as, project_id, teacher, student } = placement;
  const { text_hash, parties } = await sent(placement, { guardian_signs: true });
  expect(parties).toEqual(['student', 'guardian', 'business', 'school']);
  const scan = await server.aFile(teacher, { name: 'scan.pdf' });
  const paper = {
    project_id,
    text_hash,
    party: 'guardian' as const,
    name: 'Anne Okafor',
    signed_on: '2026-03-02',
    file_id: scan.id,
  };
  const { agreement } = await as.teacher.call(recordPaperSignature, paper);
  const [signature] = agreement?.signatures ?? [];
  expect(signature).toMatchObject({
    party: 'guardian',
    name: 'Anne Okafor',
    method: 'paper',
    signed_on: '2026-03-02',
    signed_at: null,
    scan: { _id: scan.id },
  });
  expect(signature?.recorded_by).not.toBe('');
  expect((await current(placement, 'business')).signatures[0]?.scan).toBeNull();
  expect((await current(placement, 'student')).signatures[0]?.scan?._id).toBe(scan.id);
  const [kept] = await server.db.select().from(files).where(eq(files.id, scan.id));
  expect(kept).toMatchObject({ ownerId: student.id, noDelete: true });
  const twice = await as.teacher.refusal(recordPaperSignature, { ...paper, file_id: null });
  expect([twice.status, Object.keys(twice.problem.errors ?? {})]).toEqual([400, ['party']]);
});

test('where links take a code as well, a signature on paper needs its scan, which the document contains', async () => {
  const placement = await aPlacement();
  const { as, project_id, teacher, client } = placement;
  const setup = { signing_order: 'parallel', hours_before_signed: true, second_proof: true } as const;
  await as.admin.call(saveAgreementSettings, setup);
  const { text_hash } = await sent(placement, { guardian_signs: false });
  expect((await as.teacher.call(getAgreement, { project_id })).needs_scan).toBe(true);
  const paper = { project_id, text_hash, party: 'business' as const, name: 'Grace', signed_on: '2026-03-02' };
  for (const file_id of [null, undefined]) {
    const refused = await as.teacher.refusal(recordPaperSignature, { ...paper, file_id });
    expect(refused.problem.errors).toEqual({ file_id: ['add a scan or a photo of the signed copy'] });
  }
  const scan = await server.aFile(teacher, { name: 'scan.pdf' });
  await as.teacher.call(recordPaperSignature, { ...paper, file_id: scan.id });
  for (const who of ['student', 'admin'] as const) await sign(placement, who, text_hash);
  const [job] = server.jobs.signed.filter(({ clientId }) => clientId === client.id);
  if (!job) throw new Error('nothing to seal');
  const toSeal = await asSession(server.database.app, null, server.clock.now(), async (tx) => {
    await enterTenant(tx, client.id);
    return findToSeal(tx, job);
  });
  expect(toSeal?.signatures.map(({ party, scan: its }) => [party, its?.name ?? null])).toEqual([
    ['student', null],
    ['business', 'scan.pdf'],
    ['school', null],
  ]);
});

test('a scan must be the recorder’s own upload, and its day within the past year', async () => {
  const placement = await aPlacement();
  const { as, project_id, student } = placement;
  const { text_hash } = await sent(placement);
  const paper = { project_id, text_hash, party: 'business' as const, name: 'Grace', signed_on: '2026-03-02' };
  const foreign = await server.aFile(student);
  expect((await as.teacher.refusal(recordPaperSignature, { ...paper, file_id: foreign.id })).status).toBe(
    404,
  );
  const future = await as.teacher.refusal(recordPaperSignature, { ...paper, signed_on: '2026-03-05' });
  expect(future.problem.errors).toEqual({ signed_on: ['must not be in the future'] });
});

test('an agreement that is not fully signed within 30 days expires', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  await sign(placement, 'student', text_hash);
  await server.db
    .update(agreements)
    .set({ expiresAt: server.clock.now() })
    .where(eq(agreements.projectId, placement.project_id));
  expect(await current(placement)).toMatchObject({
    status: 'expired',
    turn: ['school'],
    actions: ['change'],
  });
  const signature = { project_id: placement.project_id, text_hash, name: 'Grace', agreed: true as const };
  expect((await placement.as.business.refusal(signAgreement, signature)).status).toBe(409);
});

test('a school system can require the last signature before hours are logged', async () => {
  const entry = { start_date: '2026-03-02', end_date: '2026-03-02', total_hours: 4, text_log: 'Sanded.' };
  const free = await aPlacement();
  await free.as.student.call(hoursCalls.createHoursEntry, { project_id: free.project_id, ...entry });
  const strict = await aPlacement({ hours_before_signed: false });
  const hours = { project_id: strict.project_id, ...entry };
  const early = await strict.as.student.refusal(hoursCalls.createHoursEntry, hours);
  expect([early.status, early.problem.detail]).toEqual([
    409,
    'You can log hours once everyone has signed the agreement',
  ]);
  expect((await strict.as.student.call(getAgreement, { project_id: strict.project_id })).hours_wait).toBe(
    true,
  );
  await signedByAll(strict);
  await strict.as.student.call(hoursCalls.createHoursEntry, hours);
});

test('a placement without an agreement can get one once, and can log hours without', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  await admin.call(saveAgreementSettings, {
    signing_order: 'parallel',
    hours_before_signed: false,
    second_proof: false,
  });
  const student = await server.aStudent({ client });
  const { id: project_id } = await server.aProject({ student });
  const none = await server.as(student).call(getAgreement, { project_id });
  expect([none.agreement, none.may_start, none.hours_wait]).toEqual([null, false, false]);
  expect((await admin.call(startAgreement, { project_id })).agreement?.version).toBe(1);
  expect((await admin.refusal(startAgreement, { project_id })).status).toBe(409);
});

test('uses the most specific template, and a draft keeps its original text', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({ client });
  const business = await server.aBusiness({ client });
  const save = (body: string, but: object = {}) =>
    admin.call(saveAgreementTemplate, { ...forAll, body, ...but });
  const written = async () => {
    const project = await server.aProject({ student, business });
    await server.db
      .update(opportunities)
      .set({ internshipType: 'Apprenticeship' })
      .where(eq(opportunities.id, project.opportunityId));
    const { agreement } = await admin.call(startAgreement, { project_id: project.id });
    return { project, text: agreement?.text };
  };
  await save('For everyone: [student].');
  const { project, text } = await written();
  expect(text).toContain('For everyone:');
  const setup = await save('For apprentices.', { internship_type: 'Apprenticeship' });
  expect((await written()).text).toBe('For apprentices.');
  await save(`For ${client.program.name}.`, { program: client.program.name });
  const [{ programId }] = (await server.database.owner
    .query('select program_id as "programId" from students where user_id = $1', [student.id])
    .then(({ rows }) => rows)) as [{ programId: string | null }];
  expect((await written()).text).toBe(programId ? `For ${client.program.name}.` : 'For apprentices.');
  const everyone = setup.templates.find(({ program, internship_type }) => !program && !internship_type);
  const next = await save('Changed.', { _id: everyone?._id, version: 1 });
  const changed = next.templates.find(({ _id }) => _id === everyone?._id);
  expect([changed?.version, changed?.body, changed?.versions.length]).toEqual([2, 'Changed.', 2]);
  expect((await admin.call(getAgreement, { project_id: project.id })).agreement?.text).toContain(
    'For everyone',
  );
});

test('rejects two templates for the same placements, and unknown fields', async () => {
  const admin = server.as(await server.anAdmin());
  await admin.call(saveAgreementTemplate, { ...forAll, body: 'One.' });
  expect((await admin.refusal(saveAgreementTemplate, { body: 'Two.' })).status).toBe(409);
  const unknown = await admin.refusal(saveAgreementTemplate, {
    body: 'Signed by [principal].',
    internship_type: 'Internship',
  });
  expect(unknown.problem.errors).toEqual({ body: ['[principal] is not one of the fields'] });
});

test('refuses an action that is not possible now, with the status', async () => {
  const placement = await aPlacement();
  const { as, project_id } = placement;
  const { revision } = await signedByAll(placement);
  const refused = await as.teacher.refusal(sendAgreement, { project_id, revision });
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    'This isn’t possible: the agreement’s status is “Signed by everyone”.',
  ]);
});

test('a business no longer sees the agreement of a deleted student', async () => {
  const placement = await aPlacement();
  await server.db.update(projects).set({ studentId: null }).where(eq(projects.id, placement.project_id));
  const { as, project_id } = placement;
  expect((await as.business.refusal(getAgreement, { project_id })).status).toBe(404);
  expect((await as.teacher.call(getAgreement, { project_id })).agreement).not.toBeNull();
});

test('deleting a template keeps its agreements’ text', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const student = await server.aStudent({ client });
  const { id: project_id } = await server.aProject({ student });
  const { templates } = await admin.call(saveAgreementTemplate, { ...forAll, body: 'Ours.' });
  await admin.call(startAgreement, { project_id });
  const gone = { _id: templates[0]?._id ?? '' };
  expect((await admin.call(agreementCalls.deleteAgreementTemplate, gone)).templates).toEqual([]);
  expect((await admin.call(getAgreement, { project_id })).agreement?.text).toBe('Ours.');
  expect((await admin.refusal(agreementCalls.deleteAgreementTemplate, gone)).status).toBe(404);
});

test('the preview uses the newest placement’s names, and viewing it is recorded', async () => {
  const { admin, student, as, project_id } = await aPlacement();
  const { sample } = await as.admin.call(agreementCalls.getAgreementSample, forAll);
  expect(sample?.names).toMatchObject({ student: 'Maya Okafor', business: 'Bayside Marine' });
  expect(sample?.terms.start_date).toBe('2026-06-01');
  const none = await as.admin.call(agreementCalls.getAgreementSample, {
    program: '',
    internship_type: 'Apprenticeship',
  });
  expect(none.sample).toBeNull();
  const looks = await server.db.select().from(auditEntries).where(eq(auditEntries.actorId, admin.id));
  expect(looks).toMatchObject([
    { action: 'view project', subjectId: student.id, details: { project: project_id } },
  ]);
});

test('the audit trail shows who started, sent, signed and recorded', async () => {
  const placement = await aPlacement();
  await signedByAll(placement);
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, placement.student.id));
  const actionsTaken = entries.map(({ action }) => action).filter((action) => action.includes('agreement'));
  expect(actionsTaken).toEqual(['send agreement', 'sign agreement', 'sign agreement', 'sign agreement']);
});

test('staff learn that a student’s birth date is not known, and no one else', async () => {
  const { as, project_id, student } = await aPlacement();
  const asked = async () =>
    Promise.all(
      (['teacher', 'admin', 'student', 'business'] as const).map(
        async (who) => (await as[who].call(getAgreement, { project_id })).birth_date_of,
      ),
    );
  await server.db
    .update(students)
    .set({ birthDate: null, birthDateBy: null })
    .where(eq(students.userId, student.id));
  expect(await asked()).toEqual([student.id, student.id, '', '']);
  await server.db
    .update(students)
    .set({ birthDate: '2009-01-15', birthDateBy: 'school' })
    .where(eq(students.userId, student.id));
  expect(await asked()).toEqual(['', '', '', '']);
});

test('a guardian always signs for a minor, and for an adult only if the school says so', async () => {
  const placement = await aPlacement();
  const born = (birthDate: string) =>
    server.db
      .update(students)
      .set({ birthDate, birthDateBy: 'school' })
      .where(eq(students.userId, placement.student.id));
  await born('2009-03-05');
  const minor = await sent(placement, { guardian_signs: false });
  expect(minor.parties).toContain('guardian');
  await placement.as.teacher.call(changeAgreement, {
    project_id: placement.project_id,
    revision: minor.revision,
  });
  await born('2008-03-04');
  expect((await sent(placement, { guardian_signs: false })).parties).not.toContain('guardian');
});

test('a deactivated student can read the agreement, but neither sign nor decline it', async () => {
  const placement = await aPlacement();
  const { text_hash } = await sent(placement);
  const { as, project_id, student } = placement;
  await server.db
    .update(users)
    .set({ approved: false, deactivatedAt: server.clock.now() })
    .where(eq(users.id, student.id));
  expect((await current(placement, 'student')).actions).toEqual([]);
  const name = 'Maya Okafor';
  const signing = { project_id, text_hash, agreed: true as const, name };
  const refused = [
    await as.student.refusal(signAgreement, signing),
    await as.student.refusal(declineAgreement, { project_id, text_hash, reason: 'No' }),
  ];
  for (const { status, problem } of refused)
    expect([status, problem.type, problem.detail]).toEqual([
      403,
      '/problems/unapproved',
      'Your account is deactivated, so nothing can be changed. Ask your school to activate it again.',
    ]);
  // Without approval, but never deactivated, the student still can.
  await server.db.update(users).set({ deactivatedAt: null }).where(eq(users.id, student.id));
  expect((await current(placement, 'student')).actions).toEqual(['sign', 'decline']);
});
