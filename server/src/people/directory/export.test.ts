import { peopleCalls } from '@waypost/contract/people/directory/calls';
import { expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { startTestServer } from '../../../testing/server.ts';
import { userFocusAreas, userSchools } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { getAllBusinesses } = peopleCalls;

test('staff export every business of their school system by name, with its contacts', async () => {
  const client = await server.aClient();
  const second = await server.aBusiness({ client, businessName: 'Östra Boats', approved: false });
  const first = await server.aBusiness({
    client,
    businessName: 'anchor Bakery',
    contacts: [
      { name: 'Grace', email: 'grace@waypost.test', phone: '(410)555-0100' },
      { name: 'Ann', email: 'ann@bay.test', phone: '(410)555-0101', roles: ['administration'] },
    ],
  });
  const key = { clientId: client.id, userId: first.id };
  await server.db.insert(userFocusAreas).values({ ...key, focusAreaId: client.area.id });
  await server.db.insert(userSchools).values({ ...key, schoolId: client.school.id });
  await server.aBusiness();
  await server.aStudent({ client });
  const teacher = server.as(await server.aTeacher({ client }));
  const exported = await teacher.call(getAllBusinesses, {});
  expect(exported.map(({ _id }) => _id)).toEqual([first.id, second.id]);
  expect(exported[0]).toEqual({
    _id: first.id,
    email: first.email,
    business_name: 'anchor Bakery',
    approved: true,
    createdAt: server.clock.now().toISOString(),
    location: {
      street: '1 Main Street',
      city: 'Annapolis',
      state: 'MD',
      zip: '21401',
      lat: 38.9784,
      lon: -76.4922,
      userOverwroteLocation: false,
    },
    focus_areas: [client.area.name],
    schools: [client.school.name],
    contact_name: 'Grace',
    contact_email: 'grace@waypost.test',
    contact_phone: '(410)555-0100',
    admin_name: 'Ann',
    admin_email: 'ann@bay.test',
    admin_phone: '(410)555-0101',
  });
});

test('the export takes the same number of queries however many businesses there are, and is recorded', async () => {
  const client = await server.aClient();
  const admin = server.as(await server.anAdmin({ client }));
  const ask = async () => [
    await statementsOf(server.database.lists, () => admin.call(getAllBusinesses, {})),
    await statementsOf(server.database.app, () => admin.call(getAllBusinesses, {})),
  ];
  await server.aBusiness({ client });
  const [reading, recording] = await ask();
  expect(recording).toHaveLength(4);
  for (let n = 0; n < 3; n++) await server.aBusiness({ client });
  expect(await ask()).toEqual([reading, recording]);
});
