import type { Page } from '@playwright/test';
import { agreement, dayFromNow, fillAddress, PASSWORD, richText, signUp } from './forms.ts';
import { atStop, expect, signIn, test } from './product.ts';

const business = 'Harbor Light Boatworks';
const student = 'Nia Ellsworth';
const title = 'Wooden boat apprentice at the slip';
const emails = { business: 'office@harborlight.test', student: 'nia.ellsworth@students.test' };

test('two people sign up, meet through an opportunity, and end with approved hours', async ({ somebody }) => {
  test.setTimeout(900_000);
  const owner = await somebody();
  const nia = await somebody();
  const admin = await somebody();

  await test.step('a business signs up, tells who it is and waits for approval', async () => {
    const account = {
      type: 'Business',
      names: { 'Business name': business },
      email: emails.business,
    } as const;
    await signUp(owner, account, () => atStop(owner, 'Create an account'));
    await atStop(owner, 'Complete your profile');
    await fillBusinessProfile(owner);
    await owner.getByRole('button', { name: 'Save profile' }).click();
    await expect(owner.getByText('Profile Updated.')).toBeVisible();
    await expect(waiting(owner)).toContainText('Your account waits for approval.');
    await atStop(owner, 'Manage Opportunities');
    await owner.goto('/opportunity/new');
    await atStop(owner, 'Your account is not approved yet');
  });

  await test.step('a student signs up, hands in the agreement and waits for approval', async () => {
    const names = { 'First name': 'Nia', 'Last name': 'Ellsworth' };
    await signUp(nia, { type: 'Student', names, email: emails.student }, () =>
      atStop(nia, 'Create an account'),
    );
    await nia.goto('/projects/viewall');
    await atStop(nia, 'Your profile is not complete yet');
    await nia.getByRole('link', { name: 'Complete your profile' }).click();
    await atStop(nia, 'Complete your profile');
    await fillStudentProfile(nia);
    await nia.getByRole('button', { name: 'Save profile' }).click();
    await expect(nia.getByText('Profile Updated.')).toBeVisible();
    await expect(waiting(nia)).toContainText('Your account waits for approval.');
    await atStop(nia, 'Browse opportunities');
  });

  await test.step('the administrator sees both waiting and activates them', async () => {
    await signIn(admin, 'admin@demo.waypost.test');
    const tasks = admin.getByRole('region', { name: 'Waiting for you' });
    await expect(tasks.getByRole('listitem').filter({ hasText: 'for approval' })).toHaveCount(2);
    await atStop(admin, 'Dashboard');
    await tasks.getByRole('link', { name: 'Review students' }).click();
    await expect(admin.getByRole('row').filter({ hasText: student })).toBeVisible();
    await activate(admin, student);
    await activate(admin, business);
  });

  await test.step('the business posts an opportunity', async () => {
    await owner.goto('/opportunity/all');
    await expect(waiting(owner)).toHaveCount(0);
    await atStop(owner, 'Manage Opportunities');
    await owner.getByRole('link', { name: 'Create your first opportunity' }).click();
    await fillOpportunity(owner);
    await atStop(owner, 'Create Opportunity');
    await owner.getByRole('button', { name: 'Create opportunity' }).click();
    await expect(owner.getByText('Opportunity successfully created.')).toBeVisible();
    await expect(owner.getByRole('link', { name: `View ${title}` })).toBeVisible();
    await atStop(owner, 'Manage Opportunities');
  });

  await test.step('the student finds it and applies', async () => {
    await nia.goto('/default');
    await atStop(nia, 'Browse opportunities');
    await nia.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'By title' });
    await nia.getByRole('button', { name: 'Filters' }).click();
    const filters = nia.getByRole('region', { name: 'Filters' });
    const before = await counted(nia);
    await filters.getByText('Paid', { exact: true }).click();
    await expect.poll(() => counted(nia)).toBeLessThan(before);
    await filters.getByLabel('Within').selectOption({ label: '5 miles' });
    const found = nia.getByRole('list', { name: 'Opportunities' }).getByRole('link', { name: title });
    await expect(found).toBeVisible();
    await atStop(nia, 'Browse opportunities');
    await nia.getByRole('radiogroup', { name: 'Show as' }).getByText('Map', { exact: true }).click();
    await expect(nia.locator('.leaflet-container')).toBeVisible();
    await atStop(nia, 'Browse opportunities');
    await nia.getByRole('radiogroup', { name: 'Show as' }).getByText('List', { exact: true }).click();
    await expect(nia.locator('.leaflet-container')).toHaveCount(0);
    await found.click();
    await atStop(nia, title);
    await nia.getByRole('button', { name: 'Apply' }).click();
    const hours = nia.getByRole('dialog');
    await expect(hours).toContainText('An internship takes at least 135 hours.');
    await atStop(nia, title);
    await hours.getByRole('button', { name: 'Yes, I can' }).click();
    await atStop(nia, 'Apply');
    await nia.getByRole('button', { name: 'Send application' }).click();
    await expect(nia.getByText('You must provide a cover letter').first()).toBeVisible();
    await richText(nia, 'Cover letter').fill(
      'I built a pram dinghy with my grandfather, and want to learn more.',
    );
    await nia.getByRole('button', { name: 'Send application' }).click();
    await nia.waitForURL('**/applications/list');
    await expect(nia.getByRole('region', { name: 'Open' })).toContainText(title);
    await atStop(nia, 'Applications');
  });

  await test.step('the business meets the applicant and offers the place', async () => {
    await owner.goto('/opportunity/all');
    await owner.getByRole('link', { name: `Applicants for ${title}` }).click();
    await atStop(owner, 'Applicants');
    await owner.getByRole('region', { name: 'Open' }).getByRole('link', { name: student }).click();
    await expect(owner.getByText('I built a pram dinghy')).toBeVisible();
    await atStop(owner, `Application of ${student}`);
    await owner.getByRole('button', { name: 'Schedule an interview' }).click();
    await expect(status(owner)).toContainText('Interview Scheduled');
    await owner.getByRole('button', { name: 'Offer the placement' }).click();
    await expect(status(owner)).toContainText('Offered');
    await atStop(owner, `Application of ${student}`);
  });

  await test.step('the student accepts, and logs hours on a phone', async () => {
    await nia.goto('/applications/list');
    await nia.getByRole('link', { name: 'Answer offer' }).click();
    await atStop(nia, 'Application');
    await nia.getByRole('button', { name: 'Accept the offer' }).click();
    await expect(status(nia)).toContainText('Accepted');
    await nia.setViewportSize({ width: 360, height: 740 });
    await atStop(nia, 'Application');
    await nia.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: 'Jobs' }).click();
    await expect(nia.getByRole('article').filter({ hasText: title })).toContainText(business);
    await atStop(nia, 'Work-Based Learning');
    await nia.getByRole('link', { name: 'Log hours' }).click();
    await atStop(nia, 'Hours Log');
    await nia.getByRole('textbox', { name: 'Hours', exact: true }).fill('3.5');
    await nia.getByLabel('Activity log').fill('Faired the garboard plank and cut the rabbet.');
    await nia.getByRole('button', { name: 'Save hours' }).click();
    await expect(nia.getByText(`One entry waits for ${business}’s approval.`)).toBeVisible();
    await expect(nia.getByText('Pending', { exact: true })).toBeVisible();
    await atStop(nia, 'Hours Log');
  });

  await test.step('the business approves the hours, and the student sees it', async () => {
    await owner.getByRole('link', { name: 'Current Interns' }).click();
    await atStop(owner, 'Manage Interns');
    await owner.getByRole('article', { name: student }).getByRole('link', { name: 'Review hours' }).click();
    await expect(owner.getByText('Faired the garboard plank')).toBeVisible();
    await atStop(owner, 'Intern Hours Log');
    await owner.getByRole('button', { name: 'Approve it' }).click();
    await expect(owner.getByText('Hours successfully approved or disapproved.')).toBeVisible();
    await expect(owner.getByRole('checkbox', { name: /^Accept 3\.50 hours/ })).toBeChecked();
    await atStop(owner, 'Intern Hours Log');
    await expect(nia.getByText('Approved', { exact: true })).toBeVisible();
    await atStop(nia, 'Hours Log');
  });

  await test.step('both come back by signing in, to where their work is', async () => {
    await nia.getByRole('button', { name: 'Menu' }).click();
    await nia.getByRole('button', { name: 'Logout' }).click();
    await nia.waitForURL((url) => url.pathname === '/');
    await signIn(nia, emails.student, PASSWORD);
    await atStop(nia, 'Work-Based Learning');
  });
});

const waiting = (page: Page) => page.getByRole('region', { name: 'Approval of your account' });
const status = (page: Page) => page.getByRole('region', { name: 'Status', exact: true });

/** How many opportunities the list says there are, once it says so. */
async function counted(page: Page): Promise<number> {
  const line = page.getByRole('status').filter({ hasText: /opportunit(y|ies)$/ });
  return Number.parseInt((await line.textContent())?.replaceAll(',', '') ?? '', 10);
}

/** What is filled in is closed at first, and what is still to complete stands open. */
async function openSection(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2 }).getByRole('button', { name: title });
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
}

async function fillBusinessProfile(page: Page): Promise<void> {
  await openSection(page, 'Your business');
  await expect(page.getByLabel('Business name')).toHaveValue(business);
  await page.getByRole('group', { name: 'Focus areas' }).locator('label').first().click();
  await openSection(page, 'Your story');
  await richText(page, 'About your business').fill('Three generations of wooden boats on the Severn.');
  await page.getByRole('button', { name: 'Bold' }).first().click();
  await richText(page, 'Featured projects').fill('A skipjack from 1901, sailing again.');
  await openSection(page, 'What you offer students');
  await richText(page, 'Career opportunities').fill('Boatbuilder, rigger, yard manager.');
  await richText(page, 'Internship opportunities').fill('Everything from lofting to launching.');
  await atStop(page, 'Complete your profile');
  await openSection(page, 'Whom to contact');
  await page.getByLabel('Contact’s name').fill('Ruth Calloway');
  await page.getByLabel('Contact’s email').fill(emails.business);
  await page.getByLabel('Contact’s phone').fill('4105550142');
  await expect(page.getByLabel('Contact’s phone')).toHaveValue('(410)555-0142');
  await openSection(page, 'Where you are');
  await fillAddress(page, '18 Severn Avenue', 'Annapolis', '21403');
  await atStop(page, 'Complete your profile');
}

async function fillStudentProfile(page: Page): Promise<void> {
  await openSection(page, 'About you');
  await expect(page.getByLabel('First name')).toHaveValue('Nia');
  await page.getByLabel('Student ID').fill('4471902');
  await page.getByLabel('Gender').selectOption('Female');
  await openSection(page, 'School and interests');
  await page.getByRole('combobox', { name: 'School', exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Program').selectOption({ index: 1 });
  await page.getByLabel('Graduation year').selectOption({ index: 1 });
  await page.getByRole('group', { name: 'Focus areas' }).locator('label').first().click();
  await atStop(page, 'Complete your profile');
  await openSection(page, 'Phones and parents');
  await page.getByRole('textbox', { name: 'Parent or guardian', exact: true }).fill('Dana Ellsworth');
  await openSection(page, 'Where you live');
  await fillAddress(page, '7 Chesapeake Avenue', 'Annapolis', '21403');
  await openSection(page, 'Résumé and agreement');
  const choosing = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: 'Upload agreement' }).click();
  await (await choosing).setFiles(agreement);
  await expect(page.getByText('Your agreement is on file.')).toBeVisible();
  await expect(page.getByRole('link', { name: agreement.name })).toBeVisible();
  await atStop(page, 'Complete your profile');
}

/** Finds somebody by name, whatever the filters stand on, and activates their account. */
async function activate(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Activate ${name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: `De-Activate ${name}` })).toBeVisible();
  await atStop(page, 'User Search');
}

async function fillOpportunity(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await richText(page, 'Short description').fill('Help us bring a wooden workboat back to the water.');
  await richText(page, 'Skills required').fill('Patience, a steady hand, and a liking for early mornings.');
  await richText(page, 'Full description').fill('You plank, caulk and paint beside two boatbuilders.');
  await page.getByLabel('Positions available').fill('2');
  await expect(page.getByLabel('Street')).toHaveValue('18 Severn Avenue');
  await page.getByRole('textbox', { name: 'Applications close', exact: true }).fill(dayFromNow(21));
  await page.getByRole('textbox', { name: 'Employment starts', exact: true }).fill(dayFromNow(28));
  await page.getByRole('textbox', { name: 'Employment stops', exact: true }).fill(dayFromNow(120));
  await page.getByLabel('Time frame').selectOption('Spring');
  await page.getByRole('radio', { name: 'Paid', exact: true }).check();
}
