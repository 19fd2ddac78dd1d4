import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { weekdays } from '@waypost/contract/opportunities/opportunities/schedule';
import { ask, place, said } from './calls.ts';
import { agreement, isoDayFromNow, PASSWORD } from './forms.ts';

// Creates people in the school system of these staff by calls, because they are fast; story.spec.ts covers sign-up and
// approval on screen.

/** A logged-in person with their own page, a complete profile and an approved account. */
export interface Person {
  page: Page;
  id: string;
  email: string;
  name: string;
}

/** Sends reminders of these follow-ups immediately, whatever time it is. */
export async function remindNow(school: Pick<Page, 'request'>, _ids: string[]): Promise<void> {
  await ask(school, '/api/saveReminderHours', { from: 0, until: 24, days: weekdays });
  await ask(school, '/api/remindFollowUps', { _ids });
}

/** An account with an incomplete profile. */
export async function aNewcomer(
  page: Page,
  staff: APIRequestContext,
  account:
    | { type: 'Business'; business_name: string }
    | { type: 'Student'; first_name: string; last_name: string },
): Promise<Person> {
  const { client } = await ask<{ client: string }>({ request: staff }, '/auth/userdata');
  const name =
    account.type === 'Business' ? account.business_name : `${account.first_name} ${account.last_name}`;
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${randomUUID().slice(0, 8)}@people.test`;
  const data = { client, email, password: PASSWORD, ...account };
  const { user } = await ask<{ user: { _id: string } }>(page, '/auth/signup', data);
  await confirmEmailOf(page, email);
  return { page, id: user._id, email, name };
}

/** Retries, because the job queue sends the mail, so it reaches the outbox with a delay. */
async function confirmEmailOf(page: Page, email: string): Promise<void> {
  await expect(async () => {
    const outbox = await (await page.request.get('/outbox')).text();
    const mail = outbox.split('<article>').find((one) => one.includes(`To: ${email}<`));
    const code = /\/confirm\/([\w-]+)/.exec(mail ?? '')?.[1];
    expect(await ask(page, '/auth/confirmEmail', { code })).toEqual({ message: 'success' });
  }).toPass({ timeout: 15_000 });
}

export async function aBusiness(
  page: Page,
  staff: APIRequestContext,
  name: string,
  otherwise: Record<string, unknown> = {},
): Promise<Person> {
  const person = await aNewcomer(page, staff, { type: 'Business', business_name: name });
  const profile = {
    business_name: name,
    business_bio: '<p>Small boats, built and mended by hand.</p>',
    featured_projects: '<p>A skipjack from 1901.</p>',
    career_opportunities: '<p>Boatbuilder, rigger.</p>',
    internship_opportunities: '<p>Everything from lofting to launching.</p>',
    focus_areas: [],
    schools: [],
    contact_name: 'Ruth Calloway',
    contact_email: person.email,
    contact_phone: '(410)555-0142',
    admin_name: '',
    admin_email: '',
    admin_phone: '',
    location: { ...place, userOverwroteLocation: false },
    ...otherwise,
  };
  await ask(page, '/api/user', { profile });
  return approved(staff, person);
}

export async function aStudent(
  page: Page,
  staff: APIRequestContext,
  first_name: string,
  last_name: string,
  otherwise: Record<string, unknown> = {},
): Promise<Person> {
  const person = await aNewcomer(page, staff, { type: 'Student', first_name, last_name });
  const first = async (path: string) => (await ask<{ name: string }[]>(page, path))[0]?.name;
  const profile = {
    first_name,
    middle_name: '',
    last_name,
    student_id: '4471902',
    gender: 'Female',
    pronouns: '',
    graduation_year: new Date().getFullYear() + 1,
    school_attending: await first('/api/getSchools'),
    affiliated_program: await first('/api/getPrograms'),
    focus_areas: [await first('/api/getFocusAreas')],
    home_phone: '',
    cell_phone: '',
    parent_name: 'Dana Ellsworth',
    parent_phone: '',
    alternate_parent_name: '',
    alternate_parent_phone: '',
    location: { ...place, userOverwroteLocation: false },
    ...otherwise,
  };
  await ask(page, '/api/user', { profile });
  const multipart = { key: 'student_agreement_file', fileupload: agreement };
  const file = await said<{ _id: string }>(await page.request.post('/api/upload_file', { multipart }));
  const attachment = { user_id: person.id, file_id: file._id, key: 'agreement_file_id_fk' };
  await ask(page, '/api/user_saveFile', attachment);
  return approved(staff, person);
}

async function approved(staff: APIRequestContext, person: Person): Promise<Person> {
  await ask({ request: staff }, '/api/swapApprovalStatus', { _id: person.id });
  return person;
}

/** An opportunity of this business that accepts applications today. */
export async function anOpportunity(
  owner: Pick<Person, 'page'>,
  opportunity_title: string,
  otherwise: Record<string, unknown> = {},
): Promise<string> {
  const fields = opportunityFields(opportunity_title, otherwise);
  const made = await ask<{ _id: string }>(owner.page, '/api/createOpportunity', fields);
  return made._id;
}

/** Changes an opportunity of this business, such as its dates once somebody is placed. */
export async function editOpportunity(
  owner: Pick<Person, 'page'>,
  _id: string,
  opportunity_title: string,
  otherwise: Record<string, unknown>,
): Promise<void> {
  await ask(owner.page, '/api/editOpportunity', { _id, ...opportunityFields(opportunity_title, otherwise) });
}

function opportunityFields(opportunity_title: string, otherwise: Record<string, unknown>) {
  return {
    opportunity_title,
    short_description: '<p>Help us bring a wooden workboat back to the water.</p>',
    skills_required: '<p>Patience and a steady hand.</p>',
    full_description: '<p>You plank, caulk and paint beside two boatbuilders.</p>',
    audience: 'Open',
    available_slots: 3,
    student_ids: [],
    opportunity_type: 'Onsite',
    internship_type: 'Internship',
    time_frame: 'Spring',
    paidUnpaid: 'Paid',
    application_open: isoDayFromNow(-7),
    application_close: isoDayFromNow(21),
    employment_start: isoDayFromNow(28),
    employment_stop: isoDayFromNow(120),
    ...place,
    userOverwroteLocation: false,
    focus_areas: [],
    schools: [],
    programs: [],
    ...otherwise,
  };
}

export async function anApplication(student: Person, opportunity_id_fk: string): Promise<string> {
  const cover_letter = '<p>I would like to learn this with you.</p>';
  const made = await ask<{ _id: string }>(student.page, '/api/createApplication', {
    opportunity_id_fk,
    cover_letter,
  });
  return made._id;
}

/** Moves an application as this person. */
export async function move(by: Person, application_id: string, status: string): Promise<void> {
  await ask(by.page, '/api/updateApplicationStatus', { application_id, status });
}

/**
 * Creates an opportunity of this business, offers this student the placement, and accepts it. Returns the project's
 * id.
 */
export async function aPlacement(
  business: Person,
  student: Person,
  title: string,
  otherwise: Record<string, unknown> = {},
): Promise<string> {
  const application_id = await anApplication(student, await anOpportunity(business, title, otherwise));
  await move(business, application_id, 'Offered');
  const { application } = await ask<{ application: { project_id: string } }>(
    student.page,
    '/api/updateApplicationStatus',
    { application_id, status: 'Accepted' },
  );
  return application.project_id;
}

/** Fills in a placement's new agreement as the school. A guardian has to sign it. */
export async function fillInAgreement(
  staff: APIRequestContext,
  project_id: string,
  supervisor: string,
): Promise<void> {
  await ask({ request: staff }, '/api/agreement_saveTerms', {
    project_id,
    revision: 1,
    place: 'Back Creek',
    start_date: '2027-01-11',
    end_date: '2027-05-28',
    schedule: 'Mon to Fri',
    hours_per_week: 12,
    pay: 'Paid',
    duties: 'Sews and mends sails.',
    goals: 'Learns four seams.',
    supervisor,
    supervision: 'Side by side.',
    hazardous: false,
    guardian_signs: true,
  });
}

/** Offers the placement on the application's page, and waits until the offer can no longer be undone. */
export async function offer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Offer the placement' }).click();
  await confirmOffer(page);
  await expect(page.getByRole('button', { name: 'Undo offer' })).toBeHidden();
}

/** Invites the applicant to an interview in a week, on the application's page. */
export async function invite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schedule an interview' }).click();
  const form = page.getByRole('region', { name: 'Interview', exact: true });
  await form.getByRole('button', { name: 'Add date, time and place' }).click();
  const [year, month, day] = isoDayFromNow(7).split('-');
  await form.getByRole('textbox', { name: 'Date' }).fill(`${month}/${day}/${year}`);
  await form.getByLabel('Time').fill('15:30');
  await form.getByLabel('Place or link').fill('12 Dock Street');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText(/^Waiting for .* to confirm\.$/)).toBeVisible();
}

/** Confirms the dialog before an offer. */
export async function confirmOffer(page: Page): Promise<void> {
  const asked = page.getByRole('dialog', { name: /^Offer the placement to / });
  await asked.getByRole('button', { name: 'Offer placement' }).click();
  await expect(asked).toBeHidden();
}

/** The student's only project, once an acceptance that is still being saved has created it. */
export async function onlyProject(student: Page): Promise<string> {
  let projects: { _id: string }[] = [];
  const count = async () => {
    projects = await ask<{ _id: string }[]>(student, '/api/getProjectsByStudent');
    return projects.length;
  };
  await expect.poll(count).toBe(1);
  return projects[0]?._id ?? '';
}

/** In total, more hours than any kind of placement requires. */
export const DAYS = 20;
const HOURS_A_DAY = 24;

/**
 * Completes the hours, all answers, the summary and a file through calls. Other journeys cover these steps on
 * screen.
 */
export async function submitAllWork(student: Page, project_id: string): Promise<void> {
  for (let day = 1; day <= DAYS; day += 1) {
    const date = isoDayFromNow(-day);
    const entry = {
      start_date: date,
      end_date: date,
      total_hours: HOURS_A_DAY,
      text_log: 'Planked the hull.',
    };
    await ask(student, '/api/project_createHoursLogEntry', { project_id, ...entry });
  }
  type Reflection = { _id: string; status: string };
  let reflections = (
    await ask<{ reflections: Reflection[] }>(student, `/api/loadStudentProject?project_id=${project_id}`)
  ).reflections;
  for (let next = unlocked(reflections); next; next = unlocked(reflections)) {
    const answer = { project_id, _id: next._id, answer_text: 'I learned to ask.', status: 'complete' };
    ({ reflections } = await ask<{ reflections: Reflection[] }>(
      student,
      '/api/project_saveReflectionQuestion',
      answer,
    ));
  }
  await ask(student, '/api/project_saveSummary', { project_id, text: 'I know now what I want to become.' });
  const fileupload = agreement;
  const file = await said<{ _id: string }>(
    await student.request.post('/api/upload_file', {
      multipart: { description: 'final project', fileupload },
    }),
  );
  await ask(student, '/api/project_saveFileLink', { project_id, file_id: file._id });
}

const unlocked = <T extends { status: string }>(reflections: readonly T[]) =>
  reflections.find((one) => one.status === 'unlocked');
