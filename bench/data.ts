import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { hashSecret } from '../server/src/platform/access/sessions.ts';

/** How many of everything a school system with this many students has. */
export const sizeFor = (students: number) => ({
  students,
  businesses: Math.ceil(students * 0.015),
  opportunities: Math.ceil(students * 0.15),
  applications: Math.ceil(students * 1.5),
  projects: Math.ceil(students * 0.5),
  hours: students * 5,
});
export type Size = ReturnType<typeof sizeFor>;

export interface Loaded {
  size: Size;
  clientId: string;
  /** Tokens of all administrators. */
  admins: string[];
  /** Session tokens of one user of each role. */
  tokens: { student: string; business: string; admin: string };
  /** The student's running project, and one of the business's opportunities. */
  projectId: string;
  opportunityId: string;
  /** Businesses, each with one of its opportunities. */
  businesses: { opportunityId: string; token: string }[];
  /** Similar projects, each with its student's session token. */
  projects: { id: string; token: string }[];
  /** As many projects again, whose students are not signed in. */
  otherProjectIds: string[];
}

/** How many administrators the school system has. */
const ADMINS = 20;
/** Of each student. The bell lists fewer. */
const NOTICES = 40;

/** The maximum number of projects that writes are spread over, so that none of them grows. */
const WRITTEN_TO = 4000;

/**
 * Fills an empty, migrated database in a few statements. Ids are derived from row numbers, so rows can refer
 * to each other.
 */
export async function load(owner: Pool, passwordHash: string, size: Size): Promise<Loaded> {
  const clientId = '10000000-0000-4000-8000-000000000000';
  const id = (kind: number, number: string) =>
    `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
  const run = (text: string) => owner.query(text);
  await run(
    `insert into clients (id, full_name, short_name, max_users) values ('${clientId}', 'Bench', 'B', 100000)`,
  );
  await run(`insert into settings (client_id, full_name, is_complete) values ('${clientId}', 'Bench', true)`);
  await run(
    `insert into schools (client_id, id, name, type, ordinal) select '${clientId}', ${id(2, 'n')}, 'School ' || n, 'High', n from generate_series(1, 25) n`,
  );
  await run(
    `insert into programs (client_id, id, name, ordinal) select '${clientId}', ${id(3, 'n')}, 'Program ' || n, n from generate_series(1, 12) n`,
  );
  await run(
    `insert into focus_areas (client_id, id, name, ordinal) select '${clientId}', ${id(4, 'n')}, 'Area ' || n, n from generate_series(1, 10) n`,
  );
  await run(
    `insert into reflection_questions (client_id, question_text, ordinal) select '${clientId}', 'Question ' || n, n from generate_series(1, 6) n`,
  );
  // All names differ, except that every fiftieth repeats the previous one.
  await run(`
    insert into users (client_id, id, email, role, first_name, last_name, business_name, approved, saves, password_hash, street, city, state, zip, lat, lon, created_at)
    select '${clientId}', ${id(5, 'n')}, role || n || '@bench.test', role, 'First' || named / 3000 * 71 + named % 71, 'Last' || named % 3000,
           case role when 'Business' then 'Business ' || named else '' end, true, 1, '${passwordHash}', n || ' Main Street', 'Annapolis', 'MD', '21401',
           38.5 + (n::bigint * 7919 % 1000) / 1000.0, -77 + (n::bigint * 104729 % 1000) / 1000.0, now() - (n % 900) * interval '1 day'
    from (select n, n - (n % 50 = 0)::int as named, case when n <= ${size.students} then 'Student' when n <= ${size.students + size.businesses} then 'Business' else 'Admin' end as role
          from generate_series(1, ${size.students + size.businesses + ADMINS}) n) people`);
  await run(`
    insert into students (client_id, user_id, student_id, gender, graduation_year, school_id, program_id)
    select '${clientId}', ${id(5, 'n')}, 'S' || n, 'Female', 2025 + n % 5, ${id(2, '1 + n % 25')}, ${id(3, '1 + n % 12')} from generate_series(1, ${size.students}) n`);
  await run(
    `insert into guardians (client_id, student_id, ordinal, name, added_by) select '${clientId}', ${id(5, 'n')}, 1, 'Parent', 'student' from generate_series(1, ${size.students}) n`,
  );
  await run(
    `insert into businesses (client_id, user_id) select '${clientId}', ${id(5, `${size.students} + n`)} from generate_series(1, ${size.businesses}) n`,
  );
  await run(
    `insert into business_contacts (client_id, business_id, ordinal, name, roles) select '${clientId}', ${id(5, `${size.students} + n`)}, 1, 'Contact', '{supervisor}' from generate_series(1, ${size.businesses}) n`,
  );
  await run(
    `insert into user_focus_areas (client_id, user_id, focus_area_id) select '${clientId}', ${id(5, 'n')}, ${id(4, '1 + (n + k) % 10')} from generate_series(1, ${size.students + size.businesses}) n, generate_series(0, 1) k`,
  );
  await run(`
    insert into opportunities (client_id, id, business_id, title, short_description, skills_required, full_description, audience, available_slots, accepted_count,
      opportunity_type, internship_type, time_frame, compensation, application_open, application_close, employment_start, employment_stop, street, city, state, zip, lat, lon)
    select '${clientId}', ${id(6, 'n')}, ${id(5, `${size.students} + 1 + n % ${size.businesses}`)}, 'Opportunity ' || (n * 7919 % 3000), '<p>Short</p>', '<p>Skills</p>', '<p>' || repeat('Long text. ', 120) || '</p>',
      'Open', 10, 0, (array['Onsite','Virtual','Hybrid'])[1 + n % 3], case when n % 5 = 0 then 'Apprenticeship' else 'Internship' end, 'Summer',
      case when n % 5 = 0 or n % 2 = 0 then 'Paid' else 'Unpaid' end, current_date - 30, current_date + 5 + n % 90, current_date + 100, current_date + 200,
      n || ' Dock Street', 'Annapolis', 'MD', '21401', 38.5 + (n * 7919 % 1000) / 1000.0, -77 + (n * 104729 % 1000) / 1000.0
    from generate_series(1, ${size.opportunities}) n`);
  await run(
    `insert into opportunity_focus_areas (client_id, opportunity_id, focus_area_id) select '${clientId}', ${id(6, 'n')}, ${id(4, '1 + (n + k) % 10')} from generate_series(1, ${size.opportunities}) n, generate_series(0, 1) k`,
  );
  // Half of them are for any school, two thirds for any program.
  await run(
    `insert into opportunity_schools (client_id, opportunity_id, school_id) select '${clientId}', ${id(6, 'n')}, ${id(2, '1 + (n + k) % 25')} from generate_series(1, ${size.opportunities}, 2) n, generate_series(0, 2) k`,
  );
  await run(
    `insert into opportunity_programs (client_id, opportunity_id, program_id) select '${clientId}', ${id(6, 'n')}, ${id(3, '1 + (n + k) % 12')} from generate_series(1, ${size.opportunities}, 3) n, generate_series(0, 1) k`,
  );
  // The first ten thousand became projects: one per student, ten for each of a thousand opportunities.
  await run(`
    insert into applications (client_id, id, opportunity_id, student_id, status, cover_letter, applied_at)
    select '${clientId}', ${id(7, 'n')}, ${id(6, `1 + n % ${size.opportunities}`)}, ${id(5, `1 + n % ${size.students}`)},
      case when n <= ${size.projects} then 'Accepted' else (array['New','Interview Scheduled','Offered','Declined','Rescinded'])[1 + n % 5] end,
      '<p>' || repeat('Please. ', 60) || '</p>', now() - (n % 60) * interval '1 day'
    from generate_series(1, ${size.applications}) n`);
  await run(
    `update opportunities o set accepted_count = (select count(*) from applications a where a.client_id = o.client_id and a.opportunity_id = o.id and a.status = 'Accepted')`,
  );
  await run(`
    insert into projects (client_id, id, application_id, opportunity_id, student_id, business_id, school_id, program_id, graduation_year)
    select a.client_id, ${id(8, 'row_number() over (order by a.id)')}, a.id, a.opportunity_id, a.student_id, o.business_id,
           s.school_id, s.program_id, s.graduation_year
    from applications a join opportunities o on o.client_id = a.client_id and o.id = a.opportunity_id
    left join students s on s.client_id = a.client_id and s.user_id = a.student_id where a.status = 'Accepted'`);
  // Two of three have a supervisor; of these, some were asked to confirm it, and some have. One guardian decided.
  await run(`
    update projects p set supervisor_id = c.id from business_contacts c
     where c.client_id = p.client_id and c.business_id = p.business_id and c.ordinal = 1
       and right(p.id::text, 12)::int % 3 > 0`);
  await run(`
    insert into links (client_id, purpose, subject_id, account_id, recipient_name, recipient_email, locale, token_hash, created_at, expires_at)
    select client_id, 'supervisor', id, business_id, 'Contact', '', 'en', sha256(id::text::bytea), now(), now() + interval '30 days'
      from projects where supervisor_id is not null and right(id::text, 12)::int % 10 = 1`);
  await run(`
    insert into supervisor_confirmations (client_id, project_id, email, name, confirmed_at)
    select client_id, id, '', 'Contact', now() from projects
     where supervisor_id is not null and right(id::text, 12)::int % 10 = 2`);
  await run(`
    insert into consents (client_id, student_id, decision, method, name, decided_on, recorded_at)
    values ('${clientId}', ${id(5, String(size.students))}, 'given', 'paper', 'Parent', current_date, now())`);
  await run(`
    insert into project_reflections (client_id, project_id, ordinal, question_text, status)
    select '${clientId}', ${id(8, 'n')}, k, 'Question ' || k, case k when 1 then 'unlocked' else 'locked' end from generate_series(1, ${size.projects}) n, generate_series(1, 6) k`);
  await run(`
    insert into hour_entries (client_id, project_id, start_date, end_date, total_hours, text_log, business_approved)
    select '${clientId}', ${id(8, `1 + n % ${size.projects}`)}, current_date - (n % 90), current_date - (n % 90), 1 + n % 7, 'Sanded the hull.', (n % 3 > 0)::int
    from generate_series(1, ${size.hours}) n`);
  await run(`
    insert into notices (client_id, user_id, kind, text, path, at, read_at)
    select '${clientId}', ${id(5, 'n')}, 'offer', 'You are offered a placement: Opportunity ' || k, '/default', now() - k * interval '1 day',
      case when k > 5 then now() end
    from generate_series(1, ${size.students}) n, generate_series(1, ${NOTICES}) k`);
  await run('vacuum analyze');

  const [project] = (await owner.query(`select id, student_id from projects order by id limit 1`)).rows;
  const [opportunity] = (await owner.query(`select id, business_id from opportunities order by id limit 1`))
    .rows;
  const admins = (await owner.query<{ id: string }>(`select id from users where role = 'Admin' order by id`))
    .rows;
  const tokensFor = async (userIds: string[]) => {
    const tokens = userIds.map(() => randomBytes(32).toString('base64url'));
    await owner.query(
      `insert into sessions (token_hash, client_id, user_id, last_seen_at, expires_at)
       select h, $1, u, now(), now() + interval '1 day' from unnest($2::bytea[], $3::uuid[]) as given (h, u)`,
      [clientId, tokens.map(hashSecret), userIds],
    );
    return tokens;
  };
  const writtenTo = Math.min(WRITTEN_TO, Math.floor((size.projects - 1) / 2));
  const written = (
    await owner.query<{ id: string; student_id: string }>(
      `select id, student_id from projects order by id offset 1 limit $1`,
      [2 * writtenTo],
    )
  ).rows;
  const students = written.slice(0, writtenTo);
  const owners = (
    await owner.query<{ id: string; business_id: string }>(
      'select distinct on (business_id) id, business_id from opportunities order by business_id, id limit 200',
    )
  ).rows;
  const [student = '', business = ''] = await tokensFor([project.student_id, opportunity.business_id]);
  const staff = await tokensFor(admins.map(({ id }) => id));
  const ownersTokens = await tokensFor(owners.map((one) => one.business_id));
  const tokens = await tokensFor(students.map(({ student_id }) => student_id));
  return {
    size,
    clientId,
    tokens: { student, business, admin: staff[0] ?? '' },
    admins: staff,
    projectId: project.id,
    opportunityId: opportunity.id,
    businesses: owners.map((one, index) => ({ opportunityId: one.id, token: ownersTokens[index] ?? '' })),
    projects: students.map(({ id }, index) => ({ id, token: tokens[index] ?? '' })),
    otherProjectIds: written.slice(writtenTo).map(({ id }) => id),
  };
}
