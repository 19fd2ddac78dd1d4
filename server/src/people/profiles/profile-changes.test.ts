import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };
type Client = Awaited<ReturnType<typeof server.aClient>>;

let client: Client;
beforeAll(async () => {
  client = await server.aClient();
});

const location = {
  street: '1 Main Street',
  city: 'Annapolis',
  state: 'MD',
  zip: '21401',
  lat: 38.9,
  lon: -76.4,
  userOverwroteLocation: false,
};

const aStudentsForm = () => ({
  first_name: 'Ada',
  middle_name: '',
  last_name: 'Byron',
  student_id: 'S-77',
  gender: 'Female',
  pronouns: 'She/Her',
  graduation_year: 2027,
  school_attending: client.school.name,
  affiliated_program: client.program.name,
  focus_areas: [client.area.name],
  home_phone: '',
  cell_phone: '(410)555-0100',
  parent_name: 'Anne Byron',
  parent_phone: '',
  alternate_parent_name: '',
  alternate_parent_phone: '',
  location,
});

const aBusinesssForm = () => ({
  business_name: 'Bayside Marine',
  business_bio: '<p>We build boats.</p>',
  featured_projects: '<p>A skipjack.</p>',
  career_opportunities: '<p>Boat builder.</p>',
  internship_opportunities: '<p>Sanding.</p>',
  focus_areas: [client.area.name, client.otherArea.name],
  schools: [client.school.name],
  contact_name: 'Grace',
  contact_email: 'grace@bayside.test',
  contact_phone: '(410)555-0101',
  admin_name: '',
  admin_email: '',
  admin_phone: '',
  location,
});

const save = (person: Person, profile: object) =>
  server.as(person).call(profileCalls.saveProfile, { profile: { ...profile } });
const refusedSave = (person: Person, profile: object) =>
  server.as(person).refusal(profileCalls.saveProfile, { profile });
const accountOf = async (person: Person) => {
  const { rows } = await server.database.owner.query('select * from users where id = $1', [person.id]);
  return rows[0];
};

test('a student’s first save finishes their profile', async () => {
  const student = await server.aUser('Student', { client, saves: 0, approved: false });
  const saved = await save(student, aStudentsForm());
  expect(saved).toMatchObject({ ...aStudentsForm(), __v: 1, approved: false, role: 'Student' });
  expect(await server.as(student).call(profileCalls.getUser, { id: student.id })).toEqual(saved);
});

test('every save increments the count and replaces the previous values', async () => {
  const student = await server.aStudent({ client });
  await save(student, aStudentsForm());
  const saved = await save(student, { ...aStudentsForm(), focus_areas: [client.otherArea.name] });
  expect([saved.__v, saved.focus_areas]).toEqual([3, [client.otherArea.name]]);
});

test('two concurrent saves both count, and the result is one of them in full', async () => {
  const student = await server.aStudent({ client });
  const forms = ['One', 'Two'].map((first_name) => ({
    ...aStudentsForm(),
    first_name,
    student_id: first_name,
    focus_areas: [first_name === 'One' ? client.area.name : client.otherArea.name],
  }));
  await Promise.all(forms.map((form) => save(student, form)));
  const saved = await server.as(student).call(profileCalls.getUser, { id: student.id });
  const expected = forms.find((form) => form.first_name === saved.first_name);
  expect(saved).toMatchObject({ ...expected, __v: 3 });
});

test('a business’s save stores its texts, schools and focus areas', async () => {
  const business = await server.aUser('Business', { client, saves: 0 });
  expect(await save(business, aBusinesssForm())).toMatchObject({ ...aBusinesssForm(), __v: 1 });
});

test.each(['Teacher', 'Admin', 'SuperAdmin'] as const)('a %s saves a first and a last name', async (role) => {
  const person = await server.aUser(role, { client });
  const saved = await save(person, { first_name: 'Grace', last_name: 'Hopper' });
  expect(saved).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', role });
  const refused = await refusedSave(person, { first_name: ' ', last_name: '' });
  expect(refused.problem.errors).toEqual({
    first_name: ['this field is required'],
    last_name: ['this field is required'],
  });
});

test('ignores role, client, approval, email and count in the input', async () => {
  const elsewhere = await server.aClient();
  const people: [Person, object][] = [
    [await server.aStudent({ client, approved: false }), aStudentsForm()],
    [await server.aBusiness({ client, approved: false }), aBusinesssForm()],
    [await server.aTeacher({ client, approved: false }), { first_name: 'Grace', last_name: 'Hopper' }],
  ];
  const more = {
    role: 'Admin',
    client: elsewhere.id,
    client_id: elsewhere.id,
    clientId: elsewhere.id,
    approved: true,
    email: 'new@waypost.test',
    password_hash: 'x',
    passwordHash: 'x',
    mustChangePassword: true,
    __v: 900,
    saves: 900,
    _id: elsewhere.id,
    id: elsewhere.id,
    agreement_file_id_fk: elsewhere.id,
    createdAt: '1999-01-01T00:00:00.000Z',
  };
  const untouched = ['id', 'client_id', 'role', 'approved', 'email', 'password_hash', 'must_change_password'];
  for (const [person, form] of people) {
    const before = await accountOf(person);
    const saved = await save(person, { ...form, ...more });
    const after = await accountOf(person);
    for (const column of [...untouched, 'agreement_file_id', 'created_at'])
      expect([column, after[column]]).toEqual([column, before[column]]);
    expect([saved.__v, after.saves]).toEqual([2, 2]);
  }
});

test('rejects another role’s form', async () => {
  const refused = await refusedSave(await server.aStudent({ client }), aBusinesssForm());
  expect(refused.status).toBe(400);
});

test('reports every missing required field of a student at its place', async () => {
  const refused = await refusedSave(await server.aStudent({ client }), {
    ...Object.fromEntries(Object.keys(aStudentsForm()).map((key) => [key, ''])),
    graduation_year: null,
    focus_areas: [],
    location: { ...location, street: '', city: ' ', state: '', zip: '' },
  });
  expect([refused.status, refused.problem.title]).toEqual([400, 'Check your form for errors']);
  const errors = refused.problem.errors ?? {};
  const required = Object.keys(errors).filter((field) => errors[field]?.[0] === 'this field is required');
  expect(required.sort()).toEqual([
    'affiliated_program',
    'first_name',
    'focus_areas',
    'gender',
    'graduation_year',
    'last_name',
    'location.city',
    'location.state',
    'location.street',
    'location.zip',
    'parent_name',
    'school_attending',
    'student_id',
  ]);
  expect(Object.keys(errors).sort()).toEqual(required.sort());
});

test('a student may leave out a middle name, pronouns and all phone numbers', async () => {
  const student = await server.aUser('Student', { client, saves: 0 });
  const optional = {
    middle_name: '',
    pronouns: '',
    home_phone: '',
    cell_phone: '',
    parent_phone: '',
    alternate_parent_name: '',
    alternate_parent_phone: '',
  };
  const leftOut = Object.fromEntries(Object.keys(optional).map((field) => [field, undefined]));
  const nulls = Object.fromEntries(Object.keys(optional).map((field) => [field, null]));
  for (const [index, sent] of [leftOut, nulls, optional].entries())
    expect(await save(student, { ...aStudentsForm(), ...sent })).toMatchObject({
      ...optional,
      __v: index + 1,
    });
});

test('a business may leave out its administrator', async () => {
  const business = await server.aUser('Business', { client, saves: 0 });
  const optional = { admin_name: '', admin_email: '', admin_phone: '' };
  const leftOut = { admin_name: undefined, admin_email: undefined, admin_phone: undefined };
  const nulls = { admin_name: null, admin_email: null, admin_phone: null };
  for (const sent of [leftOut, nulls])
    expect(await save(business, { ...aBusinesssForm(), ...sent })).toMatchObject(optional);
});

test('reports every missing required field of a business at its place', async () => {
  const refused = await refusedSave(await server.aBusiness({ client }), {
    ...aBusinesssForm(),
    business_bio: '<p> </p>',
    featured_projects: '',
    career_opportunities: '<p><br></p>',
    internship_opportunities: '<script>alert(1)</script>',
    contact_name: '',
    contact_email: '',
    contact_phone: '',
  });
  const required = ['this field is required'];
  expect(refused.problem.errors).toMatchObject({
    business_bio: required,
    featured_projects: required,
    career_opportunities: required,
    contact_name: required,
    contact_email: required,
    contact_phone: required,
  });
});

test('a text that is empty after sanitizing counts as missing', async () => {
  const refused = await refusedSave(await server.aBusiness({ client }), {
    ...aBusinesssForm(),
    internship_opportunities: '<script>alert(1)</script>',
  });
  expect(refused.problem.errors).toEqual({ internship_opportunities: ['this field is required'] });
});

test('removes anything that could run in a reader’s browser', async () => {
  const business = await server.aBusiness({ client });
  const saved = await save(business, {
    ...aBusinesssForm(),
    business_bio: '<p onclick="alert(1)">Boats<img src=x onerror=alert(1)></p><script>alert(1)</script>',
    featured_projects: '<p><a href="javascript:alert(1)">Skipjack</a></p>',
    career_opportunities: '<iframe srcdoc="<script>1</script>"></iframe><p>Builder</p>',
    internship_opportunities: '<svg onload=alert(1)></svg><p>Sanding</p>',
  });
  expect(saved).toMatchObject({
    business_bio: '<p>Boats</p>',
    featured_projects: '<p><a>Skipjack</a></p>',
    career_opportunities: '<p>Builder</p>',
    internship_opportunities: '<p>Sanding</p>',
  });
});

test.each([
  ['school_attending', 'Nowhere High', '“Nowhere High” is not on the list'],
  ['affiliated_program', 'Alchemy', '“Alchemy” is not on the list'],
  ['focus_areas', ['Alchemy'], '“Alchemy” is not on the list'],
])('rejects a student’s %s that is not on the lists at its field', async (field, value, message) => {
  const student = await server.aStudent({ client });
  const refused = await refusedSave(student, { ...aStudentsForm(), [field]: value });
  expect([refused.status, refused.problem.errors]).toEqual([400, { [field]: [message] }]);
  expect((await accountOf(student)).saves).toBe(1);
});

test('does not accept entries of another school system’s lists', async () => {
  const other = await server.aClient();
  const student = await refusedSave(await server.aStudent({ client }), {
    ...aStudentsForm(),
    school_attending: other.school.name,
    affiliated_program: other.program.name,
    focus_areas: [other.area.name],
  });
  const fields = ['affiliated_program', 'focus_areas', 'school_attending'];
  expect(Object.keys(student.problem.errors ?? {}).sort()).toEqual(fields);
  const business = await refusedSave(await server.aBusiness({ client }), {
    ...aBusinesssForm(),
    schools: [other.school.name],
  });
  expect(Object.keys(business.problem.errors ?? {})).toEqual(['schools']);
});

test.each([
  ['contact_email', 'not an email', 'must be a valid email address'],
  ['admin_email', 'neither', 'must be a valid email address'],
  ['contact_phone', '410-555-0100', 'must look like (000)000-0000'],
  ['admin_phone', '1', 'must look like (000)000-0000'],
])('reports an invalid %s of a business', async (field, value, message) => {
  const refused = await refusedSave(await server.aBusiness({ client }), {
    ...aBusinesssForm(),
    [field]: value,
  });
  expect(refused.problem.errors).toEqual({ [field]: [message] });
});

const NUL = '\u0000';
test.each([
  ['a NUL in a name', { first_name: `A${NUL}da` }],
  ['a NUL in a list', { focus_areas: [`A${NUL}`] }],
  ['a NUL in the address', { location: { ...location, street: `1${NUL}` } }],
  ['a name of half a megabyte', { first_name: 'A'.repeat(500_000) }],
  ['a number for a name', { first_name: 7 }],
  ['a list for a name', { first_name: ['Ada'] }],
  ['an object for a name', { first_name: { $ne: null } }],
  ['nothing for a name', { first_name: null }],
  ['text for the year', { graduation_year: '2027' }],
  ['a year far away', { graduation_year: 1e9 }],
  ['half a year', { graduation_year: 2027.5 }],
  ['text for a list', { focus_areas: 'Boats' }],
  ['a gender that is not offered', { gender: 'Robot' }],
  ['a state that is none', { location: { ...location, state: 'ZZ' } }],
  ['a point off the earth', { location: { ...location, lat: 91 } }],
  ['no location', { location: null }],
  ['a thousand focus areas', { focus_areas: Array.from({ length: 1000 }, (_, i) => `Area ${i}`) }],
])('rejects %s with the field’s name, and saves nothing', async (_, wrong) => {
  const student = await server.aStudent({ client });
  const refused = await refusedSave(student, { ...aStudentsForm(), ...wrong });
  expect(refused.status).toBe(400);
  const [field = ''] = Object.keys(wrong);
  expect(Object.keys(refused.problem.errors ?? {}).every((named) => named.startsWith(field))).toBe(true);
  expect((await accountOf(student)).saves).toBe(1);
});

test.each([
  ['nothing', undefined],
  ['malformed JSON', '{"profile":'],
  ['text', '"profile"'],
  ['a profile that is text', '{"profile":"x"}'],
  ['a profile that is a list', '{"profile":[]}'],
  ['a poisoned profile', '{"profile":{"__proto__":{"approved":true}}}'],
  ['two megabytes', `{"profile":{"first_name":"${'A'.repeat(2_000_000)}"}}`],
])('rejects a body with %s with problem details instead of a server error', async (_, body) => {
  const response = await server.as(await server.aStudent({ client })).fetch('/api/user', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

test('a moved pin survives saving the profile, until an address field changes', async () => {
  const student = await server.aStudent({ client });
  await save(student, aStudentsForm());
  await server
    .as(student)
    .call(profileCalls.updateLatLong, { collection: 'users', id: student.id, lat: 38.5, lon: -76.5 });
  const kept = await save(student, aStudentsForm());
  expect(kept.location).toEqual({ ...location, lat: 38.5, lon: -76.5, userOverwroteLocation: true });

  const elsewhere = { ...location, street: '2 Main Street', lat: 38.7, lon: -76.7 };
  const moved = await save(student, { ...aStudentsForm(), location: elsewhere });
  expect(moved.location).toEqual(elsewhere);
});

test('a pin moved in the form itself is saved as sent', async () => {
  const student = await server.aStudent({ client });
  const pinned = { ...location, lat: 38.1, lon: -76.1, userOverwroteLocation: true };
  await save(student, { ...aStudentsForm(), location: pinned });
  const again = { ...pinned, lat: 38.2 };
  const saved = await save(student, { ...aStudentsForm(), location: again });
  expect(saved.location).toEqual(again);
});
