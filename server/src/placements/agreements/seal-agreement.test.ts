import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { budgets } from '@waypost/contract/platform/budgets/rules';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { agreementTerms } from '../../../../contract/testing/agreement-terms.ts';
import { startTestServer } from '../../../testing/server.ts';
import { sealingKeyIn } from '../../platform/database/sealing-key.ts';
import {
  agreementSignatures,
  agreements,
  signedDocuments,
} from '../../platform/database/tables/agreements.ts';
import { files } from '../../platform/database/tables/files.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { type DocumentSeal, openDocumentSeal } from '../../platform/outside/document-seal.ts';
import { sealAgreement, sealForgotten } from './seal-agreement.ts';

const server = startTestServer();
const { getAgreement, startAgreement, saveAgreementTerms, sendAgreement, signAgreement } = agreementCalls;
const { recordPaperSignature, changeAgreement, voidAgreement, downloadAgreement, checkDocument } =
  agreementCalls;
const publicUrl = 'https://waypost.test';
let seal: DocumentSeal;

beforeAll(async () => {
  seal = await openDocumentSeal({ publicUrl }, sealingKeyIn(server.database.owner), server.clock.now());
});
beforeEach(() => {
  server.jobs.signed.length = 0;
});

const terms = { ...agreementTerms, hazardous: true };

async function aCast() {
  const client = await server.aClient();
  const student = await server.aStudent({ client, firstName: 'Maya', lastName: 'Okafor' });
  const business = await server.aBusiness({ client, businessName: 'Bayside Marine' });
  const teacher = await server.aTeacher({ client });
  const admin = await server.anAdmin({ client });
  const { id: project_id } = await server.aProject({ student, business });
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(admin),
  };
  await as.admin.call(startAgreement, { project_id });
  return { client, student, business, teacher, project_id, as };
}
type Cast = Awaited<ReturnType<typeof aCast>>;

async function send({ as, project_id }: Cast) {
  const revision = async () => (await as.admin.call(getAgreement, { project_id })).agreement?.revision ?? 0;
  await as.admin.call(saveAgreementTerms, { project_id, revision: await revision(), ...terms });
  const { agreement } = await as.admin.call(sendAgreement, { project_id, revision: await revision() });
  return agreement?.text_hash ?? '';
}

const names = { student: 'Maya Okafor', business: 'Grace Hill', admin: 'Ada Lane' };
async function signBy(cast: Cast, who: readonly (keyof typeof names)[], text_hash: string) {
  for (const one of who)
    await cast.as[one].call(signAgreement, {
      project_id: cast.project_id,
      text_hash,
      name: names[one],
      agreed: true,
    });
}
const everyone = ['student', 'business', 'admin'] as const;

const needs = (files = server.files) => ({ files, seal, publicUrl, now: server.clock.now() });
/** Runs the queued jobs. */
async function sealAll() {
  for (const signed of server.jobs.signed) await sealAgreement(server.database.app, signed, needs());
}

async function aSealedAgreement() {
  const cast = await aCast();
  await signBy(cast, everyone, await send(cast));
  await sealAll();
  return cast;
}

const versionsOf = async ({ as, project_id }: Cast) =>
  (await as.admin.call(getAgreement, { project_id })).versions;
const download = ({ project_id }: Cast, who: Cast['as']['student'], version = '1') =>
  who.send(downloadAgreement, { project_id, version });
const bytesOf = async (cast: Cast, version = '1') =>
  Buffer.from(await (await download(cast, cast.as.admin, version)).arrayBuffer());
const check = async (code: string) => (await server.visitor().call(checkDocument, { code })).document;

test('the last signature has a sealed PDF made, which anyone who reads the agreement can download', async () => {
  const cast = await aCast();
  const text_hash = await send(cast);
  await signBy(cast, ['student', 'business'], text_hash);
  expect(server.jobs.signed).toEqual([]);
  expect((await download(cast, cast.as.admin)).status).toBe(404);
  await signBy(cast, ['admin'], text_hash);
  await sealAll();
  const [version] = await versionsOf(cast);
  expect(version?.document).toMatchObject({
    code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    path: `/files/agreement/${cast.project_id}/1`,
    sealed_at: server.clock.now().toISOString(),
  });
  const { client } = cast;
  for (const who of Object.values(cast.as)) {
    const reply = await download(cast, who);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(reply.headers.get('content-disposition')).toContain('Training agreement Maya Okafor');
    expect((await reply.text()).startsWith('%PDF-1.7')).toBe(true);
  }
  const [otherStudent, otherBusiness] = [
    await server.aStudent({ client }),
    await server.aBusiness({ client }),
  ];
  for (const other of [otherStudent, otherBusiness, await server.anAdmin()])
    expect((await download(cast, server.as(other))).status).toBe(404);
  expect((await download(cast, server.visitor())).status).toBe(401);
});

test('a signature on paper completes it too, and a download by staff is recorded', async () => {
  const cast = await aCast();
  const text_hash = await send(cast);
  await signBy(cast, ['student', 'admin'], text_hash);
  const paper = { party: 'business' as const, name: 'Grace Hill', signed_on: '2026-03-02' };
  await cast.as.teacher.call(recordPaperSignature, { project_id: cast.project_id, text_hash, ...paper });
  await sealAll();
  expect((await download(cast, cast.as.teacher)).status).toBe(200);
  const looks = await server.db.select().from(auditEntries).where(eq(auditEntries.actorId, cast.teacher.id));
  expect(looks.map(({ action, subjectId }) => [action, subjectId])).toContainEqual([
    'open student file',
    cast.student.id,
  ]);
});

test('several servers make one document, and keep no bytes of another', async () => {
  const cast = await aCast();
  await signBy(cast, everyone, await send(cast));
  const [signed] = server.jobs.signed;
  if (!signed) throw new Error('no job was added');
  const before = server.files.files.size;
  await Promise.all([1, 2, 3].map(() => sealAgreement(server.database.app, signed, needs())));
  await sealAgreement(server.database.app, signed, needs());
  expect(server.files.files.size).toBe(before + 1);
  const rows = await server.db
    .select()
    .from(signedDocuments)
    .innerJoin(files, eq(files.id, signedDocuments.fileId))
    .where(eq(signedDocuments.clientId, cast.client.id));
  expect(rows).toHaveLength(1);
  const [kept] = rows;
  const bytes = server.files.files.get(kept?.files.storageKey ?? '')?.bytes ?? Buffer.alloc(0);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(kept?.signed_documents.sha256);
});

test('retries a failed document and requeues a lost job', async () => {
  const cast = await aCast();
  await signBy(cast, everyone, await send(cast));
  const [signed] = server.jobs.signed;
  if (!signed) throw new Error('no job was added');
  const full = { ...server.files, put: () => Promise.reject(new Error('no space left')) };
  await expect(sealAgreement(server.database.app, signed, needs(full))).rejects.toThrow('no space left');
  expect((await versionsOf(cast))[0]?.document).toBeNull();
  server.jobs.signed.length = 0;
  await sealForgotten(server.database.app, { jobs: server.jobs, now: server.clock.now() });
  expect(server.jobs.signed).toContainEqual(signed);
  await sealAll();
  expect((await versionsOf(cast))[0]?.document).not.toBeNull();
  server.jobs.signed.length = 0;
  await sealForgotten(server.database.app, { jobs: server.jobs, now: server.clock.now() });
  expect(server.jobs.signed).not.toContainEqual(signed);
});

test('nothing is sealed while someone has not signed', async () => {
  const cast = await aCast();
  await signBy(cast, ['student', 'business'], await send(cast));
  const [signature] = await server.db
    .select()
    .from(agreementSignatures)
    .where(eq(agreementSignatures.clientId, cast.client.id));
  if (!signature) throw new Error('nobody signed');
  const { clientId, agreementId } = signature;
  await sealAgreement(server.database.app, { clientId, agreementId }, needs());
  await sealForgotten(server.database.app, { jobs: server.jobs, now: server.clock.now() });
  expect(server.jobs.signed.filter((one) => one.clientId === clientId)).toEqual([]);
  expect((await versionsOf(cast))[0]?.document).toBeNull();
});

test('anyone with the code sees whether the document is valid, and no one’s name', async () => {
  const cast = await aSealedAgreement();
  const [version] = await versionsOf(cast);
  const code = version?.document?.code ?? '';
  const found = await check(code.toLowerCase().replaceAll('-', ' '));
  const bytes = await bytesOf(cast);
  expect(found).toEqual({
    code,
    state: 'valid',
    version: 1,
    signed_at: server.clock.now().toISOString(),
    school_system: expect.any(String),
    signers: [
      { party: 'student', initials: 'M. O.' },
      { party: 'business', initials: 'G. H.' },
      { party: 'school', initials: 'A. L.' },
    ],
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(await check('0000-0000-0000')).toBeNull();
  expect(await check('not a code at all')).toBeNull();
});

test('a version that another replaced, or that is void, keeps its document, which says so', async () => {
  const cast = await aSealedAgreement();
  const { as, project_id } = cast;
  const { agreement } = await as.admin.call(getAgreement, { project_id });
  await as.admin.call(changeAgreement, { project_id, revision: agreement?.revision ?? 0 });
  const codeOf = async (version: number) =>
    (await versionsOf(cast)).find((one) => one.version === version)?.document?.code ?? '';
  // A draft replaces nothing.
  expect((await check(await codeOf(1)))?.state).toBe('valid');
  await signBy(cast, everyone, await send(cast));
  await sealAll();
  expect((await check(await codeOf(1)))?.state).toBe('superseded');
  expect((await check(await codeOf(2)))?.state).toBe('valid');
  const { agreement: second } = await as.admin.call(getAgreement, { project_id });
  const now = { project_id, revision: second?.revision ?? 0, reason: 'The boatyard closed.' };
  await as.admin.call(voidAgreement, now);
  expect((await check(await codeOf(2)))?.state).toBe('void');
  const [first, other] = [await bytesOf(cast, '1'), await bytesOf(cast, '2')];
  expect([first.length > 10_000, other.length > 10_000, first.equals(other)]).toEqual([true, true, false]);
});

test('limits how many wrong codes a network checks in an hour, and answers right ones', async () => {
  const cast = await aSealedAgreement();
  const [version] = await versionsOf(cast);
  const { units } = budgets['wrong document codes'];
  const visitor = server.visitor();
  await server.database.owner.query('delete from tries');
  for (let tried = 0; tried < units; tried++) await visitor.call(checkDocument, { code: `${tried}` });
  expect((await visitor.refusal(checkDocument, { code: '1' })).status).toBe(429);
  expect((await check(version?.document?.code ?? ''))?.state).toBe('valid');
  await server.database.owner.query('delete from tries');
});

const run = promisify(execFile);
const hasTools = ['pdfsig', 'pdfinfo', 'pdftotext', 'pdfdetach', 'qpdf'].every((tool) =>
  existsSync(`/usr/bin/${tool}`),
);

// Poppler and qpdf are independent of the libraries that made the PDF.
test.skipIf(!hasTools)(
  'other programs find a valid signature over a tagged PDF, and detect a changed byte',
  async () => {
    const cast = await aSealedAgreement();
    const folder = await mkdtemp(join(tmpdir(), 'waypost-sealed-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [file, forged] = [join(folder, 'agreement.pdf'), join(folder, 'forged.pdf')];
    const bytes = await bytesOf(cast);
    await writeFile(file, bytes);
    const outputOf = async (tool: string, ...args: string[]) => (await run(tool, args)).stdout;

    const signature = await outputOf('pdfsig', '-nocert', file);
    expect(signature).toContain('Signature is Valid');
    expect(signature).toContain('Total document signed');
    expect(signature).toContain('ETSI.CAdES.detached');
    expect(signature).toContain('Waypost waypost.test');
    const info = await outputOf('pdfinfo', file);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/Title: +Training agreement: Maya Okafor/);
    expect(info).toMatch(/PDF version: +1\.7/);
    expect(await outputOf('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found');
    const structure = await outputOf('pdfinfo', '-struct-text', file);
    for (const tag of ['H1', 'H2', 'H3', 'P']) expect(structure).toContain(`${tag} (`);
    expect(structure).toMatch(
      /H2 [^"]+"What everyone agrees to"\s+L [^"]+LI [^"]+Lbl [^"]+"•"\s+LBody [^"]+"The student is on time/,
    );
    // It declares PDF/UA and English, and embeds all its fonts.
    const catalog = bytes.toString('latin1');
    expect(catalog).toContain('pdfuaid:part>1<');
    expect(catalog).toContain('/Lang (en-US)');
    const fonts = (await outputOf('pdffonts', file)).split('\n').slice(2).filter(Boolean);
    expect(fonts.map((line) => [line.includes('Inter'), / yes yes yes /.test(line)])).toEqual(
      fonts.map(() => [true, true]),
    );

    const text = await outputOf('pdftotext', file, '-');
    const { versions } = await cast.as.admin.call(getAgreement, { project_id: cast.project_id });
    const code = versions[0]?.document?.code ?? '';
    expect(text).toContain(`${publicUrl}/verify/${code}`);
    expect(text).toMatch(/Student\nMaya Okafor\n+03\/04\/2026 10:00 AM EST\n/);
    expect(text).toContain('Typed their name while logged in to their own account');
    await outputOf('pdfdetach', '-saveall', '-o', folder, file);
    const { agreement } = await cast.as.admin.call(getAgreement, { project_id: cast.project_id });
    const attached = await outputOf('sha256sum', join(folder, 'agreement.txt'));
    expect(attached.split(' ')[0]).toBe(agreement?.text_hash);

    const changed = Buffer.from(bytes);
    const at = bytes.length >> 3;
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(forged, changed);
    const seen = await run('pdfsig', ['-nocert', forged]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect(seen).not.toContain('Signature is Valid');
    expect(seen).toContain('Digest Mismatch');
  },
);

test.skipIf(!hasTools)('the last page says how a code identified a signer', async () => {
  const cast = await aCast();
  await signBy(cast, everyone, await send(cast));
  await server.database.owner.query(
    `update agreement_signatures set method = 'link', sent_to = 'm•••@x.test', proof = 'email', proof_to = 'm•••@work.test'
      where party = 'student' and agreement_id in (select id from agreements where project_id = $1)`,
    [cast.project_id],
  );
  await sealAll();
  const folder = await mkdtemp(join(tmpdir(), 'waypost-sealed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'agreement.pdf');
  await writeFile(file, await bytesOf(cast));
  const { stdout } = await run('pdftotext', [file, '-']);
  const said = stdout.replace(/\s+/g, ' ');
  expect(said).toContain('opened by a link that was emailed to m•••@x.test');
  expect(said).toContain('Typed a code that was emailed to m•••@work.test, another address');
});

test.skipIf(!hasTools)(
  'a document says that no guardian had to sign for a student who turned 18',
  async () => {
    const cast = await aCast();
    await signBy(cast, everyone, await send(cast));
    await server.db.update(agreements).set({ guardianReleasedAt: server.clock.now() });
    await sealAll();
    const folder = await mkdtemp(join(tmpdir(), 'waypost-released-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'signed.pdf');
    await writeFile(file, await bytesOf(cast));
    const { stdout } = await run('pdftotext', [file, '-']);
    expect(stdout.replaceAll('\n', ' ')).toContain(
      'No signature needed: the student turned 18 before a parent or guardian signed.',
    );
  },
);
