import type { TestInfo } from '@playwright/test';
import { ask } from './calls.ts';
import { AtDesk, OnPhone } from './counting.ts';
import { anAddress, isoDayFromNow, PASSWORD } from './forms.ts';
import { PHONE } from './from-email.ts';
import { newestMail } from './mails.ts';
import {
  aBusiness,
  anOpportunity,
  aPlacement,
  aStudent,
  editOpportunity,
  move,
  onlyProject,
  submitAllWork,
} from './people.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// The tasks of a school year, each from the person's home page. Students and businesses use a phone, staff a desktop,
// and no browser autofills. Counts every tap and every filled field, which must not grow (bench/README.md).

/** The maximum actions of each task, as in bench/README.md. */
const MOST = {
  'create a school system and invite its Admin': 5,
  'set up the school system': 20,
  'find and apply': 5,
  'answer an offer': 2,
  'log hours like the last time': 2,
  'approve hours': 2,
  'evaluate, with one rating for all questions': 5,
  'evaluate, with all ratings unchanged': 4,
  'sign off': 2,
  'find who is behind': 1,
};

const schoolSystem = 'Severn Valley Schools';
const title = 'A term in the rigging loft';

test('the tasks of a school year take few actions, from a new school system to the sign-off', async ({
  somebody,
  product,
  platform,
}, testInfo) => {
  const aPhone = () => somebody({ viewport: PHONE, hasTouch: true, isMobile: true });
  const counted = counterOf(testInfo);
  const email = anAddress('ines.adler');
  const owner = new AtDesk(await somebody({ storageState: await platform.storageState() }));
  const admin = new AtDesk(await somebody());

  await counted('create a school system and invite its Admin', owner, async () => {
    const { page } = owner;
    await page.goto('/default');
    await expectScreen(page, 'Waypost Clients');
    await owner.press('Create a school system');
    await expectScreen(page, 'New school system');
    await owner.fill('Full name', schoolSystem);
    await expect(page.getByLabel('Short name')).toHaveValue('SVS');
    await owner.fill('First and last name', 'Ines Adler');
    await owner.fill('Email', email);
    await owner.press('Create school system');
    await expect(page.getByText('Invited, no password yet')).toBeVisible();
    await expectScreen(page, schoolSystem);
  });

  await counted('set up the school system', admin, async () => {
    const { page } = admin;
    const [link] = (await newestMail(product, email)).match(/https?:\S+\/forgotPassword\/[\w-]+/) ?? [];
    admin.taps += 1;
    await page.goto(link ?? 'no link in the mail');
    await admin.fill('New password', PASSWORD);
    await admin.fill('Confirm new password', PASSWORD);
    await admin.press('Set password');
    await page.waitForURL('**/login');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await admin.fill('Password', PASSWORD);
    await admin.tap(page.getByRole('button', { name: 'Log in', exact: true }));
    await page.waitForURL('**/admin/siteSettings');
    await expectScreen(page, 'Site Settings');
    await expect(page.getByLabel('Full name')).toHaveValue(schoolSystem);
    await admin.fill('Phone number', '4105550177');
    await admin.fill('Default password', 'river lanterns at dusk');
    await admin.press('Use a plain logo');
    await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible();
    await admin.press('Save settings');
    await page.waitForURL('**/admin/dashboard');
    await expectScreen(page, 'Dashboard');
    await admin.press('Start the empty lists with defaults');
    await expect(page.getByText('Your lists have their default entries.')).toBeVisible();
    await admin.tap(page.getByRole('main').getByRole('link', { name: /^Schools/ }));
    await admin.press('Add Your First School');
    await admin.fill('School name', 'Severn Valley High School');
    await admin.choose('Type', 'High');
    await admin.fill('Street', '1 River Road');
    await admin.fill('ZIP code', '21401');
    await expect(page.getByLabel('City')).toHaveValue('Annapolis');
    await expect(page.getByLabel('State')).toHaveValue('MD');
    await admin.press('Save and Go Back');
    // No geocoding service is configured, so the form asks whether to use the ZIP code.
    await expect(page.getByText('Your address is not found, trying zip code.')).toBeVisible();
    await admin.press('Save and Go Back');
    await expect(page.getByText('1 school', { exact: true })).toBeVisible();
    await admin.tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Reports/ }));
    await expect(page.getByText('Your school system is set up.')).toBeVisible();
    await expectScreen(page, 'Dashboard');
  });

  const { request } = admin.page;
  const nameOf = async (path: string) => (await ask<{ name: string }[]>(admin.page, path))[0]?.name;
  await ask(admin.page, '/api/createTeacher', {
    first_name: 'Thomas',
    last_name: 'Beck',
    email: anAddress('thomas.beck'),
    schools: [await nameOf('/api/getSchools')],
    programs: [await nameOf('/api/getPrograms')],
  });
  const firm = await aBusiness(await aPhone(), request, 'Severn Valley Rigging');
  const jo = await aStudent(await aPhone(), request, 'Jo', 'Marsh');
  // It ends within two weeks, so both evaluations are due.
  const days = { employment_start: isoDayFromNow(-1), employment_stop: isoDayFromNow(10) };
  await anOpportunity(firm, title, days);
  const business = new OnPhone(firm.page);
  const student = new OnPhone(jo.page);

  await counted('find and apply', student, async () => {
    const { page } = student;
    await page.goto('/default');
    await expectScreen(page, 'Browse opportunities');
    await student.tap(page.getByRole('main').getByRole('link', { name: title }));
    await expectScreen(page, title);
    await student.tap(page.getByRole('button', { name: 'Apply', exact: true }));
    await student.press('Yes, I can');
    await expectScreen(page, 'Apply');
    await student.fill('Cover letter', 'I rigged a pram dinghy with my grandfather.');
    await student.press('Send application');
    await page.waitForURL('**/applications/list');
    await expectScreen(page, 'Applications');
  });

  const [application] = await ask<{ _id: string }[]>(jo.page, '/api/getMyApplications');
  await move(firm, application?._id ?? 'no application', 'Offered');

  await counted('answer an offer', student, async () => {
    const { page } = student;
    await page.goto('/default');
    await expectScreen(page, 'Browse opportunities');
    await student.press('Answer offer');
    await expectScreen(page, 'Application');
    await student.press('Accept the offer');
    await expect(page.getByRole('region', { name: 'Status', exact: true })).toContainText('Accepted');
    // The status shows before the server has replied, the placement after.
    await expect(page.getByRole('link', { name: 'Go to your placement' })).toBeVisible();
  });

  // All days until yesterday, and the final work.
  await submitAllWork(jo.page, await onlyProject(jo.page));

  await counted('log hours like the last time', student, async () => {
    const { page } = student;
    await page.goto('/default');
    await expectScreen(page, 'Work-Based Learning');
    await student.press('Log hours');
    await expectScreen(page, 'Hours Log');
    await expect(page.getByLabel('Activity log')).toHaveValue('Planked the hull.');
    await student.press('Save hours');
    await expect(page.getByText('24.00 hours logged. The business approves them next.')).toBeVisible();
  });

  await counted('approve hours', business, async () => {
    const { page } = business;
    await page.goto('/default');
    await expectScreen(page, 'Manage Opportunities');
    await business.press('Approve hours');
    await expectScreen(page, 'Intern Hours Log');
    await business.press(/^Approve all/);
    await expect(page.getByText(/^\d+\.\d\d hours approved\.$/)).toBeVisible();
  });

  const evaluate = async (rate: () => Promise<void>) => {
    const { page } = business;
    await page.goto('/default');
    await expectScreen(page, 'Manage Opportunities');
    await business.press('Start evaluation');
    await expectScreen(page, 'Business Evaluation');
    await expect(page.getByLabel('Supervisor')).toHaveValue('Ruth Calloway');
    await expect(page.getByLabel('Coordinator')).toHaveValue('Thomas Beck');
    await rate();
    await business.fill('Comments', 'Splices a straight eye, and asks when unsure.');
    await business.tap(page.getByLabel('I discussed this evaluation with the student'));
    await business.press('Submit evaluation');
    await page.waitForURL('**/interns/viewall');
    await expect(page.getByText('Evaluation successfully submitted.').last()).toBeVisible();
  };
  await counted('evaluate, with one rating for all questions', business, () =>
    evaluate(async () => {
      const all = business.page.getByRole('group', { name: 'Rate all' });
      await business.tap(all.getByRole('radio', { name: 'Highly Effective' }));
      await expect(all.getByRole('status')).toContainText('questions set to: Highly Effective.');
    }),
  );
  await counted('evaluate, with all ratings unchanged', business, () => evaluate(async () => undefined));

  await counted('sign off', admin, async () => {
    const { page } = admin;
    await page.goto('/default');
    await expectScreen(page, 'Dashboard');
    await admin.press('Review work');
    await expectScreen(page, 'Sign-off queue');
    await admin.press('Approve all six');
    await expect(page.getByText('Jo Marsh: 6 parts approved.')).toBeVisible();
    await expect(page.getByText('You’ve reached the end of the queue')).toBeVisible();
  });
});

test('staff find who is behind in one action', async ({ somebody, staff, office }, testInfo) => {
  const firm = await aBusiness(await somebody(), staff, 'Severn Valley Rigging');
  const jo = await aStudent(await somebody(), staff, 'Jo', 'Marsh');
  await aPlacement(firm, jo, title);
  // It ended without any hours.
  const [posting] = await ask<{ _id: string }[]>(firm.page, '/api/getOpportunities');
  const days = { employment_start: isoDayFromNow(-60), employment_stop: isoDayFromNow(-1) };
  await editOpportunity(firm, posting?._id ?? '', title, days);
  const admin = new AtDesk(await office());
  const { page } = admin;

  await counterOf(testInfo)('find who is behind', admin, async () => {
    await page.goto('/default');
    await expectScreen(page, 'Dashboard');
    // The home page already names those who need someone most, each with the reason.
    const inNeed = page.getByRole('region', { name: 'Students who need you' });
    await expect(inNeed.getByRole('listitem').first()).toContainText(/Behind|At risk/);
    await admin.tap(inNeed.getByRole('link', { name: /^See all .*students/ }));
    await expectScreen(page, 'Work-Based Learning Status');
    await expect(page.getByRole('row').filter({ hasText: /Behind|At risk/ })).not.toHaveCount(0);
  });
});

/** Runs a task as a step, reports its actions, and expects at most its maximum. */
function counterOf(testInfo: TestInfo) {
  return (task: keyof typeof MOST, person: OnPhone, act: () => Promise<void>) =>
    test.step(task, async () => {
      const before = person.actions;
      await act();
      const actions = person.actions - before;
      const line = `${task}: ${actions} actions`;
      console.log(line);
      await testInfo.attach(task, { body: line, contentType: 'text/plain' });
      expect(actions, `actions to ${task}`).toBeLessThanOrEqual(MOST[task]);
    });
}
