import { contactCalls } from '@waypost/contract/people/contacts/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { applicationCalls } from '@waypost/contract/placements/applications/calls';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { supervisorCalls } from '@waypost/contract/placements/supervisors/calls';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { filled } from '../../../testing/filled-world.ts';
import { startTestServer } from '../../../testing/server.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getContacts, saveContact, removeContact } = contactCalls;
const { chooseSupervisor } = supervisorCalls;
const { saveProfile, getUser } = profileCalls;

let client: Awaited<ReturnType<typeof server.aClient>>;
let staff: ReturnType<typeof server.as>;
beforeAll(async () => {
  client = await server.aClient();
  staff = server.as(await server.aTeacher({ client }));
});

const grace = { name: 'Grace', email: 'grace@x.test', phone: '(410)555-0101' };
const form = {
  ...filled.business,
  contact_name: grace.name,
  contact_email: grace.email,
  contact_phone: grace.phone,
  admin_name: '',
  admin_email: '',
  admin_phone: '',
  location: filled.location,
};

async function aFirm(contacts: object[] = [grace]) {
  const business = await server.aBusiness({ client, contacts: contacts as { name: string }[] });
  const own = server.as(business);
  return {
    business,
    own,
    list: () => own.call(getContacts, { business_id: business.id }),
    save: (but: object = {}) => own.call(saveProfile, { profile: { ...form, ...but } }),
    refused: async (but: object) =>
      (await own.refusal(saveProfile, { profile: { ...form, ...but } })).problem.errors,
  };
}

describe('the profile’s fields', () => {
  test('write and read the first contact, and the next one responsible for administration', async () => {
    const { list, save } = await aFirm([]);
    const admin = { admin_name: 'Alan', admin_email: 'alan@x.test', admin_phone: '(410)555-0102' };
    expect(await save(admin)).toMatchObject({ ...admin, contact_name: 'Grace', contact_email: grace.email });
    const [first, second] = await list();
    expect([first, second]).toEqual([
      { ...grace, _id: expect.any(String), revision: 1, roles: ['supervisor', 'signatory'] },
      {
        _id: expect.any(String),
        revision: 1,
        name: 'Alan',
        email: 'alan@x.test',
        phone: '(410)555-0102',
        roles: ['administration'],
      },
    ]);
    const sam = { name: 'Sam', email: '', phone: '', roles: ['supervisor'] };
    await save({ contacts: [first, sam, second] });
    expect(await save({ admin_name: 'Alan T.' })).toMatchObject({ admin_name: 'Alan T.', admin_email: '' });
    expect((await list()).map(({ name }) => name)).toEqual(['Grace', 'Sam', 'Alan T.']);
    expect(await save()).toMatchObject({ admin_name: '', admin_email: '', admin_phone: '' });
    expect((await list()).map(({ name }) => name)).toEqual(['Grace', 'Sam']);
  });

  test('removing an administrator who has other roles only removes this role', async () => {
    const { list, save } = await aFirm([
      grace,
      { name: 'Alan', email: 'alan@x.test', roles: ['signatory', 'administration'] },
    ]);
    expect(await save()).toMatchObject({ admin_name: '' });
    expect(await list()).toMatchObject([{ name: 'Grace' }, { name: 'Alan', roles: ['signatory'] }]);
  });

  test('show a student whom to reach', async () => {
    const { business } = await aFirm([grace, { name: 'Alan', roles: ['administration'] }]);
    const student = server.as(await server.aStudent({ client }));
    const seen = await student.call(getUser, { id: business.id });
    expect(seen).toMatchObject({ contact_name: 'Grace', contact_email: grace.email, admin_name: null });
    expect((await student.refusal(getContacts, { business_id: business.id })).status).toBe(403);
  });
});

describe('contacts', () => {
  test('are saved with the profile as a list; the first one must be reachable', async () => {
    const { list, save, refused } = await aFirm();
    const [first] = await list();
    const errors = await refused({
      contacts: [
        { ...first, email: '', phone: '' },
        { email: 'x', phone: '1', roles: ['boss'] },
      ],
    });
    expect(errors).toEqual({
      'contacts.1.name': ['this field is required'],
      'contacts.1.email': ['must be a valid email address'],
      'contacts.1.phone': ['must look like (000)000-0000'],
      'contacts.1.roles.0': ['this is not one of the choices'],
    });
    expect(await refused({ contacts: [{ ...first, email: '', phone: '' }] })).toEqual({
      'contacts.0.email': ['this field is required'],
      'contacts.0.phone': ['this field is required'],
    });
    const stranger = { _id: '00000000-0000-4000-8000-00000000beef', name: 'Nobody' };
    expect(await refused({ contacts: [first, stranger] })).toHaveProperty(['contacts.1']);
    const saved = await save({
      contacts: [first, { name: 'Dana', roles: ['administration', 'supervisor'] }],
    });
    expect(saved).toMatchObject({ contact_name: 'Grace', admin_name: 'Dana' });
    expect(await list()).toMatchObject([{ name: 'Grace' }, { roles: ['supervisor', 'administration'] }]);
  });

  test('the business and staff add, correct and remove one; staff’s changes are recorded', async () => {
    const { business, own, list } = await aFirm();
    const business_id = business.id;
    const added = await own.call(saveContact, {
      business_id,
      name: 'Dana',
      email: '',
      phone: '',
      roles: ['signatory'],
    });
    const _id = added[1]?._id ?? '';
    const corrected = await staff.call(saveContact, {
      business_id,
      _id,
      name: 'Dana',
      email: 'dana@x.test',
      phone: '',
      roles: ['signatory'],
    });
    expect(corrected[1]).toMatchObject({ email: 'dana@x.test', roles: ['signatory'] });
    expect(await staff.call(removeContact, { business_id, _id })).toHaveLength(1);
    const recorded = await server.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.subjectId, business_id)))
      .orderBy(auditEntries.at, auditEntries.id);
    expect(recorded.map(({ action }) => action).toSorted()).toEqual(['edit contact', 'remove contact']);
    const [first] = await list();
    const refused = await own.refusal(removeContact, { business_id, _id: first?._id ?? '' });
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'The first contact is the school’s main contact. Edit this person instead.',
    ]);
    const unreachable = await staff.refusal(saveContact, { business_id, _id: first?._id ?? '', name: 'G' });
    expect([unreachable.status, Object.keys(unreachable.problem.errors ?? {})]).toEqual([
      400,
      ['email', 'phone'],
    ]);
  });

  test('belong to one business: others cannot access them, even by id', async () => {
    const [one, other] = [await aFirm([grace, { name: 'Dana' }]), await aFirm()];
    const [, dana] = await one.list();
    const wrong = { business_id: other.business.id, _id: dana?._id ?? '' };
    for (const refused of [
      await other.own.refusal(getContacts, { business_id: one.business.id }),
      await other.own.refusal(saveContact, { ...wrong, business_id: one.business.id, name: 'Taken' }),
      await other.own.refusal(removeContact, wrong),
      await staff.refusal(removeContact, wrong),
      await staff.refusal(getContacts, { business_id: (await server.aStudent({ client })).id }),
    ])
      expect(refused.status).toBe(404);
    expect(await one.list()).toHaveLength(2);
  });

  test('are limited in number', async () => {
    const { business, own } = await aFirm([grace, ...Array.from({ length: 19 }, () => ({ name: 'One' }))]);
    const refused = await own.refusal(saveContact, { business_id: business.id, name: 'One more' });
    const said = 'A business can have at most 20 contacts here.';
    expect([refused.status, refused.problem.detail]).toEqual([409, said]);
  });
});

describe('a placement’s supervisor', () => {
  const withDana = [
    { ...grace, roles: ['signatory'] },
    { name: 'Dana', email: 'dana@x.test', roles: ['supervisor'] },
    { name: 'Lee', roles: [] },
  ];

  test('is the business’s first supervisor when the placement starts', async () => {
    const { business, own, list } = await aFirm(withDana);
    const student = await server.aStudent({ client });
    const opportunity = await server.anOpportunity({ business });
    const application = await server.anApplication({ student, opportunity, status: 'Offered' });
    const accepted = await server
      .as(student)
      .call(applicationCalls.updateApplicationStatus, { application_id: application.id, status: 'Accepted' });
    const [, dana] = await list();
    const project_id = accepted.application.project_id ?? '';
    const seen = { _id: dana?._id, name: 'Dana', email: 'dana@x.test', phone: '', confirmed_at: null };
    for (const caller of [own, server.as(student), staff])
      expect((await caller.call(projectCalls.loadStudentProject, { project_id })).supervisor_id_fk).toEqual(
        seen,
      );
    expect(await own.call(projectCalls.getInterns, { limit: 10 })).toMatchObject([
      { supervisor_id_fk: seen },
    ]);
  });

  test('is chosen by the business or staff from the business’s contacts', async () => {
    const { business, own, list } = await aFirm(withDana);
    const student = await server.aStudent({ client });
    const project = await server.aProject({ business, student });
    const [first, , lee] = await list();
    const chosen = { project_id: project.id, contact_id: lee?._id ?? '' };
    expect((await own.call(chooseSupervisor, chosen)).supervisor_id_fk).toMatchObject({ name: 'Lee' });
    expect((await list())[2]?.roles).toEqual(['supervisor']);
    const changed = await staff.call(chooseSupervisor, { ...chosen, contact_id: first?._id ?? '' });
    expect(changed.supervisor_id_fk).toMatchObject({ name: 'Grace' });
    expect((await list())[0]?.roles).toEqual(['supervisor', 'signatory']);

    const elsewhere = await aFirm();
    const [foreign] = await elsewhere.list();
    const wrong = await own.refusal(chooseSupervisor, { ...chosen, contact_id: foreign?._id ?? '' });
    expect([wrong.status, wrong.problem.errors]).toEqual([
      400,
      { contact_id: ['choose one of this business’s contacts'] },
    ]);
    expect((await elsewhere.list())[0]?.roles).toEqual([]);
    expect((await elsewhere.own.refusal(chooseSupervisor, chosen)).status).toBe(404);
    expect((await server.as(student).refusal(chooseSupervisor, chosen)).status).toBe(403);
  });

  test('cannot be removed while the placement runs, and later is removed from it', async () => {
    const { business, own, list } = await aFirm(withDana);
    const [first, dana] = await list();
    const project = await server.aProject({ business, supervisorId: dana?._id ?? null });
    const remove = { business_id: business.id, _id: dana?._id ?? '' };
    const refused = await own.refusal(removeContact, remove);
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'Dana supervises a placement. Choose another supervisor there first.',
    ]);
    const byProfile = await own.refusal(saveProfile, { profile: { ...form, contacts: [first] } });
    expect(byProfile.status).toBe(409);
    await server.database.owner.query(`update projects set business_status = 'completed' where id = $1`, [
      project.id,
    ]);
    expect((await own.call(removeContact, remove)).map(({ name }) => name)).toEqual(['Grace', 'Lee']);
    const left = await own.call(projectCalls.loadStudentProject, { project_id: project.id });
    expect(left.supervisor_id_fk).toBeNull();
  });
});
