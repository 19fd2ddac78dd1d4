import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { agreementCalls } from '@waypost/contract/placements/agreements/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aLinkedPlacement, OWEN } from '../../../testing/links.ts';
import { startTestServer } from '../../../testing/server.ts';
import { agreements } from '../../platform/database/tables/agreements.ts';
import { notices } from '../../platform/database/tables/notices.ts';

const server = startTestServer();
const { getAgreement, changeAgreement, sendAgreement } = agreementCalls;

/** A placement that Grace supervises, as its agreement says. */
async function aPlacement(but: Partial<typeof agreements.$inferInsert> = {}) {
  const placement = await aLinkedPlacement(server);
  const { client, business, project, agreement } = placement;
  const teacher = await server.aTeacher({ client });
  const staff = server.as(teacher);
  const contacts = await staff.call(contactCalls.getContacts, { business_id: business.id });
  const [grace] = contacts;
  const owen = contacts.find(({ email }) => email === OWEN);
  if (!grace || !owen) throw new Error('no contacts');
  const choose = (contact_id: string) =>
    staff.call(supervisorCalls.chooseSupervisor, { project_id: project.id, contact_id });
  await choose(grace._id);
  const body = 'Supervisor: [supervisor]';
  const terms = { ...agreement.terms, supervisor: grace.name };
  const text = `Supervisor: ${grace.name}`;
  await server.db
    .update(agreements)
    .set({ body, terms, text, ...but })
    .where(eq(agreements.id, agreement.id));
  const current = async () => {
    const found = (await staff.call(getAgreement, { project_id: project.id })).agreement;
    if (!found) throw new Error('no agreement');
    return found;
  };
  const told = () =>
    server.db
      .select({ text: notices.text })
      .from(notices)
      .where(and(eq(notices.userId, teacher.id), eq(notices.kind, 'agreement')));
  return { grace, owen, choose, current, told, staff, project_id: project.id };
}

const DRAFT = { status: 'draft' as const, text: null, textHash: null, parties: [], sentAt: null };

test('a draft names the new supervisor', async () => {
  const { owen, choose, current, told } = await aPlacement(DRAFT);
  await choose(owen._id);
  expect(await current()).toMatchObject({
    text: 'Supervisor: Owen Bay',
    terms: { supervisor: 'Owen Bay' },
    other_supervisor: '',
  });
  expect(await told()).toEqual([]);
});

test('a draft keeps a name that someone entered', async () => {
  const placement = await aPlacement(DRAFT);
  const { owen, choose, current } = placement;
  const terms = { ...(await current()).terms, supervisor: 'Rosa, in the loft' };
  await server.db.update(agreements).set({ terms }).where(eq(agreements.projectId, placement.project_id));
  await choose(owen._id);
  expect((await current()).terms.supervisor).toBe('Rosa, in the loft');
});

test('once sent, the text stays, staff are told, and the next version names the new supervisor', async () => {
  const { grace, owen, choose, current, told, staff, project_id } = await aPlacement();
  const { text_hash } = await current();
  await choose(owen._id);
  expect(await current()).toMatchObject({
    text: `Supervisor: ${grace.name}`,
    text_hash,
    other_supervisor: 'Owen Bay',
  });
  expect(await told()).toEqual([{ text: 'Owen Bay supervises now, but the agreement names someone else' }]);
  await staff.call(changeAgreement, { project_id, revision: (await current()).revision });
  await staff.call(sendAgreement, { project_id, revision: (await current()).revision });
  expect(await current()).toMatchObject({ text: 'Supervisor: Owen Bay', other_supervisor: '' });
});

test('choosing the same supervisor again changes nothing', async () => {
  const { grace, choose, current, told } = await aPlacement();
  const before = await current();
  await choose(grace._id);
  expect([await current(), await told()]).toEqual([before, []]);
});
