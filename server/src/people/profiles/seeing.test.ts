import { profileCalls, type SeenUser, User } from '@waypost/contract/people/profiles/calls';
import { AboutBusiness } from '@waypost/contract/people/profiles/forms';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };

const see = (viewer: Person, seen: { id: string }) =>
  server.as(viewer).call(profileCalls.getUser, { id: seen.id });
const statusFor = async (viewer: Person, seen: { id: string }) =>
  (await server.as(viewer).send(profileCalls.getUser, { id: seen.id })).status;

let client: Awaited<ReturnType<typeof server.aClient>>;
let student: Person;
let business: Person;

beforeAll(async () => {
  client = await server.aClient();
  student = await server.aStudent({
    client,
    firstName: 'Ada',
    lastName: 'Byron',
    student: {
      schoolId: client.school.id,
      programId: client.program.id,
      homePhone: '(410)555-0111',
    },
    guardians: [{ name: 'Anne', phone: '(410)555-0112' }],
  });
  business = await server.aBusiness({
    client,
    businessName: 'Bayside Marine',
    business: { businessBio: '<p>Boats.</p>' },
    contacts: [
      { name: 'Grace', email: 'grace@waypost.test', phone: '(410)555-0100' },
      { name: 'Charles', email: 'charles@waypost.test', roles: ['administration'] },
    ],
  });
});

test('everyone sees their own whole account', async () => {
  const own = await see(student, student);
  expect(own).toMatchObject({ first_name: 'Ada', parent_name: 'Anne', school_attending: client.school.name });
});

test('a person with an unfinished profile sees their own account', async () => {
  const newcomer = await server.aUser('Student', { client, saves: 0 });
  expect(await see(newcomer, newcomer)).toMatchObject({ __v: 0 });
});

test('staff see a student’s whole account, and the view is recorded', async () => {
  for (const viewer of [await server.aTeacher({ client }), await server.anAdmin({ client })]) {
    expect(await see(viewer, student)).toMatchObject({ parent_phone: '(410)555-0112' });
    const { rows } = await server.database.owner.query(
      `select action, subject_id, subject_name, actor_name, admin_id from audit_entries where actor_id = $1`,
      [viewer.id],
    );
    expect(rows).toEqual([
      {
        action: 'view student',
        subject_id: student.id,
        subject_name: 'Ada Byron',
        actor_name: `${viewer.firstName} ${viewer.lastName}`,
        admin_id: null,
      },
    ]);
  }
});

test('views of a business and of one’s own account are not recorded', async () => {
  const teacher = await server.aTeacher({ client });
  await see(teacher, business);
  await see(teacher, teacher);
  const { rowCount } = await server.database.owner.query(`select from audit_entries where actor_id = $1`, [
    teacher.id,
  ]);
  expect(rowCount).toBe(0);
});

/** The fields with values. All others must be null, and none left out. */
function fieldsWithValues(seen: SeenUser): string[] {
  expect(Object.keys(seen).sort()).toEqual(Object.keys(User.shape).sort());
  return Object.entries(seen).flatMap(([field, value]) => (value === null ? [] : [field]));
}

/** Files that were not uploaded are null too. */
const withoutFiles = (fields: string[]) => fields.filter((field) => !/_file_id_fk|_pic_id_fk/.test(field));

test('a student sees a business’s public profile, without its login and administrator', async () => {
  const seen = await see(student, business);
  expect(seen).toMatchObject({ business_name: 'Bayside Marine', business_bio: '<p>Boats.</p>' });
  expect(fieldsWithValues(seen).sort()).toEqual(
    withoutFiles([
      ...AboutBusiness.keyof().options,
      '_id',
      'business_name',
      'contact_email',
      'contact_name',
      'contact_phone',
      'createdAt',
      'focus_areas',
      'location',
      'profile_pic_id_fk',
      'role',
      'schools',
    ]).sort(),
  );
});

const applicantsFields = [
  '_id',
  'affiliated_program',
  'first_name',
  'focus_areas',
  'graduation_year',
  'last_name',
  'profile_pic_id_fk',
  'resume_file_id_fk',
  'role',
  'school_attending',
];

test('a business sees an applicant, limited to the permitted fields', async () => {
  expect(await statusFor(business, student)).toBe(404);
  await server.anApplication({ student, opportunity: await server.anOpportunity({ business }) });
  const seen = await see(business, student);
  expect(seen).toMatchObject({ first_name: 'Ada', school_attending: client.school.name });
  expect(fieldsWithValues(seen).sort()).toEqual(withoutFiles(applicantsFields));
});

test('a business sees a student who works for it', async () => {
  const employer = await server.aBusiness({ client });
  await server.aProject({ student, business: employer });
  expect(fieldsWithValues(await see(employer, student)).sort()).toEqual(withoutFiles(applicantsFields));
});

test('no one else sees anyone: not students each other, not businesses staff or each other', async () => {
  const refused: [Person, { id: string }][] = [
    [student, await server.aStudent({ client })],
    [student, await server.aTeacher({ client })],
    [student, await server.anAdmin({ client })],
    [business, await server.aBusiness({ client })],
    [business, await server.aTeacher({ client })],
    [business, await server.aStudent({ client })],
    [await server.anAdmin(), student],
    [await server.aBusiness(), student],
    [await server.aStudent(), business],
  ];
  for (const [viewer, seen] of refused) {
    const unknown = await server.as(viewer).refusal(profileCalls.getUser, { id: crypto.randomUUID() });
    const hidden = await server.as(viewer).refusal(profileCalls.getUser, { id: seen.id });
    expect([hidden.status, hidden.problem]).toEqual([404, unknown.problem]);
  }
});

test('a business sees no student through another business’s applications, or another student’s to it', async () => {
  const [applicant, intern] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const [known, stranger] = [await server.aBusiness({ client }), await server.aBusiness({ client })];
  await server.anApplication({
    student: applicant,
    opportunity: await server.anOpportunity({ business: known }),
  });
  await server.aProject({ student: intern, business: known });
  // The stranger also has an opportunity, an applicant and an intern.
  const opportunity = await server.anOpportunity({ business: stranger });
  await server.anApplication({ student: await server.aStudent({ client }), opportunity });
  await server.aProject({ student: await server.aStudent({ client }), business: stranger });
  for (const student of [applicant, intern])
    expect([await statusFor(known, student), await statusFor(stranger, student)]).toEqual([200, 404]);
});

test('a SuperAdmin sees the Admins of every school system, and no one else', async () => {
  const superadmin = await server.aSuperAdmin();
  const admin = await server.anAdmin({ client, firstName: 'Grace' });
  expect(await see(superadmin, admin)).toMatchObject({ first_name: 'Grace', client: client.id });
  expect(await see(superadmin, superadmin)).toMatchObject({ role: 'SuperAdmin' });
  const others = [student, business, await server.aTeacher({ client }), await server.aSuperAdmin()];
  for (const other of others) expect(await statusFor(superadmin, other)).toBe(404);
});

test('only the platform can look up an Admin’s client', async () => {
  const admin = await server.anAdmin();
  const { rows } = await server.database.app.query('select * from find_admin($1)', [admin.id]);
  expect(rows).toEqual([]);
});

test('rejects an invalid id, and a visitor before that', async () => {
  expect((await server.as(student).refusal(profileCalls.getUser, { id: 'x\u0000' })).status).toBe(400);
  expect((await server.visitor().refusal(profileCalls.getUser, { id: student.id })).status).toBe(401);
});

test('actions during a masquerade are recorded with both people', async () => {
  const admin = await server.anAdmin({ client, firstName: 'Grace', lastName: 'Hopper' });
  const teacher = await server.aTeacher({ client });
  const { rows } = await server.database.owner.query<{ id: string }>(
    `insert into masquerades (client_id, admin_id, admin_name, user_id, user_name, began_at)
     values ($1, $2, 'Grace Hopper', $3, 'Teacher', now()) returning id`,
    [client.id, admin.id, teacher.id],
  );
  await server.database.owner.query(
    'update sessions set admin_client_id = $1, admin_id = $2, masquerade_id = $3 where user_id = $4',
    [client.id, admin.id, rows[0]?.id, teacher.id],
  );
  await see(teacher, student);
  const { rows: entries } = await server.database.owner.query(
    'select admin_id, admin_name from audit_entries where actor_id = $1',
    [teacher.id],
  );
  expect(entries).toEqual([{ admin_id: admin.id, admin_name: 'Grace Hopper' }]);
});
