import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { APPROVED } from '@waypost/contract/placements/hours/rules';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openLink, postLink } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { untilLockWait } from '../../../testing/waiting.ts';
import { mailPendingHours } from '../../oversight/follow-ups/digest.ts';
import { sendReminders } from '../../oversight/follow-ups/reminder-job.ts';
import { businessContacts } from '../../platform/database/tables/contacts.ts';
import { opportunities } from '../../platform/database/tables/opportunities.ts';
import { users } from '../../platform/database/tables/people.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';
import { hourEntries, projects } from '../../platform/database/tables/projects.ts';
import { collectJobs } from '../../platform/outside/jobs.ts';

/* The daily email about hours to supervisors without an account, and its link. */
const server = startTestServer();
const MORNING = '2026-03-04T13:07:00.000Z';
const SAM = 'sam@bay.test';

beforeEach(async () => {
  server.clock.moveTo(MORNING);
  server.jobs.mail.length = 0;
  await server.db.delete(hourEntries);
});

const given = (jobs = server.jobs) => ({
  jobs,
  publicUrl: 'https://waypost.test',
  now: server.clock.now(),
});
const look = (jobs = server.jobs) => mailPendingHours(server.database.app, given(jobs));
const mailedTo = () => server.jobs.mail.map(({ to }) => to).sort();
const mailTo = (email: string) => server.jobs.mail.findLast(({ to }) => to === email);
const tokensTo = (email: string) =>
  [...(mailTo(email)?.text ?? '').matchAll(/waypost\.test\/link\/([\w-]{43})/g)].map(
    ([, token = '']) => token,
  );

type Business = Awaited<ReturnType<typeof server.aBusiness>>;

/** An intern with pending hours of the evening before. */
async function anIntern(business: Business, supervisorId: string | null, firstName: string) {
  const student = await server.aStudent({ clientId: business.clientId, firstName, lastName: 'Lovelace' });
  const opportunity = await server.anOpportunity({ business, title: 'Boat builder' });
  const project = await server.aProject({ student, business, opportunity });
  await server.db.update(projects).set({ supervisorId }).where(eq(projects.id, project.id));
  const hours = await server.someHours(project, {
    totalHours: 2.5,
    createdAt: new Date('2026-03-03T20:00:00.000Z'),
  });
  return { project, hours };
}

/** A business, of which Sam supervises one of two interns. */
async function aBusinessWithSam(but: Parameters<typeof server.aBusiness>[0] = {}) {
  const business = await server.aBusiness(but);
  const aContact = async (name: string, email: string, ordinal: number) => {
    const [contact] = await server.db
      .insert(businessContacts)
      .values({
        clientId: business.clientId,
        businessId: business.id,
        name,
        email,
        ordinal,
        roles: ['supervisor'],
      })
      .returning();
    return contact?.id ?? '';
  };
  const sam = await aContact('Sam Reed', SAM, 7);
  const ada = await anIntern(business, sam, 'Ada');
  const bob = await anIntern(business, null, 'Bob');
  return { business, sam, ada, bob, aContact };
}

const approveAll = ({ project }: { project: { id: string } }) => ({
  name: 'Sam Reed',
  seen: server.clock.now().toISOString(),
  do: `all ${project.id} 1`,
});
const decisionOf = async ({ hours }: { hours: { id: string } }) =>
  (await server.db.select().from(hourEntries).where(eq(hourEntries.id, hours.id)))[0]?.businessApproved;

describe('the daily email', () => {
  test('goes to each supervisor’s address once, about the placements that it supervises, and to the business as before', async () => {
    const { business, aContact } = await aBusinessWithSam();
    await anIntern(business, await aContact('Sam', SAM.toUpperCase(), 8), 'Cy');
    await anIntern(business, await aContact('Bay', business.email.toUpperCase(), 9), 'Dee');
    await anIntern(business, await aContact('Nobody', '', 10), 'Eve');
    await look();
    await look();
    expect(mailedTo()).toEqual([business.email, SAM].sort());
    expect(mailTo(business.email)?.subject).toBe('Hours to approve: 12.50');
    const mail = mailTo(SAM);
    expect(mail?.subject).toBe('Hours to approve: 5.00');
    expect(mail?.text).toContain('Ada L., Boat builder: 2.50 hours');
    expect(mail?.text.split(`You get this email for ${business.businessName}.\n`)).toHaveLength(2);
    expect(mailTo(business.email)?.text).not.toContain('You get this email for');
    expect(mail?.text).toContain('Cy L., Boat builder: 2.50 hours');
    expect(mail?.text).not.toMatch(/Bob|Dee|Eve|Lovelace|interns\/viewall/);
    expect(mail?.unsubscribe).toMatch(/\/unsubscribe\/[0-9a-f-]{36}\/reminder$/);
    expect(tokensTo(SAM)).toHaveLength(1);
  });

  test('includes what else is due for the supervisor, so no reminder follows that day', async () => {
    const { business } = await aBusinessWithSam();
    await server.db
      .update(opportunities)
      .set({ employmentStart: '2026-01-12', employmentStop: '2026-03-02' })
      .where(eq(opportunities.businessId, business.id));
    await look();
    expect(mailTo(SAM)?.text).toContain('Also waiting for you: Evaluate Ada L.: Boat builder');
    await sendReminders(server.database.app, given());
    // The students are reminded too.
    expect(mailedTo().filter((email) => [business.email, SAM].includes(email))).toHaveLength(2);
  });

  test('to someone who supervises at two businesses has a link for each', async () => {
    const first = await aBusinessWithSam();
    const second = await aBusinessWithSam({ clientId: first.business.clientId });
    await look();
    expect(mailedTo()).toEqual([first.business.email, second.business.email, SAM].sort());
    expect(mailTo(SAM)?.text).toContain('Also waiting for you: Hours to approve: 2.50');
    const [one = '', two = ''] = tokensTo(SAM);
    for (const token of [one, two])
      expect(await (await openLink(server, token)).text()).toContain('1 entry is waiting for your approval');
    const [mine, other] = await Promise.all(
      [one, two].map((token) => postLink(server, token, approveAll(first.ada))),
    );
    expect([mine?.status, other?.status].sort()).toEqual([200, 409]);
    expect([await decisionOf(first.ada), await decisionOf(second.ada)]).toEqual([APPROVED, 0]);
  });

  test.each([
    ['at night', `select $1::uuid`, '2026-03-04T07:30:00.000Z', 0],
    [
      'to a supervisor who turned reminders off',
      `insert into recipients (client_id, address_hash, locale, muted_at)
         select client_id, sha256(convert_to('${SAM}', 'UTF8')), 'en', now() from users where id = $1`,
      MORNING,
      1,
    ],
    [
      'to an address that returns mail',
      'update business_contacts set mail_returned_at = now() where business_id = $1',
      MORNING,
      1,
    ],
    [
      'about a placement that has ended',
      `update projects set business_status = 'terminated' where business_id = $1`,
      MORNING,
      1,
    ],
    ['of a business that is not approved', 'update users set approved = false where id = $1', MORNING, 0],
  ])('is not sent %s', async (_, statement, moment, businesses) => {
    const { business } = await aBusinessWithSam();
    await server.database.owner.query(statement, [business.id]);
    server.clock.moveTo(moment);
    await look();
    expect(mailedTo()).toEqual(businesses === 1 ? [business.email] : []);
  });

  test('is not sent to an account that turned it off', async () => {
    const { business } = await aBusinessWithSam();
    const { clientId } = business;
    const account = await server.aTeacher({ clientId, email: SAM.toUpperCase(), mutedMail: ['hours'] });
    await look();
    expect(mailedTo()).toEqual([business.email]);
    await server.db.delete(users).where(eq(users.id, account.id));
  });

  test('is not sent to someone who said that it is not for them', async () => {
    const { business } = await aBusinessWithSam();
    await look();
    await postLink(server, tokensTo(SAM)[0] ?? '', { who: 'Eve', do: 'not-me' });
    server.jobs.mail.length = 0;
    server.clock.moveTo('2026-03-05T13:07:00.000Z');
    await look();
    expect(mailedTo()).toEqual([business.email]);
  });

  test('is sent once by two servers that run it concurrently', async () => {
    const { business } = await aBusinessWithSam();
    const jobs = collectJobs();
    let other: Promise<void> | undefined;
    await look({
      ...jobs,
      sendMails: async (tx, mails) => {
        other = look(jobs);
        await untilLockWait(server.database.owner);
        await jobs.sendMails(tx, mails);
      },
    });
    await other;
    expect(jobs.mail.map(({ to }) => to).sort()).toEqual([business.email, SAM].sort());
  });
});

describe('its link', () => {
  test('decides only the hours of the supervised placements, and records who did', async () => {
    const { business, ada, bob } = await aBusinessWithSam();
    await look();
    const [token = ''] = tokensTo(SAM);
    const page = await (await openLink(server, token)).text();
    expect(page).toContain('1 entry is waiting for your approval, 2.50 hours in all.');
    expect(page).not.toContain('Bob');
    expect((await postLink(server, token, approveAll(bob))).status).toBe(409);
    expect((await postLink(server, token, approveAll(ada))).status).toBe(200);
    expect([await decisionOf(ada), await decisionOf(bob)]).toEqual([APPROVED, 0]);
    const trail = await server.db
      .select({ name: auditEntries.actorName, details: auditEntries.details })
      .from(auditEntries)
      .where(eq(auditEntries.clientId, business.clientId));
    expect(trail).toContainEqual({
      name: 'Sam Reed',
      details: expect.objectContaining({
        purpose: 'hours',
        identified: expect.stringContaining('name typed'),
      }),
    });
  });

  test('gives no access once someone else supervises, also by a colleague’s link, and is not renewed when expired', async () => {
    const { business, sam, ada, aContact } = await aBusinessWithSam();
    await look();
    const [sams = ''] = tokensTo(SAM);
    const colleague = { to_name: 'Alan', to_email: 'alan@bay.test', from_name: 'Sam Reed', do: 'pass-on' };
    await postLink(server, sams, colleague);
    const [alans = ''] = tokensTo('alan@bay.test');
    server.clock.moveTo('2026-03-05T13:07:00.000Z');
    await look();
    const [again = ''] = tokensTo(SAM);
    expect(await (await openLink(server, alans)).text()).toContain('1 entry is waiting');
    const staff = server.as(await server.aTeacher({ clientId: business.clientId }));
    const lee = await aContact('Lee', 'lee@bay.test', 8);
    await staff.call(supervisorCalls.chooseSupervisor, { project_id: ada.project.id, contact_id: lee });
    for (const token of [alans, again]) {
      expect(await (await openLink(server, token)).text()).toContain('Nothing is left to do here.');
      expect((await postLink(server, token, approveAll(ada))).status).toBe(409);
    }
    await staff.call(contactCalls.removeContact, { business_id: business.id, _id: sam });
    expect((await openLink(server, again)).status).toBe(404);
    server.clock.moveTo('2026-04-20T13:07:00.000Z');
    expect(await (await openLink(server, alans)).text()).toContain('we can’t send a new one');
    expect(await decisionOf(ada)).toBe(0);
  });

  test('ends and is sent again when the address is corrected, for the same placements', async () => {
    const { business, sam, ada, bob } = await aBusinessWithSam();
    await look();
    const [mistyped = ''] = tokensTo(SAM);
    const staff = server.as(await server.aTeacher({ clientId: business.clientId }));
    await staff.call(contactCalls.saveContact, {
      business_id: business.id,
      _id: sam,
      name: 'Sam Reed',
      email: 'sam.reed@bay.test',
      phone: '',
      roles: ['supervisor'],
    });
    expect((await openLink(server, mistyped)).status).toBe(404);
    const [token = ''] = tokensTo('sam.reed@bay.test');
    expect((await postLink(server, token, approveAll(bob))).status).toBe(409);
    expect((await postLink(server, token, approveAll(ada))).status).toBe(200);
    expect([await decisionOf(ada), await decisionOf(bob)]).toEqual([APPROVED, 0]);
  });
});
