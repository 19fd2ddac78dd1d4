import { profileCalls } from '@waypost/contract/people/profiles/calls';
import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
type Person = { id: string; clientId: string; token: string };
const point = { lat: 38.5, lon: -76.5 };

let client: Awaited<ReturnType<typeof server.aClient>>;
beforeAll(async () => {
  client = await server.aClient();
});

type What = 'users' | 'opportunities' | 'schools';
const move = (person: Person, collection: What, id: string) =>
  server.as(person).call(profileCalls.updateLatLong, { collection, id, ...point });
const pointOf = async (table: What, id: string) => {
  const { rows } = await server.database.owner.query(
    `select lat, lon, user_overwrote_location as pinned from ${table} where id = $1`,
    [id],
  );
  return rows[0];
};

test('every member of a school system can move their own pin', async () => {
  for (const role of ['Student', 'Business', 'Teacher', 'Admin'] as const) {
    const person = await server.aUser(role, { client, saves: 0, approved: false });
    const { location } = await move(person, 'users', person.id);
    expect(location).toMatchObject({ ...point, userOverwroteLocation: true, street: '1 Main Street' });
    expect(await pointOf('users', person.id)).toEqual({ ...point, pinned: true });
  }
});

test('a business moves the pin of its own opportunity', async () => {
  const business = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business });
  await move(business, 'opportunities', opportunity.id);
  expect(await pointOf('opportunities', opportunity.id)).toEqual({ ...point, pinned: true });
});

test('an unapproved business cannot change an opportunity or its pin', async () => {
  const business = await server.aBusiness({ client, approved: false });
  const opportunity = await server.anOpportunity({ business });
  const refused = await server
    .as(business)
    .refusal(profileCalls.updateLatLong, { collection: 'opportunities', id: opportunity.id, ...point });
  expect([refused.status, refused.problem.type]).toEqual([403, '/problems/unapproved']);
});

test('an Admin moves the pin of a school', async () => {
  await move(await server.anAdmin({ client }), 'schools', client.school.id);
  expect(await pointOf('schools', client.school.id)).toEqual({ ...point, pinned: true });
});

test('no other pin moves', async () => {
  const own = await server.aClient();
  const [business, admin] = [await server.aBusiness({ client: own }), await server.anAdmin({ client: own })];
  const [mine, other] = [await server.anOpportunity({ business }), await server.anOpportunity({ business })];
  const { rows } = await server.database.owner.query<{ id: string }>(
    `insert into schools (client_id, name, type, ordinal, lat, lon) values ($1, 'Elsewhere', 'High', 9, 1, 1) returning id`,
    [own.id],
  );
  const others: [What, string][] = [
    ['users', admin.id],
    ['opportunities', other.id],
    ['schools', `${rows[0]?.id}`],
  ];
  const pinsOfOthers = () => Promise.all(others.map(([what, id]) => pointOf(what, id)));
  const before = await pinsOfOthers();
  await move(business, 'users', business.id);
  await move(business, 'opportunities', mine.id);
  await move(admin, 'schools', own.school.id);
  expect(await pinsOfOthers()).toEqual(before);
});

test('a pin of someone else cannot be moved, with the same reply as for an unknown id', async () => {
  const own = await server.aBusiness({ client });
  const opportunity = await server.anOpportunity({ business: own });
  const other = await server.aClient();
  const student = await server.aStudent({ client });
  const tries: [Person, What, string][] = [
    [await server.aStudent({ client }), 'users', student.id],
    [await server.anAdmin({ client }), 'users', student.id],
    [await server.aTeacher({ client }), 'users', student.id],
    [await server.aBusiness({ client }), 'opportunities', opportunity.id],
    [await server.anAdmin({ client }), 'opportunities', opportunity.id],
    [student, 'opportunities', opportunity.id],
    [await server.aTeacher({ client }), 'schools', other.school.id],
    [await server.aTeacher({ client: other }), 'schools', other.school.id],
    [await server.anAdmin({ client }), 'schools', other.school.id],
    [student, 'schools', client.school.id],
  ];
  for (const [person, collection, id] of tries) {
    const before = await pointOf(collection, id);
    const foreign = await server.as(person).refusal(profileCalls.updateLatLong, { collection, id, ...point });
    const unknown = await server
      .as(person)
      .refusal(profileCalls.updateLatLong, { collection, id: crypto.randomUUID(), ...point });
    expect([foreign.status, foreign.problem]).toEqual([404, unknown.problem]);
    expect(await pointOf(collection, id)).toEqual(before);
  }
});

test.each([
  ['a table that holds no places', { collection: 'sessions' }],
  ['a point off the earth', { lat: 100 }],
  ['no number', { lat: 'north' }],
])('rejects %s', async (_, wrong) => {
  const student = await server.aStudent({ client });
  const input = { collection: 'users', id: student.id, ...point, ...wrong };
  expect((await server.as(student).refusal(profileCalls.updateLatLong, input)).status).toBe(400);
});

const address = { street: '1 Main Street', city: 'Annapolis', state: 'MD', zip: '21401' } as const;
const lookUp = async (given: object) => {
  const student = await server.aUser('Student', { client, saves: 0 });
  return server.as(student).call(profileCalls.geocode, { ...address, ...given });
};

test('finds an address by itself, otherwise by its ZIP code, otherwise not at all', async () => {
  expect(await lookUp({})).toEqual({ message: 'found', lat: 38.9784, lon: -76.4922, precision: 'address' });
  expect(await lookUp({ street: 'Rural Route 9' })).toMatchObject({ message: 'found', precision: 'zip' });
  expect(await lookUp({ street: 'Atlantis' })).toEqual({ message: 'not found' });
});

test('says so if no service responds', async () => {
  const student = server.as(await server.aStudent({ client }));
  const refused = await student.refusal(profileCalls.geocode, { ...address, street: 'Silent Street' });
  expect([refused.status, refused.problem.type, refused.problem.detail]).toEqual([
    502,
    '/problems/outside-failure',
    'The address service didn’t answer. Try again in a moment.',
  ]);
});

test('sends no invalid address to a service, and none for a visitor', async () => {
  const asked = server.geocoder.asked.length;
  const student = server.as(await server.aStudent({ client }));
  for (const wrong of [{ state: 'ZZ' }, { zip: 'x' }, { street: '\u0000' }, { city: 7 }])
    expect((await student.refusal(profileCalls.geocode, { ...address, ...wrong })).status).toBe(400);
  expect((await server.visitor().refusal(profileCalls.geocode, address)).status).toBe(401);
  expect((await server.as(await server.aSuperAdmin()).refusal(profileCalls.geocode, address)).status).toBe(
    403,
  );
  expect(server.geocoder.asked).toHaveLength(asked);
});

test('a ZIP code has its town, if the table knows it, and its state', async () => {
  const person = await server.aStudent({ client, saves: 0, approved: false });
  const placeOf = (zip: string) => server.as(person).call(profileCalls.getZipPlace, { zip });
  expect(await placeOf('21401-0042')).toEqual({ city: 'Annapolis', state: 'MD' });
  expect(await placeOf('90210')).toEqual({ city: '', state: 'CA' });
  expect(await placeOf('00000')).toEqual({ city: '', state: '' });
  const { status, problem } = await server.as(person).refusal(profileCalls.getZipPlace, { zip: '2140' });
  expect([status, problem.errors]).toEqual([400, { zip: ['must be a ZIP code of five digits'] }]);
});

test('limits how often one person looks up ZIP codes, without affecting others', async () => {
  const [hasty, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  const zip = { zip: '21401' };
  for (let asked = 0; asked < 60; asked++) await server.as(hasty).call(profileCalls.getZipPlace, zip);
  expect((await server.as(hasty).refusal(profileCalls.getZipPlace, zip)).status).toBe(429);
  await server.as(other).call(profileCalls.getZipPlace, zip);
});

test('limits how often one person looks up addresses, without affecting others', async () => {
  const [hasty, other] = [await server.aStudent({ client }), await server.aStudent({ client })];
  for (let asked = 0; asked < 60; asked++) await server.as(hasty).call(profileCalls.geocode, address);
  const before = server.geocoder.asked.length;
  expect((await server.as(hasty).refusal(profileCalls.geocode, address)).status).toBe(429);
  expect(server.geocoder.asked).toHaveLength(before);
  await server.as(other).call(profileCalls.geocode, address);
  server.clock.moveBy(11 * 60_000);
  await server.as(hasty).call(profileCalls.geocode, address);
});
