import type { InputOf } from '@waypost/contract/call';
import { type ListedUser, peopleCalls } from '@waypost/contract/people/directory/calls';
import { FOUND_AT_MOST } from '@waypost/contract/people/directory/rules';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { userFocusAreas, userPrograms, userSchools, users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { filterUsers, searchUsers } = peopleCalls;

type Filter = InputOf<typeof filterUsers>;

const namesOf = (people: ListedUser[]) => people.map((one) => one.business_name || one.last_name);
const list = async (caller: Caller, input: Filter) => namesOf(await caller.call(filterUsers, input));
const search = async (caller: Caller, text: string) =>
  namesOf(await caller.call(searchUsers, { search: text }));
const totalOf = (response: Response) => Number(response.headers.get('x-total-count'));

async function attach(account: { id: string; clientId: string }, column: 'agreementFileId' | 'profilePicId') {
  const file = await server.aFile(account, { name: `${column}.pdf` });
  await server.db
    .update(users)
    .set({ [column]: file.id })
    .where(and(eq(users.clientId, account.clientId), eq(users.id, account.id)));
  return file;
}

/** A school system with a few people of every kind; its Teacher and its Admin are the callers. */
async function aPeopledClient() {
  const client = await server.aClient();
  const clientId = client.id;
  const [otherSchool] = await server.db
    .insert(schools)
    .values({ clientId, name: 'Another School', type: 'High', ordinal: 2 })
    .returning();
  const [otherProgram] = await server.db
    .insert(programs)
    .values({ clientId, name: 'Other Program', ordinal: 2 })
    .returning();
  if (!otherSchool || !otherProgram) throw new Error('nothing was inserted');
  const student = (lastName: string, but: object = {}, of: object = {}) =>
    server.aStudent({
      client,
      firstName: 'Mara',
      lastName,
      ...but,
      student: { schoolId: client.school.id, programId: client.program.id, ...of },
    });
  const people = {
    quinn: await student('Quinn'),
    ångström: await student('Ångström', { firstName: 'Zoë' }, { schoolId: otherSchool.id }),
    baker: await student('baker', { createdAt: new Date('2026-02-01') }, { programId: otherProgram.id }),
    waiting: await student('Waiting', { approved: false, createdAt: new Date('2026-02-02') }),
    paperless: await student('Paperless', { approved: false, createdAt: new Date('2026-02-03') }),
    unfinished: await student('Unfinished', { approved: false, saves: 0 }, { graduationYear: null }),
    leaver: await student('Leaver', { approved: false, deactivatedAt: new Date() }, { graduationYear: 2025 }),
    marine: await server.aBusiness({
      client,
      businessName: 'bayside Marine',
      email: `bay-${clientId}@b.test`,
    }),
    waitingBakery: await server.aBusiness({ client, businessName: 'Crisp Bakery', approved: false }),
    teacher: await server.aTeacher({ client, firstName: 'Grace', lastName: 'Hopper' }),
    admin: await server.anAdmin({ client, firstName: 'Mara', lastName: 'Boss' }),
  };
  for (const key of ['waiting', 'unfinished', 'leaver'] as const)
    await attach(people[key], 'agreementFileId');
  const key = { clientId, userId: people.marine.id };
  await server.db.insert(userFocusAreas).values({ ...key, focusAreaId: client.area.id });
  await server.db.insert(userSchools).values({ ...key, schoolId: client.school.id });
  const own = { clientId, userId: people.teacher.id };
  await server.db.insert(userSchools).values({ ...own, schoolId: otherSchool.id });
  await server.db.insert(userPrograms).values({ ...own, programId: otherProgram.id });
  return { client, otherSchool, otherProgram, people };
}

let peopled: Awaited<ReturnType<typeof aPeopledClient>>;
let teacher: Caller;
let admin: Caller;

beforeAll(async () => {
  peopled = await aPeopledClient();
  // A person elsewhere who matches every search and filter.
  await server.aStudent({ firstName: 'Mara', lastName: 'Quinn' });
  await server.aBusiness({ businessName: 'bayside Marine' });
  teacher = server.as(peopled.people.teacher);
  admin = server.as(peopled.people.admin);
});

describe('a list of people', () => {
  const everyStudent = ['Ångström', 'baker', 'Leaver', 'Paperless', 'Quinn', 'Unfinished', 'Waiting'];

  test('has the people of a role in one’s own school system, in natural order', async () => {
    expect(await list(teacher, { role: 'Student' })).toEqual(everyStudent);
    expect(await list(teacher, { role: ['Business'] })).toEqual(['bayside Marine', 'Crisp Bakery']);
    expect(await list(teacher, { role: ['Student', 'Business'] })).toHaveLength(9);
  });

  test.each<[string, Partial<Filter>, string[]]>([
    ['approved', { approved: 'Approved' }, ['Ångström', 'baker', 'Quinn']],
    ['not approved', { approved: 'Not Approved' }, ['Leaver', 'Paperless', 'Unfinished', 'Waiting']],
    ['waiting for staff alone', { approved: 'Waiting' }, ['Waiting']],
    ['of any approval', { approved: 'All' }, everyStudent],
    ['of one year', { graduation_year: 2025 }, ['Leaver']],
    ['of every year', { graduation_year: 'All' }, everyStudent],
    ['of one school', { school_attending: 'Another School' }, ['Ångström']],
    ['of one program', { affiliated_program: ['Other Program'] }, ['baker']],
    ['of a school that there is not', { school_attending: 'No such school' }, []],
    ['that nothing narrows', { school_attending: [], approved: null, search: '' }, everyStudent],
    ['beginning so', { search: 'qui' }, ['Quinn']],
    ['beginning so, and approved', { search: 'mara', approved: 'Approved' }, ['baker', 'Quinn']],
  ])('can be filtered to %s', async (_, filter, names) => {
    expect(await list(teacher, { role: 'Student', ...filter })).toEqual(names);
  });

  test('of businesses filters by focus area, preferred school and waiting', async () => {
    const { client } = peopled;
    const businesses = (filter: Partial<Filter>) => list(teacher, { role: 'Business', ...filter });
    expect(await businesses({ focus_areas: client.area.name })).toEqual(['bayside Marine']);
    expect(await businesses({ focus_areas: [client.otherArea.name] })).toEqual([]);
    expect(await businesses({ schools: [client.school.name, 'Another School'] })).toEqual(['bayside Marine']);
    expect(await businesses({ schools: ['Another School'] })).toEqual([]);
    expect(await businesses({ approved: 'Waiting' })).toEqual(['Crisp Bakery']);
  });

  test('of teachers is for Admins, and filters by their schools and programs', async () => {
    const input: Filter = { role: ['Teacher'], schools: ['Another School'], programs: ['Other Program'] };
    expect(await list(admin, input)).toEqual(['Hopper']);
    expect(await list(admin, { role: 'Teacher', programs: peopled.client.program.name })).toEqual([]);
  });

  test.each<[string, () => Caller, Filter['role']]>([
    ['teachers to a Teacher', () => teacher, 'Teacher'],
    ['teachers among others to a Teacher', () => teacher, ['Student', 'Teacher']],
    ['Admins to an Admin', () => admin, 'Admin'],
    ['SuperAdmins to an Admin', () => admin, ['SuperAdmin']],
  ])('does not show %s', async (_, caller, role) => {
    const refused = await caller().refusal(filterUsers, { role });
    expect([refused.status, refused.problem.type]).toEqual([403, '/problems/not-allowed']);
  });

  test('contains the fields of a row', async () => {
    const { client, people } = peopled;
    const picture = await attach(people.quinn, 'profilePicId');
    const [quinn] = await teacher.call(filterUsers, { role: 'Student', search: 'Quinn' });
    expect(quinn).toEqual({
      _id: people.quinn.id,
      role: 'Student',
      email: people.quinn.email,
      first_name: 'Mara',
      last_name: 'Quinn',
      business_name: '',
      approved: true,
      deactivated: false,
      second_factor: false,
      __v: 1,
      createdAt: server.clock.now().toISOString(),
      graduation_year: 2027,
      school_attending: client.school.name,
      affiliated_program: client.program.name,
      focus_areas: [],
      schools: [],
      unconfirmed: false,
      programs: [],
      profile_pic_id_fk: expect.objectContaining({ _id: picture.id }),
      agreement_file_id_fk: null,
    });
    const [leaver] = await teacher.call(filterUsers, { role: 'Student', search: 'Leaver' });
    expect(leaver).toMatchObject({
      approved: false,
      deactivated: true,
      agreement_file_id_fk: { name: 'agreementFileId.pdf' },
    });
    const [marine] = await teacher.call(filterUsers, { role: 'Business', search: 'bay' });
    expect(marine).toMatchObject({ focus_areas: [client.area.name], schools: [client.school.name] });
  });

  test.each<[NonNullable<Filter['sort']>, string[]]>([
    ['name', ['Ångström', 'baker']],
    ['school_attending', ['Ångström', 'baker']],
    ['graduation_year', ['Leaver', 'Ångström']],
    ['approved', ['Waiting', 'Paperless']],
  ])('sorts by %s, in both directions', async (sort, first) => {
    const up = await list(teacher, { role: 'Student', sort });
    expect(up.slice(0, 2)).toEqual(first);
    expect(await list(teacher, { role: 'Student', sort, descending: true })).toEqual(up.toReversed());
  });

  test('is paginated, and each part has the total', async () => {
    const part = async (offset: number) => {
      const response = await teacher.send(filterUsers, { role: 'Student', limit: 3, offset });
      return [totalOf(response), namesOf((await response.json()) as ListedUser[])];
    };
    expect(await part(0)).toEqual([7, everyStudent.slice(0, 3)]);
    expect(await part(3)).toEqual([7, everyStudent.slice(3, 6)]);
    expect(await part(6)).toEqual([7, everyStudent.slice(6)]);
    expect(await part(9)).toEqual([7, []]);
  });

  test.each<[string, object]>([
    ['a role that there is not', { role: 'Principal' }],
    ['SuperAdmin spelt otherwise', { role: 'Super Admin' }],
    ['a year beyond what can be kept', { role: 'Student', graduation_year: 3_000_000_000 }],
    ['half a year', { role: 'Student', graduation_year: 2026.5 }],
    ['a school with a NUL', { role: 'Student', school_attending: 'a\u0000b' }],
    ['a search with a NUL', { role: 'Student', search: 'a\u0000b' }],
    ['a page of everything', { role: 'Student', limit: 1_000_000 }],
    ['rows before the first', { role: 'Student', limit: 5, offset: -1 }],
    ['a column that does not sort', { role: 'Student', sort: 'password_hash' }],
  ])('rejects %s', async (_, input) => {
    expect((await teacher.refusal(filterUsers, input)).status).toBe(400);
  });

  test('has everyone below the caller if no role is named', async () => {
    const roles = (await teacher.call(filterUsers, {})).map(({ role }) => role);
    expect(new Set(roles)).toEqual(new Set(['Student', 'Business']));
    expect(await teacher.call(filterUsers, { role: [] })).toHaveLength(roles.length);
  });

  test('is for staff only', async () => {
    const { marine, quinn } = peopled.people;
    for (const user of [marine, quinn, await server.aSuperAdmin()])
      expect((await server.as(user).refusal(filterUsers, { role: 'Student' })).status).toBe(403);
    expect((await server.visitor().refusal(filterUsers, { role: 'Student' })).status).toBe(401);
  });
});

describe('a search for people', () => {
  test.each([
    ['qui', ['Quinn'], 'the last name'],
    ['MARA Q', ['Quinn'], 'first and last name'],
    ['Quinn, M', [], 'no comma between the two'],
    ['Quinn M', ['Quinn'], 'last and first name'],
    ['Bayside', ['bayside Marine'], 'a business by its name'],
    ['bay-', ['bayside Marine'], 'the beginning of an email'],
    ['åNG', ['Ångström'], 'letters beyond ASCII'],
    ['mara', ['baker', 'Leaver', 'Paperless', 'Quinn', 'Unfinished', 'Waiting'], 'every standing'],
    ['%', [], 'no pattern'],
    ['marine', [], 'no middle of a name'],
  ])('for “%s” finds %j: %s', async (text, names) => {
    expect(await search(teacher, text)).toEqual(names);
  });

  test('finds no teachers for a Teacher, and no Admins for an Admin', async () => {
    expect(await search(teacher, 'Hopper')).toEqual([]);
    expect(await search(admin, 'Hopper')).toEqual(['Hopper']);
    expect(await search(admin, 'Boss')).toEqual([]);
  });

  test('returns a page of the matches, or all of them, with the total', async () => {
    const client = await server.aClient();
    await server.db.insert(users).values(
      Array.from({ length: FOUND_AT_MOST + 5 }, (_, index) => ({
        clientId: client.id,
        email: `same-${index}-${client.id}@waypost.test`,
        role: 'Student' as const,
        firstName: 'Same',
        lastName: `Name ${String(index).padStart(2, '0')}`,
      })),
    );
    const caller = server.as(await server.aTeacher({ client }));
    const ask = async (part: object) => {
      const response = await caller.send(searchUsers, { search: 'same', ...part });
      expect(totalOf(response)).toBe(FOUND_AT_MOST + 5);
      return namesOf((await response.json()) as ListedUser[]);
    };
    const all = await ask({});
    expect([all.length, ...all.slice(0, 2)]).toEqual([FOUND_AT_MOST + 5, 'Name 00', 'Name 01']);
    expect(await ask({ limit: FOUND_AT_MOST })).toEqual(all.slice(0, FOUND_AT_MOST));
    expect(await ask({ limit: 10, offset: FOUND_AT_MOST })).toEqual(all.slice(FOUND_AT_MOST));
  });

  test('rejects a text that is too long or contains NUL', async () => {
    for (const call of [searchUsers, filterUsers])
      for (const [search, status] of [
        ['a'.repeat(100), 200],
        ['a'.repeat(101), 400],
        ['a\u0000b', 400],
      ] as const)
        expect([search, (await teacher.send(call, { search })).status]).toEqual([search, status]);
  });

  test('is for staff only', async () => {
    const { marine, quinn } = peopled.people;
    for (const user of [marine, quinn, await server.aSuperAdmin()])
      expect((await server.as(user).refusal(searchUsers, { search: 'a' })).status).toBe(403);
    expect((await server.visitor().refusal(searchUsers, { search: 'a' })).status).toBe(401);
  });
});

test('lists and searches take the same few queries however many people there are', async () => {
  const [few, many] = [await aPeopledClient(), await aPeopledClient()];
  for (let n = 0; n < 12; n++) await server.aBusiness({ client: many.client });
  const asked = (of: typeof few, input: Filter) =>
    statementsOf(server.database.app, () => server.as(of.people.teacher).call(filterUsers, input));
  const searched = (of: typeof few) =>
    statementsOf(server.database.app, () =>
      server.as(of.people.teacher).call(searchUsers, { search: 'b', limit: 50 }),
    );
  const part: Filter = { role: ['Student', 'Business'], search: 'b', approved: 'Approved', limit: 100 };
  expect(await asked(few, part)).toHaveLength(5);
  expect(await asked(many, part)).toEqual(await asked(few, part));
  expect(await searched(few)).toHaveLength(5);
  expect(await searched(many)).toEqual(await searched(few));
});
