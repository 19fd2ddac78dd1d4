import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreementSignatures } from '../../platform/database/tables/agreements.ts';
import { consents } from '../../platform/database/tables/consents.ts';
import { notices } from '../../platform/database/tables/notices.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();

const OTHER = 'Someone Else Entirely';

async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student } = placement;
  const teacher = await server.aTeacher({ client });
  server.jobs.mail.length = 0;
  const signing = { text_hash: agreement.textHash ?? '', agreed: 'yes', do: 'sign' };
  const saved = () =>
    server.db.select().from(agreementSignatures).where(eq(agreementSignatures.agreementId, agreement.id));
  const told = () =>
    server.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, teacher.id), eq(notices.kind, 'wrong person')));
  const audited = async (action: string) =>
    (
      await server.db
        .select({ details: auditEntries.details })
        .from(auditEntries)
        .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.action, action)))
    ).map(({ details }) => details);
  const read = async (token: string) => (await openLink(server, token)).text();
  const post = async (token: string, fields: Record<string, string>) => {
    const reply = await postLink(server, token, fields);
    return { status: reply.status, page: await reply.text() };
  };
  return { ...placement, student, teacher, signing, saved, told, audited, read, post };
}

test('the page says whose signature it is, and for whom', async () => {
  const { issue, read } = await aPlacement();
  expect(await read(await issue('sign'))).toContain(
    'You sign as Anne Lovelace, Ada L.’s parent or guardian.',
  );
  expect(await read(await issue('sign', OWEN))).toContain('You sign as Owen Bay, for Bayside Marine.');
  expect(await read(await issue('consent'))).toContain(
    'You decide as Anne Lovelace, Ada L.’s parent or guardian.',
  );
});

test('another typed name is asked about, and saves nothing until it is confirmed', async () => {
  const { issue, post, signing, saved, told } = await aPlacement();
  const token = await issue('sign');
  for (const sure of [{}, { sure: 'yes' }, { sure: 'Anne Lovelace' }]) {
    const { status, page } = await post(token, { ...signing, ...sure, name: OTHER });
    expect(status).toBe(400);
    expect(page).toContain('Are you Anne Lovelace?');
    expect(page).toContain(`<input type="hidden" name="sure" value="${OTHER}"/>`);
    // “This isn’t me” is open below the question.
    expect(page).toContain('<details open=""><summary>This isn’t me</summary>');
  }
  expect([await saved(), await told()]).toEqual([[], []]);
  expect((await post(token, { who: 'A neighbor', do: 'not-me' })).status).toBe(200);
});

test('the same name in another spelling is not asked about', async () => {
  const { issue, post, signing, saved, told } = await aPlacement();
  expect((await post(await issue('sign'), { ...signing, name: ' anne  LOVELACE' })).status).toBe(200);
  expect(await saved()).toMatchObject([{ nameOnFile: '' }]);
  expect(await told()).toEqual([]);
});

test('if it is signed all the same, staff are told, and both names are in the record, the page and the receipt', async () => {
  const { issue, post, read, signing, saved, told, audited, agreement, project, teacher } =
    await aPlacement();
  const token = await issue('sign');
  const { status } = await post(token, { ...signing, name: OTHER, sure: OTHER });
  expect(status).toBe(200);
  expect(await saved()).toMatchObject([{ signerName: OTHER, nameOnFile: 'Anne Lovelace' }]);
  const path = `/project/${project.id}/agreement`;
  const text = `“${OTHER}” signed or decided in place of Anne Lovelace`;
  expect(await told()).toMatchObject([{ text, path }]);
  expect(await audited('sign agreement')).toMatchObject([{ on_file: 'Anne Lovelace' }]);
  const both = `${OTHER} (on file: Anne Lovelace)`;
  expect(await read(token)).toContain(both);
  expect(server.jobs.mail.find(({ to }) => to === ANNE)?.text).toContain(both);
  const shown = await server.as(teacher).call(agreementCalls.getAgreement, { project_id: project.id });
  expect(shown.agreement?.signatures).toMatchObject([{ name: OTHER, name_on_file: 'Anne Lovelace' }]);
  expect(agreement.id).toBeTruthy();
});

test('a decision about consent asks and tells in the same way', async () => {
  const { issue, post, read, told, student } = await aPlacement();
  const token = await issue('consent');
  const text_hash = /name="text_hash" value="(\w+)"/.exec(await read(token))?.[1] ?? '';
  const deciding = { text_hash, name: OTHER, do: 'refuse' };
  const asked = await post(token, deciding);
  expect([asked.status, asked.page.includes('Are you Anne Lovelace?')]).toEqual([400, true]);
  expect(await server.db.select().from(consents).where(eq(consents.studentId, student.id))).toEqual([]);
  expect((await post(token, { ...deciding, sure: OTHER })).status).toBe(200);
  expect(await told()).toMatchObject([{ path: `/profile/view/${student.id}` }]);
});

test('staff are told of an account that signs under another name', async () => {
  const { agreement, project, student, business, saved, told, audited } = await aPlacement();
  const text = { project_id: project.id, text_hash: agreement.textHash ?? '', agreed: true } as const;
  const { signAgreement, getAgreement } = agreementCalls;
  const names = await server.as(business).call(getAgreement, { project_id: project.id });
  await server.as(business).call(signAgreement, { ...text, name: names.signs_as[1] ?? '' });
  expect(await told()).toEqual([]);
  await server.as(student).call(signAgreement, { ...text, name: OTHER });
  expect(await told()).toMatchObject([
    {
      text: `“${OTHER}” signed or decided in place of Ada Lovelace`,
      path: `/project/${project.id}/agreement`,
    },
  ]);
  expect(await audited('sign agreement')).toMatchObject([{}, { name: OTHER, on_file: 'Ada Lovelace' }]);
  expect((await saved()).map(({ nameOnFile }) => nameOnFile).toSorted()).toEqual(['', 'Ada Lovelace']);
});
