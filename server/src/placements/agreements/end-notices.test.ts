import { bellCalls } from '@waypost/contract/messages/bell/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ANNE, aLinkedPlacement, OWEN, openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { guardians } from '../../platform/database/tables/guardians.ts';
import { links } from '../../platform/database/tables/links.ts';
import { students } from '../../platform/database/tables/people.ts';
import { notifyExpired } from './job.ts';

const server = startTestServer();
const { changeAgreement, declineAgreement, getAgreement, signAgreement, voidAgreement } = agreementCalls;

/** A placement whose agreement is waiting for everyone, and whose guardian and signatory have a link. */
async function aPlacement() {
  const placement = await aLinkedPlacement(server);
  const { client, agreement, student, business, project, issue } = placement;
  const teacher = await server.aTeacher({ client });
  const as = {
    student: server.as(student),
    business: server.as(business),
    teacher: server.as(teacher),
    admin: server.as(await server.anAdmin({ client })),
  };
  const tokens = { anne: await issue('sign'), owen: await issue('sign', OWEN) };
  const project_id = project.id;
  const text = { project_id, text_hash: agreement.textHash };
  const sign = (who: 'student' | 'business' | 'admin') =>
    as[who].call(signAgreement, { ...text, name: 'Somebody', agreed: true as const });
  const signByLink = (token: string) =>
    postLink(server, token, {
      text_hash: agreement.textHash,
      name: 'Someone',
      sure: 'Someone',
      agreed: 'yes',
      do: 'sign',
    });
  const revision = async () => (await as.admin.call(getAgreement, { project_id })).agreement?.revision ?? 0;
  server.jobs.mail.length = 0;
  return { ...placement, as, tokens, project_id, text, sign, signByLink, revision };
}
const OF_AGE = { birthDate: '2000-01-01', birthDateBy: 'school' } as const;
type Placement = Awaited<ReturnType<typeof aPlacement>>;

const expire = () =>
  notifyExpired(server.database.app, {
    jobs: server.jobs,
    publicUrl: 'https://waypost.test',
    now: server.clock.now(),
  });
/** Ends the time to sign. */
const pastExpiry = ({ agreement }: Pick<Placement, 'agreement'>) =>
  server.db.update(agreements).set({ expiresAt: server.clock.now() }).where(eq(agreements.id, agreement.id));
const recipientsOf = (subject: string) =>
  server.jobs.mail
    .filter((mail) => mail.subject === `${subject}: the agreement for Boat builder`)
    .map(({ to }) => to)
    .toSorted();
const mailTo = (email: string) => server.jobs.mail.findLast(({ to }) => to === email);
const linkIn = (email: string) => /\/link\/([\w-]{43})/.exec(mailTo(email)?.text ?? '')?.[1];
const pageOf = async (token: string | undefined) => (await openLink(server, token ?? '')).text();

const endings: [string, string, (placement: Placement) => Promise<unknown>][] = [
  [
    'declined',
    'Declined',
    ({ as, text }) => as.business.call(declineAgreement, { ...text, reason: 'The pay is wrong.' }),
  ],
  [
    'expired',
    'Expired',
    async (placement) => {
      await pastExpiry(placement);
      await expire();
    },
  ],
  [
    'void',
    'No longer valid',
    async ({ as, project_id, revision }) =>
      as.admin.call(voidAgreement, { project_id, revision: await revision(), reason: 'Moved away.' }),
  ],
  [
    'taken back',
    'Being changed',
    async ({ as, project_id, revision }) =>
      as.teacher.call(changeAgreement, { project_id, revision: await revision() }),
  ],
];

test.each(endings)('notifies everyone once that it is %s, without the reason', async (how, subject, end) => {
  const placement = await aPlacement();
  const { student, business, as, project } = placement;
  await end(placement);
  const accounts = how === 'declined' ? [student.email] : [student.email, business.email];
  expect(recipientsOf(subject)).toEqual([...accounts, ANNE, OWEN].toSorted());
  expect(server.jobs.mail.length).toBe(accounts.length + 2);
  for (const { text, thread } of server.jobs.mail) {
    expect(text).not.toMatch(/The pay is wrong|Moved away/);
    expect(thread).toBe(project.id);
  }
  expect(mailTo(ANNE)?.text).toContain('You get this email as Ada Lovelace’s parent or guardian.\n');
  expect(mailTo(OWEN)?.text).toContain('You get this email for Bayside Marine.\n');
  // The guardian can still follow the placement; nothing is left for someone who did not sign.
  expect(await pageOf(linkIn(ANNE))).toContain('Ada L. at Bayside Marine: Boat builder');
  expect(linkIn(OWEN)).toBeUndefined();
  const { notices } = await as.admin.call(bellCalls.getNotices, {});
  expect(notices.map(({ text }) => text)).toContain(`${subject}: the agreement for Boat builder`);
});

test('announces a new version of a partly signed one, and those who signed keep the text', async () => {
  const { as, project_id, revision, signByLink, tokens, student, business } = await aPlacement();
  await signByLink(tokens.owen);
  server.jobs.mail.length = 0;
  await as.teacher.call(changeAgreement, { project_id, revision: await revision() });
  expect(recipientsOf('Being changed')).toEqual([student.email, business.email, ANNE, OWEN].toSorted());
  expect(await pageOf(linkIn(OWEN))).toContain('Ada works at Bayside Marine.');
});

test('once everyone has signed, holders of a link can read the text without being able to do anything', async () => {
  const { sign, signByLink, tokens, student, business } = await aPlacement();
  await signByLink(tokens.anne);
  for (const who of ['student', 'business', 'admin'] as const) await sign(who);
  expect(recipientsOf('Signed by everyone')).toEqual([student.email, business.email, ANNE, OWEN].toSorted());
  for (const email of [ANNE, OWEN]) {
    const page = await pageOf(linkIn(email));
    expect(page).toContain('Ada works at Bayside Marine.');
    expect(page).not.toContain('name="text_hash"');
  }
});

test('a guardian who declines gets a receipt, and no second email', async () => {
  const { text, tokens, student, business } = await aPlacement();
  const form = { text_hash: text.text_hash, name: 'Anne Lovelace', do: 'decline', reason: 'Too far.' };
  await postLink(server, tokens.anne, form);
  expect(recipientsOf('Declined')).toEqual([student.email, business.email, OWEN].toSorted());
});

test('no link to the progress is sent once the student is of age', async () => {
  const { student, as, project_id, revision } = await aPlacement();
  await server.db
    .insert(students)
    .values({ clientId: student.clientId, userId: student.id, ...OF_AGE })
    .onConflictDoUpdate({ target: [students.clientId, students.userId], set: OF_AGE });
  await as.teacher.call(changeAgreement, { project_id, revision: await revision() });
  expect(recipientsOf('Being changed')).toContain(ANNE);
  expect(linkIn(ANNE)).toBeUndefined();
});

test('notifies each address once, in its language, and no one whose link was revoked or who was removed', async () => {
  const { issue, as, text, business } = await aPlacement();
  await issue('sign', ANNE.toUpperCase());
  // The business also has a link, although it is asked to sign on its screen.
  await issue('sign', business.email);
  await server.db.update(links).set({ locale: 'es' }).where(eq(links.recipientEmail, OWEN));
  await as.student.call(declineAgreement, { ...text, reason: 'No.' });
  expect(server.jobs.mail.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(
    [business.email, ANNE, OWEN].toSorted(),
  );
  expect(mailTo(OWEN)?.html).toContain('<html lang="es">');

  const other = await aPlacement();
  await server.db.update(guardians).set({ confirmed: false }).where(eq(guardians.email, ANNE));
  await postLink(server, other.tokens.owen, { do: 'not-me', who: 'Eve' });
  server.jobs.mail.length = 0;
  await other.as.student.call(declineAgreement, { ...other.text, reason: 'No.' });
  expect(server.jobs.mail.map(({ to }) => to)).toEqual([other.business.email]);
});

test('several servers announce an expired version once, whenever they run', async () => {
  const all = [await aPlacement(), await aPlacement(), await aPlacement()];
  await aPlacement();
  await Promise.all(all.map(pastExpiry));
  await Promise.all([expire(), expire(), expire()]);
  await expire();
  const expected = all.flatMap(({ student, business }) => [student.email, business.email, ANNE, OWEN]);
  expect(recipientsOf('Expired')).toEqual(expected.toSorted());
});

test('announces an expired version that staff replace first as changed, and never as expired', async () => {
  const placement = await aPlacement();
  const { as, project_id, revision, student, business } = placement;
  await pastExpiry(placement);
  await as.teacher.call(changeAgreement, { project_id, revision: await revision() });
  await expire();
  expect(recipientsOf('Being changed')).toEqual([student.email, business.email, ANNE, OWEN].toSorted());
  expect(recipientsOf('Expired')).toEqual([]);
});

test('finds the versions to announce by an index', async () => {
  const { client } = await aPlacement();
  const connection = await server.database.owner.connect();
  try {
    await connection.query('begin');
    await connection.query('set local enable_seqscan = off');
    const { rows } = await connection.query(
      `explain select id from agreements
        where client_id = '${client.id}' and status in ('sent', 'partly signed') and expiry_told_at is null
          and expires_at <= now() order by expires_at, id limit 100`,
    );
    expect(JSON.stringify(rows)).toContain('agreements_by_expiry');
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});
