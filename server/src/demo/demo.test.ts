import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { mailPendingHours } from '../oversight/follow-ups/digest.ts';
import { sendReminders } from '../oversight/follow-ups/reminder-job.ts';
import { createMemoryStore } from '../platform/outside/file-store.ts';
import { collectJobs } from '../platform/outside/jobs.ts';
import { fillDemo } from './fill-demo.ts';

let database: TestDatabase;
const now = new Date('2026-11-20T15:00:00Z');
const fill = () => fillDemo(database.owner, { now, files: createMemoryStore(), passwordHash: 'hash' });
const count = async (text: string) =>
  Number((await database.owner.query(`select count(*) as n from ${text}`)).rows[0].n);

beforeAll(async () => {
  database = await openTestDatabase();
  const filled = await Promise.all([fill(), fill()]);
  expect(filled.sort()).toEqual([false, true]);
});
afterAll(() => database.drop());

test('servers that start together fill the demo once', async () => {
  expect(await count('clients where not is_platform')).toBe(2);
  expect(await fill()).toBe(false);
});

test('the demo has one account to log in with for each role', async () => {
  const { rows } = await database.owner.query(
    'select role, email from users where password_hash is not null order by role',
  );
  expect(rows).toEqual(
    ['Admin', 'Business', 'Student', 'SuperAdmin', 'Teacher'].map((role) => ({
      role,
      email: `${role.toLowerCase()}@demo.waypost.test`,
    })),
  );
});

const inBay = `client_id = (select id from clients where short_name = 'CBPS')`;
const inMountains = `client_id = (select id from clients where short_name = 'MRPS')`;

test('the demo has thirty businesses, two hundred students and every status', async () => {
  expect(await count(`users where role = 'Business' and ${inBay}`)).toBe(30);
  // Three graduates and one who signed up twice.
  expect(await count(`users where role = 'Student' and ${inBay}`)).toBe(200 + 4);
  expect(await count('users where not confirmed')).toBe(2 + 1);
  expect(await count('users where not confirmed and (approved or saves > 0)')).toBe(0);
  const statuses = await database.owner.query('select distinct status from applications');
  expect(statuses.rows).toHaveLength(6);
  const placements = await database.owner.query('select distinct business_status from projects');
  expect(placements.rows).toHaveLength(3);
  for (const decision of [-1, 0, 1])
    expect(await count(`hour_entries where business_approved = ${decision}`)).toBeGreaterThan(0);
});

test('the demo’s data is consistent', async () => {
  // The spots taken equal the accepted applications, each of which has its placement.
  expect(
    await count(
      `opportunities o where accepted_count <> (select count(*) from applications a where a.opportunity_id = o.id and a.status = 'Accepted')`,
    ),
  ).toBe(0);
  expect(
    await count(
      `applications a where status = 'Accepted' and not exists (select from projects p where p.application_id = a.id)`,
    ),
  ).toBe(0);
  expect(await count(`users where role = 'Student' and approved and agreement_file_id is null`)).toBe(0);
  expect(await count(`hour_entries where start_date > '2026-11-20'`)).toBe(0);
  expect(
    await count(
      `projects p where business_status = 'completed' and (select count(*) from evaluations e where e.project_id = p.id) <> 2`,
    ),
  ).toBe(0);
});

test('every placement of the demo that ended has its day', async () => {
  expect(await count(`projects where (business_status = 'open') <> (ended_at is null)`)).toBe(0);
  expect(await count(`projects where ended_at > '2026-11-20T15:00:00Z' or ended_at < created_at`)).toBe(0);
});

test('the dates of each placement of the demo follow its steps', async () => {
  const firstDay = `(select employment_start from opportunities o where o.id = p.opportunity_id)`;
  const ofProject = (table: string) => `${table} x join projects p on p.id = x.project_id`;
  const consented = 'projects p join consents c on c.student_id = p.student_id';
  expect(await count(`${consented} where c.recorded_at >= ${firstDay}`)).toBe(0);
  expect(
    await count(`${consented} join agreements a on a.project_id = p.id where a.sent_at < c.recorded_at`),
  ).toBe(0);
  // Declined agreements were sent recently, after work began.
  expect(
    await count(`${ofProject('agreements')} where (x.status = 'signed' or x.expires_at < '2026-11-20T15:00:00Z')
      and (x.sent_at < p.created_at or x.sent_at >= ${firstDay})`),
  ).toBe(0);
  expect(
    await count(`agreement_signatures s join agreements a on a.id = s.agreement_id
      where s.recorded_at < a.sent_at`),
  ).toBe(0);
  expect(
    await count(`${ofProject('project_reflections')}
      where x.answered_at < ${firstDay} or x.answered_at > p.ended_at`),
  ).toBe(0);
  expect(await count(`${ofProject('evaluations')} where x.created_at > p.ended_at`)).toBe(0);
  expect(
    await count(`projects where greatest(final_summary_updated_at, final_project_updated_at) > ended_at`),
  ).toBe(0);
  expect(
    await count(`${ofProject('hour_entries')} where p.business_status = 'completed'
      and x.decided_at > p.ended_at`),
  ).toBe(0);
  expect(await count(`${ofProject('project_approvals')} where x.approved_at < p.ended_at`)).toBe(0);
});

test('agreements of the demo await signatures before the first day, except Maya’s', async () => {
  const unfinished = `agreements a join projects p on p.id = a.project_id
      join opportunities o on o.id = p.opportunity_id join users u on u.id = p.student_id
    where u.email <> 'student@demo.waypost.test'`;
  const awaiting = `a.status in ('sent', 'partly signed') and a.expires_at > '2026-11-20T15:00:00Z'`;
  expect(await count(`${unfinished} and ${awaiting}`)).toBeGreaterThan(4);
  expect(await count(`${unfinished} and ${awaiting} and o.employment_start <= '2026-11-20'`)).toBe(0);
  const drafts = `agreements a join projects p on p.id = a.project_id
      join opportunities o on o.id = p.opportunity_id where a.status = 'draft'`;
  expect(await count(drafts)).toBeGreaterThan(0);
  expect(await count(`${drafts} and o.employment_start <= '2026-11-20'`)).toBe(0);
  const { rows } = await database.owner.query('select distinct status from agreements order by status');
  expect(rows.map(({ status }) => status)).toEqual(['declined', 'draft', 'partly signed', 'sent', 'signed']);
});

test('every approval in the demo was possible', async () => {
  const accepted = `(select coalesce(sum(total_hours), 0) from hour_entries e
    where e.project_id = p.id and e.business_approved = 1)`;
  const approvedProjects = `projects p join opportunities o on o.id = p.opportunity_id
    where exists (select from project_approvals a where a.project_id = p.id and a.item in ('hours', 'msde') and a.reason = '')`;
  const minimum = `case o.internship_type when 'Internship' then 135 else 450 end`;
  expect(await count(approvedProjects)).toBeGreaterThan(5);
  expect(await count(`${approvedProjects} and ${accepted} < ${minimum}`)).toBe(0);
  expect(
    await count(`project_approvals a join projects p on p.id = a.project_id
      where a.reason <> '' and (p.business_status = 'open' or a.accepted_hours <> ${accepted})`),
  ).toBe(0);
  expect(await count(`hour_entries where (business_approved = -1) <> (disapproval_reason <> '')`)).toBe(0);
  expect(
    await count(`project_approvals a where item = 'project'
      and not exists (select from project_files f where f.project_id = a.project_id)`),
  ).toBe(0);
  const msde = `project_approvals a join projects p on p.id = a.project_id where a.item = 'msde'`;
  expect(await count(msde)).toBeGreaterThan(5);
  expect(
    await count(`${msde} and (p.final_summary = ''
      or not exists (select from project_files f where f.project_id = p.id)
      or exists (select from project_reflections r where r.project_id = p.id and r.answered_at is null))`),
  ).toBe(0);
});

test('the dates of each opportunity of the demo are in order', async () => {
  expect(await count('opportunities')).toBeGreaterThan(20);
  expect(
    await count(
      'opportunities where application_open >= application_close or employment_start >= employment_stop',
    ),
  ).toBe(0);
});

test('evaluations follow the rules of their form', async () => {
  // After the middle, in a term offered around their day, with each question answered once.
  expect(await count(`evaluations where ordinal = 1`)).toBeGreaterThan(20);
  expect(await count(`evaluations where evaluation_date > '2026-11-20'`)).toBe(0);
  expect(await count(`evaluations where term !~ '^(Spring|Summer|Fall) 20[0-9]{2}$'`)).toBe(0);
  expect(
    await count(`projects p where business_status = 'terminated' and exists
    (select from evaluations e where e.project_id = p.id)`),
  ).toBe(0);
  expect(
    await count(`evaluations e where (select count(*) from evaluation_ratings r where r.evaluation_id = e.id)
      <> (select count(*) from evaluation_questions q where q.client_id = e.client_id)`),
  ).toBe(0);
  // The demo's own business has one to evaluate, one halfway and one finished.
  const { rows } = await database.owner.query<{ submitted: number }>(`
    select distinct (select count(*) from evaluations e where e.project_id = p.id)::int as submitted
      from projects p join users u on u.client_id = p.client_id and u.id = p.business_id
     where u.email = 'business@demo.waypost.test' order by 1`);
  expect(rows.map(({ submitted }) => submitted)).toEqual([0, 1, 2]);
});

test('the contact log has entries about students with placements, on past days', async () => {
  expect(await count('contact_log_entries')).toBeGreaterThan(10);
  expect(await count(`contact_log_entries where log_date > '2026-11-20' or primary_contact_name = ''`)).toBe(
    0,
  );
});

test('an opportunity is named after the season in which it starts', async () => {
  const outOfSeason = `not time_frame = case
    when internship_type = 'Apprenticeship' then 'Full Year'
    when extract(month from employment_start) between 5 and 7 then 'Summer'
    when extract(month from employment_start) between 8 and 10 then 'Fall'
    else 'Spring' end`;
  expect(await count(`opportunities where ${outOfSeason}`)).toBe(0);
});

test('the last school year is complete and approved, for comparison', async () => {
  const inYear = (date: string) => `${date} between '2025-07-01' and '2025-11-20'`;
  expect(await count(`projects where ${inYear('created_at')}`)).toBeGreaterThan(15);
  expect(await count(`applications where ${inYear('applied_at')}`)).toBeGreaterThan(15);
  expect(await count(`hour_entries where ${inYear('start_date')}`)).toBeGreaterThan(300);
  const earlier = `projects p where p.created_at < '2026-01-01'`;
  expect(await count(`${earlier} and p.business_status = 'open'`)).toBe(0);
  expect(
    await count(`${earlier} and p.business_status = 'completed' and not exists(
    select from project_approvals a where a.project_id = p.id and a.item = 'hours')`),
  ).toBe(0);
  expect(
    await count(`applications a join users u on u.id = a.student_id where a.applied_at < u.created_at`),
  ).toBe(0);
});

test('students have plausible ages, and some are adults', async () => {
  const age = `extract(year from age('2026-11-20'::date, birth_date))`;
  expect(await count(`students where ${age} < 14 or ${age} > 20`)).toBe(0);
  expect(await count(`students where ${age} >= 18`)).toBeGreaterThan(10);
  expect(await count(`students where ${age} < 18`)).toBeGreaterThan(100);
  expect(
    await count(`students s where birth_date is not null and not exists(
    select from guardians g where g.student_id = s.user_id and g.ordinal = 1)`),
  ).toBe(0);
  expect(await count('guardians where not confirmed')).toBeGreaterThan(5);
});

test('each placement names a supervisor of its business', async () => {
  expect(
    await count(`projects p where not exists(select from business_contacts c
      where c.id = p.supervisor_id and c.business_id = p.business_id and 'supervisor' = any(c.roles))`),
  ).toBe(0);
});

test('the outbox starts with links for supervisors without an account', async () => {
  const jobs = collectJobs();
  const post = { jobs, publicUrl: 'https://waypost.test', now };
  await mailPendingHours(database.app, { ...post, atAnyHour: true });
  await sendReminders(database.app, { ...post, atAnyHour: 'evaluation' });
  const { rows } = await database.owner.query<{ email: string }>('select email from users');
  const accounts = new Set(rows.map(({ email }) => email));
  const supervisors = jobs.mail.filter(({ to }) => !accounts.has(to));
  expect(supervisors.length).toBeGreaterThan(0);
  for (const { text } of supervisors) expect(text).toMatch(/https:\/\/waypost\.test\/link\/[\w-]{43}/);
  expect(jobs.mail.some(({ subject }) => subject.startsWith('Hours to approve'))).toBe(true);
  // No other reminders were sent, so people who try the demo can still send them.
  expect(await count(`follow_ups where kind not in ('evaluation', 'hours') and reminders > 0`)).toBe(0);
});

test('no parent has a whole school’s children, and no one applies where they already work', async () => {
  expect(
    await count(`(select from guardians where phone <> '' group by phone having count(*) > 1) as shared`),
  ).toBe(0);
  expect(await count(`(select from guardians group by email having count(*) > 1) as shared`)).toBe(0);
  expect(
    await count(`applications a
      join opportunities o on o.id = a.opportunity_id
      join projects p on p.student_id = a.student_id and p.business_id = o.business_id
      where a.status <> 'Accepted' and p.business_status = 'open'`),
  ).toBe(0);
});

test('a second, smaller school system has its own people, and no one can log in as them', async () => {
  expect(await count(`users where ${inMountains}`)).toBeLessThan(60);
  expect(await count(`users where ${inMountains} and password_hash is not null`)).toBe(0);
  for (const role of ['Admin', 'Teacher', 'Business', 'Student'])
    expect(await count(`users where ${inMountains} and role = '${role}'`)).toBeGreaterThan(0);
  expect(await count(`projects where ${inMountains} and business_status = 'open'`)).toBeGreaterThan(3);
  expect(await count(`hour_entries where ${inMountains}`)).toBeGreaterThan(50);
});

test('people have faces, businesses and school systems logos, and no two are the same', async () => {
  for (const of of [inBay, inMountains]) {
    expect(await count(`settings where ${of} and logo_file_id is not null`)).toBe(1);
    expect(
      await count(`users where ${of} and role = 'Business' and saves > 0 and profile_pic_id is null`),
    ).toBe(0);
    expect(await count(`users where ${of} and role = 'Teacher' and profile_pic_id is null`)).toBe(0);
  }
  const students = await count(`users where role = 'Student'`);
  const faces = await count(`users where role = 'Student' and profile_pic_id is not null`);
  expect(faces / students).toBeGreaterThan(0.6);
  // Sizes distinguish pictures well enough: if the first one were always drawn, there would be one size.
  const { rows } = await database.owner.query<{ sizes: number }>(
    `select count(distinct bytes)::int as sizes from files where content_type = 'image/jpeg'`,
  );
  expect(rows[0]?.sizes).toBeGreaterThan(faces * 0.8);
});

test('every teacher has schools and programs', async () => {
  const lacking = (table: string) =>
    count(`users u where role = 'Teacher' and not exists(select from ${table} t where t.user_id = u.id)`);
  expect([await lacking('user_schools'), await lacking('user_programs')]).toEqual([0, 0]);
});

test('the lists, questions and resources of the demo are in Spanish too', async () => {
  for (const [table, spanish] of [
    ['programs', 'name_es'],
    ['focus_areas', 'name_es'],
    ['reflection_questions', 'question_text_es'],
    ['evaluation_questions', 'question_text_es'],
    [`(select * from files where shelf <> 'logo') resources`, 'name_es'],
  ]) {
    expect(await count(table ?? '')).toBeGreaterThan(0);
    expect(await count(`${table} where ${spanish} = ''`), table).toBe(0);
  }
});

test('screens also have their rare states', async () => {
  for (const of of [inBay, inMountains]) {
    expect(await count(`users where ${of} and deactivated_at is not null`)).toBe(1);
    expect(await count(`students where ${of} and graduation_year < 2027`)).toBe(3);
    expect(await count(`project_returns where ${of}`)).toBe(1);
    expect(await count(`project_notes where ${of}`)).toBeGreaterThan(0);
    expect(await count(`saved_opportunities where ${of}`)).toBeGreaterThan(3);
    expect(await count(`opportunities where ${of} and audience = 'Specific'`)).toBe(1);
    expect(
      await count(
        `(select from users where ${of} and role = 'Student' group by plain_name having count(*) > 1) as twins`,
      ),
    ).toBe(1);
  }
});
