import { allCalls } from '@waypost/contract/all-calls';
import type { Call, ListCall } from '@waypost/contract/call';
import { PART_MAX } from '@waypost/contract/list-part';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type Caller, startTestServer } from '../../../testing/server.ts';

const server = startTestServer();
const MORE = PART_MAX + 3;

/** The input for each paginated list. */
const lists: Partial<Record<keyof typeof allCalls, object>> = {
  filterUsers: { role: 'Student' },
  filterInternshipStatus: {},
  filterApplicationCount: {},
  filterAvailableOpportunities: { availability: 'All' },
  getOpportunities: {},
  searchUsers: { search: 'part' },
};

let teacher: Caller;
beforeAll(async () => {
  const client = await server.aClient();
  const { id: businessId } = await server.aBusiness({ client });
  teacher = server.as(await server.aTeacher({ client }));
  const { owner } = server.database;
  await owner.query(
    `with people as (
       insert into users (client_id, email, role, first_name, last_name)
       select $1, 'part' || n || '@part.test', 'Student', 'S', 'N' || n from generate_series(1, $3::int) n returning id
     ), those as (
       insert into students (client_id, user_id) select $1, id from people returning user_id
     ), offers as (
       insert into opportunities (client_id, business_id, title, short_description, skills_required, full_description,
         audience, available_slots, opportunity_type, internship_type, time_frame, compensation, application_open,
         application_close, employment_start, employment_stop)
       select $1, $2, 'Offer ' || n, '', '', '', 'Open', 1, 'Virtual', 'Internship', 'Summer', 'Paid', '2026-01-01',
         '2026-06-01', '2026-07-01', '2026-08-01' from generate_series(1, $3) n returning id
     ), applied as (
       insert into applications (client_id, opportunity_id, student_id, status, cover_letter, applied_at)
       select $1, (select min(id::text)::uuid from offers), user_id, 'Accepted', '', now() from those
       returning id, opportunity_id, student_id
     )
     insert into projects (client_id, application_id, opportunity_id, student_id, business_id)
     select $1, id, opportunity_id, student_id, $2 from applied`,
    [client.id, businessId, MORE],
  );
  await owner.query('analyze');
});

test('every paginated list is tested here', () => {
  const inParts = Object.entries<Call>(allCalls).filter(
    ([, { input }]) => 'shape' in input && 'offset' in Object(input.shape),
  );
  // These need other people, so they are tested in `duplicates/finding.test.ts`, `projects/projects.test.ts`,
  // `follow-ups/follow-ups.test.ts` and `retention/retention.test.ts`.
  const elsewhere = [
    'findDuplicateUsers',
    'getProjectsByStudent',
    'getInterns',
    'filterFollowUps',
    'filterLeftStudents',
  ];
  const names = inParts.map(([name]) => name).filter((name) => !elsewhere.includes(name));
  expect(Object.keys(lists).sort()).toEqual(names.sort());
});

const ask = async (name: string, part: object) => {
  const call = allCalls[name as keyof typeof allCalls] as Call;
  const reply = await teacher.send(call, { ...lists[name as keyof typeof lists], ...part });
  const rows = (await reply.json()) as { _id: string }[];
  return { ids: rows.map(({ _id }) => _id), total: reply.headers.get('x-total-count'), rows };
};

test.each(Object.keys(lists))('%s is paginated with a limit, and complete without one', async (name) => {
  const all = await ask(name, {});
  expect([new Set(all.ids).size, all.total]).toEqual([MORE, String(MORE)]);
  const first = await ask(name, { limit: PART_MAX, offset: 0 });
  expect([first.ids, first.total]).toEqual([all.ids.slice(0, PART_MAX), String(MORE)]);
  for (const limit of [{}, { limit: PART_MAX }]) {
    const rest = await ask(name, { offset: PART_MAX, ...limit });
    expect([rest.ids, rest.total]).toEqual([all.ids.slice(PART_MAX), String(MORE)]);
  }
});

test.each(Object.keys(lists))('%s without a limit has every field of the row', async (name) => {
  const { whole } = allCalls[name as keyof typeof allCalls] as ListCall;
  const { rows } = await ask(name, { offset: MORE - 1 });
  expect(rows).toHaveLength(1);
  expect(z.strictObject((whole as z.ZodObject).shape).parse(rows[0])).toEqual(rows[0]);
});
