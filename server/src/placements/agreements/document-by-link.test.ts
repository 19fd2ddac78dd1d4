import { linkPurposes } from '@waypost/contract/messages/links/rules';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { everything } from '../../../testing/everything.ts';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { sealingKeyIn } from '../../platform/database/sealing-key.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { links } from '../../platform/database/tables/links.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { students } from '../../platform/database/tables/people.ts';
import { openDocumentSeal } from '../../platform/outside/document-seal.ts';
import { sealAgreement } from './seal-agreement.ts';

/* What people without an account get after signing (docs/behavior/agreements.md#signing-by-link). */
const server = startTestServer();
const { signAgreement } = agreementCalls;
const publicUrl = 'https://waypost.test';

/** An agreement that a guardian and a signatory signed by link, and its parties by account. */
async function aSigned(but: { seals?: boolean; isOfAge?: boolean } = {}) {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project, issue } = placement;
  const { clientId } = student;
  await server.db.insert(guardians).values({
    clientId,
    studentId: student.id,
    ordinal: 6,
    name: 'Ben Lovelace',
    email: 'ben@home.test',
    addedBy: 'school',
    confirmed: true,
  });
  if (but.isOfAge)
    await server.db
      .update(students)
      .set({ birthDate: '2008-03-01', birthDateBy: 'school' })
      .where(eq(students.userId, student.id));
  const text = { project_id: project.id, text_hash: agreement.textHash };
  const bens = await issue('sign', ANNE);
  await server.db
    .update(links)
    .set({ recipientEmail: 'ben@home.test', recipientName: 'Ben Lovelace' })
    .where(eq(links.recipientEmail, ANNE));
  const [annes, owens] = [await issue('sign', ANNE), await issue('sign', OWEN)];
  server.jobs.mail.length = 0;
  const admin = await server.anAdmin({ client });
  await postLink(server, annes, { ...text, name: 'Anne Lovelace', agreed: 'yes', do: 'sign' });
  await postLink(server, owens, { ...text, name: 'Owen Bay', agreed: 'yes', do: 'sign' });
  for (const who of [student, admin])
    await server.as(who).call(signAgreement, { ...text, name: 'Someone Else', agreed: true });
  if (but.seals !== false) {
    const seal = await openDocumentSeal(
      { publicUrl },
      sealingKeyIn(server.database.owner),
      server.clock.now(),
    );
    const needs = { files: server.files, seal, publicUrl, now: server.clock.now() };
    await sealAgreement(server.database.app, { clientId, agreementId: agreement.id }, needs);
  }
  return { ...placement, annes, owens, bens, business };
}
const pdfOf = (token: string, init: RequestInit = {}) =>
  server.visitor().fetch(`/link/${token}/agreement.pdf`, init);

test('who signed by a link downloads the sealed PDF from its page, which changes nothing', async () => {
  const { annes, owens } = await aSigned();
  const before = await everything(server.database.owner);
  for (const token of [annes, owens]) {
    const page = await (await openLink(server, token)).text();
    expect(page).toContain(
      `<a href="/link/${token}/agreement.pdf" download="">Download the signed agreement</a>`,
    );
    expect((await pdfOf(token, { method: 'HEAD' })).status).toBe(200);
    const reply = await pdfOf(token);
    expect([reply.status, ...headersOf(reply)]).toEqual([
      200,
      'application/pdf',
      'no-store',
      'no-referrer',
      'noindex, nofollow',
    ]);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="agreement.pdf"/);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await reply.text()).startsWith('%PDF-1.7')).toBe(true);
  }
  expect(await everything(server.database.owner)).toBe(before);
});
const headersOf = ({ headers }: Response) =>
  ['content-type', 'cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name));

test('rejects a download by any other link: of another purpose, unused, revoked, unknown or of another agreement', async () => {
  const { annes, bens, issue } = await aSigned();
  const unsealed = await aSigned({ seals: false });
  const dead = await (await openLink(server, 'x'.repeat(43))).text();
  const refused = async (token: string) => {
    const reply = await pdfOf(token);
    expect([reply.status, await reply.text()]).toEqual([404, dead]);
  };
  for (const purpose of linkPurposes) await refused(await issue(purpose));
  for (const token of [bens, unsealed.annes, 'x'.repeat(43)]) await refused(token);
  for (const purpose of linkPurposes.filter((one) => one !== 'sign')) {
    const token = await issue(purpose);
    await server.db.update(links).set({ doneAt: server.clock.now() }).where(eq(links.purpose, purpose));
    await refused(token);
  }
  expect(await (await openLink(server, unsealed.annes)).text()).not.toContain('agreement.pdf');
  await postLink(server, annes, { who: 'Eve', do: 'not-me' });
  await refused(annes);
});

test.each([
  ['a minor can follow the placement from it', false, 2],
  ['a student who is of age only reads the agreement', true, 1],
])(
  'tells every guardian that all have signed, including one who did not sign: the guardian of %s',
  async (_, isOfAge, count) => {
    await aSigned({ isOfAge });
    for (const email of ['ben@home.test', ANNE]) {
      const mail = server.jobs.mail.find(
        ({ to, subject }) => to === email && subject.startsWith('Signed by everyone'),
      );
      const tokens = [
        ...new Set([...(mail?.text ?? '').matchAll(/\/link\/([\w-]{43})/g)].map(([, one]) => one ?? '')),
      ];
      expect(tokens).toHaveLength(count);
      const pages = await Promise.all(tokens.map(async (one) => (await openLink(server, one)).text()));
      expect(pages[0]).toContain('Ada works at Bayside Marine.');
      expect(pages[0]).toContain(`/link/${tokens[0]}/agreement.pdf`);
      if (!isOfAge) expect(pages[1]).toContain('How the placement is going');
    }
  },
);

test('an account’s receipt of its signature is also at its bell', async () => {
  const { student, project } = await aSigned();
  const rang = await server.db.select().from(notices).where(eq(notices.userId, student.id));
  expect(rang.map(({ kind, text, path }) => [kind, text, path])).toContainEqual([
    'agreement',
    'Your receipt: Training agreement signed, version 1, Ada Lovelace',
    `/project/${project.id}/agreement`,
  ]);
});
