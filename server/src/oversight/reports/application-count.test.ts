import type { InputOf } from '@waypost/contract/call';
import { reportCalls, type StudentApplications } from '@waypost/contract/oversight/reports/calls';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/count-queries.ts';
import { type Caller, startTestServer } from '../../../testing/server.ts';
import { programs, schools } from '../../platform/database/tables/lists.ts';
import { users } from '../../platform/database/tables/people.ts';

const server = startTestServer();
const { filterApplicationCount } = reportCalls;

type Filter = InputOf<typeof filterApplicationCount>;

const names = (rows: StudentApplications[]) => rows.map((row) => row.last_name);
const list = async (caller: Caller, input: Filter) => names(await caller.call(filterApplicationCount, input));

/** A school system with students who applied often, once and never, and its Teacher. */
async function aSystemWithStudents() {
  const client = await server.aClient();
  const clientId = client.id;
  const [dock] = await server.db
    .insert(schools)
    .values({ clientId, name: 'Dock High', type: 'High', ordinal: 2 })
    .returning();
  const [baking] = await server.db
    .insert(programs)
    .values({ clientId, name: 'Baking', ordinal: 2 })
    .returning();
  if (!dock || !baking) throw new Error('nothing was inserted');
  const own = { schoolId: client.school.id, programId: client.program.id, graduationYear: 2026 };
  const student = async (lastName: string, applied: string[], given: object = {}, of: object = {}) => {
    const made = await server.aStudent({ client, lastName, ...given, student: { ...own, ...of } });
    for (const at of applied) {
      const [appliedAt, createdAt] = [new Date(at), new Date(at)];
      const opportunity = await server.anOpportunity({ business });
      await server.anApplication({ student: made, opportunity, appliedAt, createdAt });
    }
    return made;
  };
  const business = await server.aBusiness({ client });
  const quinn = await student('Quinn', ['2026-01-02T12:00:00.000Z', '2026-02-03T12:00:00.000Z']);
  await student('ångström', ['2026-02-04T12:00:00.000Z'], {}, { schoolId: dock.id, graduationYear: 2027 });
  await student('Baker', [], { approved: false }, { programId: baking.id });
  await student('Zhou', [], { saves: 0 }, { schoolId: null, programId: null, graduationYear: null });
  return { client, business, quinn, teacher: await server.aTeacher({ client }) };
}

let system: Awaited<ReturnType<typeof aSystemWithStudents>>;
let teacher: Caller;

beforeAll(async () => {
  system = await aSystemWithStudents();
  await server.anApplication({ student: await server.aStudent({ lastName: 'Elsewhere' }) });
  teacher = server.as(system.teacher);
});

describe('the report of application counts', () => {
  const everybody = ['ångström', 'Baker', 'Quinn', 'Zhou'];

  test.each<[string, Filter, string[]]>([
    ['every student, whether they applied or not', {}, everybody],
    ['every student, by the fields of the wire', { role: 'Student', graduation_year: 'All' }, everybody],
    ['those of one year', { graduation_year: 2027 }, ['ångström']],
    ['those of one school', { school_attending: 'Dock High' }, ['ångström']],
    ['those of one program', { affiliated_program: ['Baking'] }, ['Baker']],
    ['nobody of a school that there is not', { school_attending: ['No such school'] }, []],
    ['those whom every filter fits', { affiliated_program: 'Baking', graduation_year: 2026 }, ['Baker']],
    ['nobody whom one filter leaves out', { school_attending: 'Dock High', graduation_year: 2026 }, []],
    ['everybody where nothing narrows', { school_attending: [], affiliated_program: null }, everybody],
  ])('lists %s', async (_, filter, expected) => {
    expect(await list(teacher, filter)).toEqual(expected);
  });

  test('filters by several schools at once', async () => {
    const { name } = system.client.school;
    expect(await list(teacher, { school_attending: ['Dock High', name] })).toEqual([
      'ångström',
      'Baker',
      'Quinn',
    ]);
  });

  test('includes each student’s applications, the latest first, and their email, school and program', async () => {
    const { client, quinn } = system;
    const picture = await server.aFile(quinn, { name: 'quinn.jpg' });
    await server.db
      .update(users)
      .set({ profilePicId: picture.id })
      .where(and(eq(users.clientId, client.id), eq(users.id, quinn.id)));
    const rows = await teacher.call(filterApplicationCount, {});
    expect(rows[2]).toEqual({
      _id: quinn.id,
      first_name: 'Ada',
      last_name: 'Quinn',
      profile_pic_id_fk: expect.objectContaining({ _id: picture.id, name: 'quinn.jpg' }),
      graduation_year: 2026,
      school_attending: client.school.name,
      affiliated_program: client.program.name,
      applications: [{ createdAt: '2026-02-03T12:00:00.000Z' }, { createdAt: '2026-01-02T12:00:00.000Z' }],
    });
    expect(rows[3]).toMatchObject({
      profile_pic_id_fk: null,
      graduation_year: null,
      school_attending: '',
      affiliated_program: '',
      applications: [],
    });
  });

  test.each<[NonNullable<Filter['sort']>, boolean, string[]]>([
    ['name', false, everybody],
    ['name', true, everybody.toReversed()],
    ['application_count', false, ['Baker', 'Zhou', 'ångström', 'Quinn']],
    ['application_count', true, ['Quinn', 'ångström', 'Baker', 'Zhou']],
    ['last_application', false, ['Baker', 'Zhou', 'Quinn', 'ångström']],
    ['last_application', true, ['ångström', 'Quinn', 'Baker', 'Zhou']],
  ])('sorts by %s, descending: %s', async (sort, descending, expected) => {
    expect(await list(teacher, { sort, descending })).toEqual(expected);
  });

  test.each<NonNullable<Filter['sort']>>(['name', 'application_count'])(
    'is paginated by %s, with the total in each part',
    async (sort) => {
      const whole = await list(teacher, { sort });
      const part = async (offset: number) => {
        const response = await teacher.send(filterApplicationCount, { sort, limit: 3, offset });
        const total = Number(response.headers.get('x-total-count'));
        return [total, names((await response.json()) as StudentApplications[])];
      };
      expect(await part(0)).toEqual([4, whole.slice(0, 3)]);
      expect(await part(3)).toEqual([4, whole.slice(3)]);
      expect(await part(6)).toEqual([4, []]);
    },
  );

  test.each<[string, object]>([
    ['businesses', { role: 'Business' }],
    ['a year beyond what can be kept', { graduation_year: 3_000_000_000 }],
    ['half a year', { graduation_year: 2026.5 }],
    ['a school with a NUL', { school_attending: 'a\u0000b' }],
    ['a column that does not sort', { sort: 'password_hash' }],
    ['a part of everything', { limit: 1_000_000 }],
    ['rows before the first', { limit: 5, offset: -1 }],
  ])('rejects %s', async (_, input) => {
    expect((await teacher.refusal(filterApplicationCount, input)).status).toBe(400);
  });

  test('is for staff only, each for their own school system', async () => {
    const { client, quinn, business } = system;
    expect(await list(server.as(await server.anAdmin({ client })), {})).toEqual(everybody);
    expect(await list(server.as(await server.anAdmin()), {})).toEqual([]);
    for (const user of [quinn, business, await server.aSuperAdmin()])
      expect((await server.as(user).refusal(filterApplicationCount, {})).status).toBe(403);
    expect((await server.visitor().refusal(filterApplicationCount, {})).status).toBe(401);
  });

  test('takes the same number of queries however many students and applications there are', async () => {
    const [few, many] = [system, await aSystemWithStudents()];
    for (let n = 0; n < 6; n++)
      await server.anApplication({ student: await server.aStudent({ client: many.client }) });
    const asked = (of: typeof few, input: Filter) =>
      statementsOf(server.database.app, () => server.as(of.teacher).call(filterApplicationCount, input));
    for (const input of [
      { limit: 100 },
      { sort: 'last_application', graduation_year: 2027, limit: 100 },
    ] as Filter[]) {
      expect(await asked(few, input)).toHaveLength(4);
      expect(await asked(many, input)).toEqual(await asked(few, input));
    }
  });
});
