import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';
import { agreementTemplates } from '../../platform/database/tables/agreements.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';

/* The texts of agreements, as Admins write them (docs/behavior/agreements.md#templates). */
const server = startTestServer();
const {
  getAgreement,
  getAgreementSample,
  getAgreementTemplateVersion,
  saveAgreementTemplate,
  saveAgreementTerms,
  sendAgreement,
  startAgreement,
} = agreementCalls;

const forAll = { program: '', internship_type: '' as const };

/** A school system with a template, and its Admin. */
async function aTemplate(body: string) {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client, firstName: 'Ada', lastName: 'Lane' }));
  const { templates } = await admin.call(saveAgreementTemplate, { ...forAll, version: 0, body });
  return { client, admin, _id: templates[0]?._id ?? '' };
}

test('every version of a template can be read, with who saved it when, and restored as the next one', async () => {
  const { client, admin, _id } = await aTemplate('First: [student].');
  const first = server.clock.now().toISOString();
  const bo = server.as(await server.anAdmin({ client, firstName: 'Bo', lastName: 'Reed' }));
  await bo.call(saveAgreementTemplate, { ...forAll, _id, version: 1, body: 'Second.' });
  const read = (version: string) => admin.call(getAgreementTemplateVersion, { _id, version });
  expect(await read('1')).toEqual({
    version: 1,
    body: 'First: [student].',
    saved_at: first,
    saved_by: 'Ada Lane',
  });
  expect(await read('2')).toMatchObject({ version: 2, body: 'Second.', saved_by: 'Bo Reed' });
  expect((await admin.refusal(getAgreementTemplateVersion, { _id, version: '3' })).status).toBe(404);
  const restored = { ...forAll, _id, version: 2, body: (await read('1')).body };
  const { templates } = await admin.call(saveAgreementTemplate, restored);
  expect(templates).toMatchObject([
    { version: 3, body: 'First: [student].', versions: [{ version: 3 }, { version: 2 }, { version: 1 }] },
  ]);
  expect(await read('2')).toMatchObject({ body: 'Second.' });
});

test('the database rejects changing or deleting a saved text', async () => {
  const { _id } = await aTemplate('First.');
  for (const statement of [
    `update agreement_template_versions set body = 'Forged.' where template_id = $1`,
    'delete from agreement_template_versions where template_id = $1',
  ])
    await expect(server.database.app.query(statement, [_id]), statement).rejects.toMatchObject({
      code: '42501',
    });
});

test('tells the second of two Admins who change a template at once, and overwrites nothing', async () => {
  const { admin, _id } = await aTemplate('First.');
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      admin
        .send(saveAgreementTemplate, { ...forAll, _id, version: 1, body: `Text ${at}.` })
        .then(({ status }) => status),
    ),
  );
  expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)]);
  const late = { ...forAll, _id, version: 1, body: 'Late.' };
  const { status, problem } = await admin.refusal(saveAgreementTemplate, late);
  expect([status, problem.detail]).toEqual([
    409,
    'Someone else saved this template in the meantime. Compare the two texts, then save again',
  ]);
  expect((await admin.refusal(getAgreementTemplateVersion, { _id, version: '3' })).status).toBe(404);
  const { templates } = await admin.call(saveAgreementTemplate, { ...late, version: 2 });
  expect(templates).toMatchObject([{ version: 3, body: 'Late.' }]);
});

test('a text with many unknown fields or of fifty thousand characters is refused at its field', async () => {
  const { client, admin } = await aTemplate('First.');
  const refused = (body: string) =>
    admin
      .refusal(saveAgreementTemplate, { ...forAll, version: 0, body })
      .then(({ status, problem }) => [status, problem.errors]);
  const many = Array.from({ length: 200 }, (_, at) => `[wage ${at}]`).join(' ');
  expect(await refused(many)).toEqual([
    400,
    { body: ['these are not fields: [wage 0], [wage 1], [wage 2], and 197 more'] },
  ]);
  expect(await refused('['.repeat(50_000))).toEqual([
    400,
    { body: ['this field can have at most 20000 characters'] },
  ]);
  const rows = await server.db
    .select()
    .from(agreementTemplates)
    .where(eq(agreementTemplates.clientId, client.id));
  expect(rows).toHaveLength(1);
});

/** A placement whose agreement names each term and the guardians. */
async function anAgreement(birthDate: string) {
  const { client, admin } = await aTemplate(
    'G=[guardian] R=[guardian_relationship] P=[place] S=[start] E=[end] D=[schedule] H=[hours] M=[pay] W=[duties] L=[goals] B=[supervisor] V=[supervision]\n\n[hazardous]',
  );
  const student = await server.aStudent({
    client,
    student: { birthDate, birthDateBy: 'school' },
    guardians: [
      { name: 'Anne Cole', relationship: 'Mother', confirmed: true },
      { name: 'Ben Cole', relationship: 'Stepparent', confirmed: true },
      { name: 'Unconfirmed Eve', relationship: 'Other', confirmed: false },
      { name: 'Silent Sue', relationship: 'Other', confirmed: true, maySign: false },
    ],
  });
  const business = await server.aBusiness({ client });
  const { id: project_id } = await server.aProject({ student, business });
  const { agreement } = await admin.call(startAgreement, { project_id });
  return { admin, business, student, project_id, revision: agreement?.revision ?? 0 };
}

const terms = {
  place: '2 Dock Street',
  start_date: '2026-06-01',
  end_date: '2026-08-31',
  schedule: 'Mon–Fri',
  hours_per_week: 17,
  pay: '$15 an hour',
  duties: 'Sands.',
  goals: 'Patience.',
  supervisor: 'Grace',
  supervision: 'Side by side.',
  hazardous: true,
  guardian_signs: false,
};

test('every term and the guardians who may sign reach the text', async () => {
  const { admin, business, student, project_id, revision } = await anAgreement('2010-01-01');
  await admin.call(saveAgreementTerms, { project_id, revision, ...terms, guardian_signs: true });
  const textFor = async (who = admin) =>
    (await who.call(getAgreement, { project_id })).agreement?.text.split('\n\n') ?? [];
  const [facts, ...clauses] = await textFor();
  expect(facts).toBe(
    'G=Anne Cole and Ben Cole R=Mother and Stepparent P=2 Dock Street S=06/01/2026 E=08/31/2026 D=Mon–Fri H=17 M=$15 an hour W=Sands. L=Patience. B=Grace V=Side by side.',
  );
  expect(clauses.join()).toContain('29 CFR 570.50(c)');
  // A guardian's new name appears in the text until the agreement is sent; then the text is fixed.
  const rename = (name: string) =>
    server.db.update(guardians).set({ name }).where(eq(guardians.studentId, student.id));
  await rename('Carl Cole');
  expect((await textFor())[0]).toContain('G=Carl Cole and Carl Cole R');
  const draft = (await admin.call(getAgreement, { project_id })).agreement;
  await admin.call(sendAgreement, { project_id, revision: draft?.revision ?? 0 });
  await rename('Dan Cole');
  expect((await textFor(server.as(business)))[0]).toContain('G=Carl Cole and Carl Cole R');
  // `names` leaves out the guardians: a business sees them only in the text.
  const { names } = await server.as(business).call(getAgreement, { project_id });
  expect(JSON.stringify(names)).not.toContain('Cole');
});

test('an agreement that no guardian signs names none; a minor’s always does', async () => {
  const grown = await anAgreement('2005-01-01');
  await grown.admin.call(saveAgreementTerms, {
    project_id: grown.project_id,
    revision: grown.revision,
    ...terms,
  });
  const read = async ({ admin, project_id }: typeof grown) =>
    (await admin.call(getAgreement, { project_id })).agreement;
  expect((await read(grown))?.text).toMatch(/^G=not needed R=– P/);
  const minor = await anAgreement('2010-01-01');
  const { project_id } = minor;
  await minor.admin.call(saveAgreementTerms, { project_id, revision: minor.revision, ...terms });
  const revision = (await read(minor))?.revision ?? 0;
  await minor.admin.call(sendAgreement, { project_id, revision });
  expect(await read(minor)).toMatchObject({
    parties: ['student', 'guardian', 'business', 'school'],
    text: expect.stringMatching(/^G=Anne Cole and Ben Cole R/),
  });
});

test('the preview has the guardians of the newest placement, and no others see it', async () => {
  const { admin, business, student } = await anAgreement('2010-01-01');
  const { sample } = await admin.call(getAgreementSample, forAll);
  expect(sample?.names).toMatchObject({
    guardian: 'Anne Cole and Ben Cole',
    guardian_relationship: 'Mother and Stepparent',
  });
  for (const other of [business, student])
    expect((await server.as(other).refusal(getAgreementSample, forAll)).status).toBe(403);
});
