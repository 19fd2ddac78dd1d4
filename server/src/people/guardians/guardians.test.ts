import { guardianCalls } from '@waypost/contract/people/guardians/calls';
import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { filled } from '../../../testing/filled-world.ts';
import { startTestServer } from '../../../testing/server.ts';
import { auditEntries } from '../../platform/database/tables/platform.ts';

const server = startTestServer();
const { getGuardians, saveGuardian, confirmGuardian, removeGuardian, saveBirthDate } = guardianCalls;
const { getUser, saveProfile } = profileCalls;

let client: Awaited<ReturnType<typeof server.aClient>>;
let staff: ReturnType<typeof server.as>;
beforeAll(async () => {
  client = await server.aClient();
  staff = server.as(await server.aTeacher({ client }));
});

const anne = {
  name: 'Anne Byron',
  relationship: 'Mother',
  email: 'anne@x.test',
  phone: '(410)555-0101',
  language: 'en',
  may_sign: true,
} as const;

/** A student with these guardians, and the callers who manage them. */
async function aFamily(guardians: object[] = []) {
  const student = await server.aStudent({ client, guardians: guardians as { name: string }[] });
  const own = server.as(student);
  const { birth_date: _, ...fields } = filled.student;
  const form = {
    ...fields,
    school_attending: client.school.name,
    affiliated_program: client.program.name,
    focus_areas: [client.area.name],
    location: filled.location,
  };
  return {
    student,
    own,
    list: () => staff.call(getGuardians, { student_id: student.id }),
    save: (but: object = {}) => own.call(saveProfile, { profile: { ...form, ...but } }),
    refused: async (but: object) =>
      (await own.refusal(saveProfile, { profile: { ...form, ...but } })).problem.errors,
  };
}

const latestActions = async (studentId: string, count: number) =>
  (
    await server.db
      .select({ action: auditEntries.action, details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.clientId, client.id), eq(auditEntries.subjectId, studentId)))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
  )
    .filter(({ action }) => action.includes('guardian') || action.includes('birth'))
    .slice(0, count)
    .map(({ action }) => action)
    .toSorted();

describe('the profile’s fields', () => {
  test('read and write the first two guardians, and leave the others unchanged', async () => {
    const { list, save } = await aFamily();
    const named = {
      parent_name: 'Anne Byron',
      parent_phone: '(410)555-0101',
      alternate_parent_name: 'Judith Byron',
      alternate_parent_phone: '(410)555-0102',
    };
    expect(await save(named)).toMatchObject(named);
    const [first, second] = await list();
    expect([first, second]).toMatchObject([
      { name: 'Anne Byron', phone: '(410)555-0101', relationship: '', email: '', language: 'en' },
      { name: 'Judith Byron', phone: '(410)555-0102', added_by: 'student', confirmed: false },
    ]);
    await save({ guardians: [first, second, { name: 'Ada King', email: 'ada@x.test' }] });
    const changed = { ...named, parent_name: 'Annabella Byron', alternate_parent_phone: '' };
    expect(await save(changed)).toMatchObject(changed);
    expect(await list()).toMatchObject([
      { _id: first?._id, name: 'Annabella Byron' },
      { _id: second?._id, name: 'Judith Byron', phone: '' },
      { name: 'Ada King', email: 'ada@x.test' },
    ]);
  });

  test('an empty alternate parent is removed, and the next guardian moves up', async () => {
    const { list, save } = await aFamily([{ name: 'Anne' }, { name: 'Judith' }, { name: 'Ada' }]);
    const saved = await save({ alternate_parent_name: '', alternate_parent_phone: '' });
    expect(saved).toMatchObject({ parent_name: 'Anne Byron', alternate_parent_name: 'Ada' });
    expect((await list()).map(({ name }) => name)).toEqual(['Anne Byron', 'Ada']);
  });
});

describe('in a student’s profile', () => {
  test('guardians are saved as a list, in its order', async () => {
    const { list, save } = await aFamily();
    const ada = { name: 'Ada King', relationship: 'Other relative', email: '', phone: '', language: 'es' };
    const saved = await save({ guardians: [anne, ada] });
    expect(saved).toMatchObject({ parent_name: anne.name, alternate_parent_name: ada.name });
    const [first, second] = await list();
    const unseen = { may_sign: true, added_by: 'student', confirmed: false, revision: 1 };
    expect([first, second]).toEqual([
      { ...anne, ...unseen, _id: expect.any(String) },
      { ...ada, ...unseen, _id: expect.any(String) },
    ]);
    await save({ guardians: [second, first] });
    expect((await list()).map(({ _id }) => _id)).toEqual([second?._id, first?._id]);
    await save({ guardians: [second] });
    expect((await list()).map(({ name }) => name)).toEqual(['Ada King']);
  });

  test('a confirmed guardian loses confirmation when the student changes their name or address', async () => {
    for (const change of [{ name: 'Me' }, { email: 'me@x.test' }, { phone: '(410)555-0199' }]) {
      const { student, list, save } = await aFamily([{ ...anne, addedBy: 'school', confirmed: true }]);
      const [known] = await list();
      await save({ guardians: [{ ...known, relationship: 'Stepparent', language: 'es' }] });
      expect(await list()).toMatchObject([{ confirmed: true, added_by: 'school', language: 'es' }]);
      await save({ guardians: [{ ...known, ...change }] });
      expect(await list()).toMatchObject([{ ...change, confirmed: false, added_by: 'student' }]);
      expect(await latestActions(student.id, 9)).toEqual(['edit guardian']);
    }
  });

  test('the profile’s fields revoke a confirmation in the same way', async () => {
    const { list, save } = await aFamily([{ ...anne, addedBy: 'school', confirmed: true }]);
    await save({ parent_name: anne.name, parent_phone: anne.phone, alternate_parent_name: '' });
    expect(await list()).toMatchObject([{ confirmed: true }, { name: '', phone: '(410)555-0104' }]);
    await save({ parent_name: anne.name, parent_phone: '(410)555-0199' });
    expect((await list())[0]).toMatchObject({ confirmed: false, email: anne.email });
  });

  test('a student cannot confirm their own guardian, or decide who may sign', async () => {
    const { list, save } = await aFamily();
    await save({ guardians: [{ ...anne, confirmed: true, added_by: 'school', may_sign: false }] });
    expect(await list()).toMatchObject([{ confirmed: false, added_by: 'student', may_sign: true }]);
  });

  test('only the school removes what it added or confirmed', async () => {
    const { list, refused } = await aFamily([
      { name: 'Anne' },
      { name: 'Judith', addedBy: 'school', confirmed: true },
    ]);
    const message = ['Only your school can remove Judith. Ask them to.'];
    const [first] = await list();
    expect(await refused({ guardians: [first] })).toEqual({ guardians: message });
    const none = { alternate_parent_name: '', alternate_parent_phone: '' };
    expect(await refused(none)).toEqual({ alternate_parent_name: message });
    expect(await list()).toHaveLength(2);
  });

  test('reports each invalid field at its place', async () => {
    const { refused, list } = await aFamily([{ name: 'Anne' }]);
    const other = await aFamily([{ name: 'Elsewhere' }]);
    const [foreign] = await other.list();
    expect(
      await refused({
        guardians: [{ email: 'x', phone: '1', language: 'fr', relationship: 'Robot' }],
      }),
    ).toEqual({
      'guardians.0.name': ['this field is required'],
      'guardians.0.email': ['must be a valid email address'],
      'guardians.0.phone': ['must look like (000)000-0000'],
      'guardians.0.language': ['this is not one of the choices'],
      'guardians.0.relationship': ['this is not one of the choices'],
    });
    expect(await refused({ guardians: [] })).toEqual({ guardians: ['this field is required'] });
    const gone = ['This person is no longer in your profile. Reload the page.'];
    const [first] = await list();
    expect(await refused({ guardians: [first, foreign] })).toEqual({ 'guardians.1': gone });
    expect(await refused({ guardians: [first, first] })).toEqual({ 'guardians.1': gone });
    const five = Array.from({ length: 5 }, (_, index) => ({ name: `Parent ${index}` }));
    expect(await refused({ guardians: five })).toMatchObject({ guardians: ['name at most 4 people'] });
    expect((await list()).map(({ name }) => name)).toEqual(['Anne']);
    expect((await other.list()).map(({ name }) => name)).toEqual(['Elsewhere']);
  });
});

test('a student adds, changes and removes their own as in the profile', async () => {
  const { student, own, list } = await aFamily([{ ...anne, addedBy: 'school', confirmed: true }]);
  const student_id = student.id;
  const [known] = await list();
  const added = await own.call(saveGuardian, { student_id, ...anne, name: 'Ada', may_sign: false });
  expect(added[1]).toMatchObject({ name: 'Ada', may_sign: true, added_by: 'student', confirmed: false });
  const _id = added[1]?._id ?? '';
  expect(await own.call(removeGuardian, { student_id, _id })).toMatchObject([{ name: anne.name }]);
  const refused = await own.refusal(removeGuardian, { student_id, _id: known?._id ?? '' });
  const said = 'Only your school can remove Anne Byron. Ask them to.';
  expect([refused.status, refused.problem.detail]).toEqual([409, said]);
  const change = { ...anne, student_id, _id: known?._id ?? '', email: 'me@x.test' };
  expect(await own.call(saveGuardian, change)).toMatchObject([{ confirmed: false, added_by: 'student' }]);
});

describe('staff', () => {
  test('add, correct, confirm and remove a student’s guardians, each recorded', async () => {
    const { student, list } = await aFamily([{ name: 'Anne' }]);
    const student_id = student.id;
    const added = await staff.call(saveGuardian, { student_id, ...anne, language: 'es', may_sign: false });
    expect(added[1]).toEqual({
      ...anne,
      _id: expect.any(String),
      language: 'es',
      may_sign: false,
      added_by: 'school',
      confirmed: true,
      revision: 1,
    });
    const _id = added[0]?._id ?? '';
    const corrected = await staff.call(saveGuardian, {
      ...anne,
      student_id,
      _id,
      name: 'Anne',
      email: 'anne@y.test',
      may_sign: false,
    });
    expect(corrected[0]).toMatchObject({ email: 'anne@y.test', may_sign: false, confirmed: false });
    const confirmed = await staff.call(confirmGuardian, { student_id, _id });
    expect(confirmed[0]).toMatchObject({ _id, confirmed: true, added_by: 'student' });
    await staff.call(confirmGuardian, { student_id, _id });
    expect(await staff.call(removeGuardian, { student_id, _id })).toMatchObject([{ name: anne.name }]);
    expect(await list()).toHaveLength(1);
    const actions = ['add guardian', 'confirm guardian', 'edit guardian', 'remove guardian'];
    expect(await latestActions(student_id, 9)).toEqual(actions);
    expect(await staff.call(getUser, { id: student_id })).toMatchObject({ parent_name: anne.name });
  });

  test('are refused more guardians than the maximum', async () => {
    const { student } = await aFamily([1, 2, 3, 4].map((n) => ({ name: `Parent ${n}` })));
    const refused = await staff.refusal(saveGuardian, { student_id: student.id, ...anne });
    const said = 'A student can have at most 4 guardians here.';
    expect([refused.status, refused.problem.detail]).toEqual([409, said]);
  });

  test('access no guardian by another student’s id, and none of a person who is not a student', async () => {
    const [one, other] = [await aFamily([{ name: 'Anne' }]), await aFamily([{ name: 'Judith' }])];
    const [guardian] = await one.list();
    const wrong = { student_id: other.student.id, _id: guardian?._id ?? '' };
    const business = await server.aBusiness({ client });
    for (const refused of [
      await staff.refusal(saveGuardian, { ...anne, ...wrong }),
      await staff.refusal(confirmGuardian, wrong),
      await staff.refusal(removeGuardian, wrong),
      await staff.refusal(saveGuardian, { ...anne, student_id: business.id }),
      await staff.refusal(getGuardians, { student_id: business.id }),
      await staff.refusal(saveBirthDate, { student_id: business.id, birth_date: '2009-01-01' }),
    ])
      expect(refused.status).toBe(404);
    expect(await one.list()).toMatchObject([{ name: 'Anne', confirmed: false }]);
  });

  test('leave an audit entry when they view guardians', async () => {
    const { student } = await aFamily();
    const teacher = await server.anAdmin({ client });
    await server.as(teacher).call(getGuardians, { student_id: student.id });
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.actorId, teacher.id));
    expect(entries).toMatchObject([{ action: 'view student', subjectId: student.id }]);
  });
});

test('a student sees only their own guardians, and no one else sees them', async () => {
  const { student, own } = await aFamily([{ name: 'Anne' }]);
  const student_id = student.id;
  expect(await own.call(getGuardians, { student_id })).toMatchObject([{ name: 'Anne' }]);
  const classmate = server.as(await server.aStudent({ client }));
  expect((await classmate.refusal(getGuardians, { student_id })).status).toBe(404);
  const business = await server.aBusiness({ client });
  await server.aProject({ student, business });
  expect((await server.as(business).refusal(getGuardians, { student_id })).status).toBe(403);
  expect((await classmate.refusal(saveGuardian, { student_id, ...anne })).status).toBe(404);
  for (const change of [
    own.refusal(confirmGuardian, { student_id, _id: student_id }),
    own.refusal(saveBirthDate, { student_id, birth_date: '2000-01-01' }),
  ])
    expect((await change).status).toBe(403);
});

describe('a birth date', () => {
  test('is entered by the student, who can change it until the account is approved', async () => {
    const { student, own, save, refused } = await aFamily();
    await server.database.owner.query('update users set approved = false where id = $1', [student.id]);
    expect(await save({})).toMatchObject({ birth_date: null, birth_date_by: null });
    const given = { birth_date: '2009-04-17', birth_date_by: 'student' };
    expect(await save({ birth_date: '2009-04-18' })).toMatchObject({ birth_date: '2009-04-18' });
    expect(await save({ birth_date: '2009-04-17' })).toMatchObject(given);
    expect(await save({})).toMatchObject(given);
    await server.database.owner.query('update users set approved = true where id = $1', [student.id]);
    const schools = { birth_date: ['Only your school can change this date now. Ask them to correct it.'] };
    expect(await refused({ birth_date: '2001-01-01' })).toEqual(schools);
    expect(await save({ birth_date: '2009-04-17' })).toMatchObject(given);
    expect((await own.call(getUser, { id: student.id })).birth_date).toBe('2009-04-17');
  });

  test('is optional, and removed by the student until the account is approved', async () => {
    const { student, save, refused } = await aFamily();
    const approve = (approved: boolean) =>
      server.database.owner.query('update users set approved = $2 where id = $1', [student.id, approved]);
    await approve(false);
    const none = { birth_date: null, birth_date_by: null };
    expect(await save({ birth_date: 'none' })).toMatchObject(none);
    const given = { birth_date: '2009-04-17', birth_date_by: 'student' };
    await save({ birth_date: '2009-04-17' });
    expect(await save({ birth_date: '' })).toMatchObject(given);
    expect(await save({ birth_date: 'none' })).toMatchObject(none);
    await save({ birth_date: '2009-04-17' });
    await approve(true);
    expect(await refused({ birth_date: 'none' })).toHaveProperty('birth_date');
    expect(await save({})).toMatchObject(given);
  });

  test('can no longer be changed by the student once the school corrected it', async () => {
    const { student, save, refused } = await aFamily();
    await server.database.owner.query('update users set approved = false where id = $1', [student.id]);
    const sent = { student_id: student.id, birth_date: '2009-04-17' };
    expect(await staff.call(saveBirthDate, sent)).toEqual({ birth_date: '2009-04-17' });
    expect(await save({})).toMatchObject({ birth_date: '2009-04-17', birth_date_by: 'school' });
    expect(await refused({ birth_date: '2001-01-01' })).toHaveProperty('birth_date');
    expect(await latestActions(student.id, 1)).toEqual(['correct birth date']);
  });

  test.each([
    ['2012-03-05', 'students must be at least 14 years old'],
    ['2027-01-01', 'must not be in the future'],
    ['1925-12-31', 'must be within the past 100 years'],
    ['04/17/2009', 'must be a date, MM/DD/YYYY'],
    ['2009-02-30', 'must be a date, MM/DD/YYYY'],
  ])('of %s is rejected at its field', async (birth_date, message) => {
    const { student, save, refused } = await aFamily();
    expect(await refused({ birth_date })).toEqual({ birth_date: [message] });
    const staffs = await staff.refusal(saveBirthDate, { student_id: student.id, birth_date });
    expect([staffs.status, staffs.problem.errors]).toEqual([400, { birth_date: [message] }]);
    expect(await save({ birth_date: '2012-03-04' })).toMatchObject({ birth_date: '2012-03-04' });
  });
});
