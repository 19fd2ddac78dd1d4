import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import { anAddress, confirmEmail, PASSWORD, richText, signUp } from './forms.ts';
import { mailedLink, newestMail } from './mails.ts';
import { anOpportunity, invite, offer } from './people.ts';
import { expect, signIn, test } from './product.ts';
import {
  activate,
  fillBusinessProfile,
  fillOpportunity,
  fillStudentProfile,
  status,
  waiting,
} from './profiles.ts';
import { expectScreen, settle } from './screens.ts';

const business = 'Harbor Light Boatworks';
const student = 'Nia Ellsworth';
const title = 'Wooden boat apprentice at the slip';
const emails = { business: anAddress('office'), student: anAddress('nia') };

test('two people sign up, meet through an opportunity, and end with approved hours', async ({
  somebody,
  product,
  staff,
  office,
}) => {
  const { full_name: schoolSystem } = await ask<{ full_name: string }>(
    { request: staff },
    '/api/getSettings',
  );
  const owner = await somebody();
  const nia = await somebody();
  const admin = await office();

  await test.step('a business signs up, fills in its profile and waits for approval', async () => {
    const account = {
      type: 'Business',
      names: { 'Business name': business },
      email: emails.business,
      schoolSystem,
    } as const;
    await signUp(owner, account, () => expectScreen(owner, 'Create an account'));
    await confirmEmail(owner, await mailedLink(product, emails.business, 'confirm'));
    await expectScreen(owner, 'Complete your profile');
    await fillBusinessProfile(owner, { name: business, email: emails.business });
    await owner.getByRole('button', { name: 'Save profile' }).click();
    await expect(owner.getByText('Profile Updated.')).toBeVisible();
    await expect(waiting(owner)).toContainText('Your account is waiting for approval.');
    await expectScreen(owner, 'Manage Opportunities');
    await owner.goto('/opportunity/new');
    await expectScreen(owner, 'Your account is not approved yet');
  });

  await test.step('a student signs up, uploads the agreement and waits for approval', async () => {
    const names = { 'First name': 'Nia', 'Last name': 'Ellsworth' };
    await signUp(nia, { type: 'Student', names, email: emails.student, schoolSystem }, () =>
      expectScreen(nia, 'Create an account'),
    );
    await confirmEmail(nia, await mailedLink(product, emails.student, 'confirm'));
    await nia.goto('/projects/viewall');
    await expectScreen(nia, 'Your profile is not complete yet');
    await nia.getByRole('link', { name: 'Complete your profile' }).click();
    await expectScreen(nia, 'Complete your profile');
    await fillStudentProfile(nia, 'Nia');
    await nia.getByRole('button', { name: 'Save profile' }).click();
    await expect(nia.getByText('Profile Updated.')).toBeVisible();
    await expect(waiting(nia)).toContainText('Your account is waiting for approval.');
    await expectScreen(nia, 'Browse opportunities');
  });

  await test.step('the administrator sees both accounts waiting and activates them', async () => {
    await admin.goto('/default');
    const tasks = admin.getByRole('region', { name: 'Waiting for you' });
    await expect(tasks.getByRole('listitem').filter({ hasText: 'for approval' })).toHaveCount(2);
    await expectScreen(admin, 'Dashboard');
    await tasks.getByRole('link', { name: 'Review students' }).click();
    await expect(admin.getByRole('row').filter({ hasText: student })).toBeVisible();
    await activate(admin, student);
    await activate(admin, business);
    for (const email of Object.values(emails))
      await newestMail(product, email, 'Your Waypost account is approved');
  });

  await test.step('the business posts an opportunity', async () => {
    await owner.goto('/opportunity/all');
    await expect(waiting(owner)).toHaveCount(0);
    await expectScreen(owner, 'Manage Opportunities');
    await owner.getByRole('link', { name: 'Create your first opportunity' }).click();
    await fillOpportunity(owner, title);
    await expectScreen(owner, 'Create opportunity');
    await owner.getByRole('button', { name: 'Create opportunity' }).click();
    await expect(owner.getByText('Opportunity successfully created.')).toBeVisible();
    await expect(owner.getByRole('link', { name: `View ${title}` })).toBeVisible();
    await expectScreen(owner, 'Manage Opportunities');
  });

  await test.step('the student finds it and applies', async () => {
    const unpaid = { paidUnpaid: 'Unpaid' };
    await anOpportunity({ page: owner }, 'Unpaid afternoons on the dock', unpaid);
    await nia.goto('/default');
    await expectScreen(nia, 'Browse opportunities');
    await settle(nia);
    await nia.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'By title' });
    await nia.getByRole('button', { name: 'Filters' }).click();
    const filters = nia.getByRole('region', { name: 'Filters' });
    const before = await counted(nia);
    await filters.getByText('Paid', { exact: true }).click();
    await expect.poll(() => counted(nia)).toBeLessThan(before);
    await filters.getByLabel('Within').selectOption({ label: '5 miles' });
    const found = nia.getByRole('list', { name: 'Opportunities' }).getByRole('link', { name: title });
    await expect(found).toBeVisible();
    await expectScreen(nia, 'Browse opportunities');
    await nia.getByRole('radiogroup', { name: 'Show as' }).getByText('Map', { exact: true }).click();
    await expect(nia.locator('.leaflet-container')).toBeVisible();
    await expectScreen(nia, 'Browse opportunities');
    await nia.getByRole('radiogroup', { name: 'Show as' }).getByText('List', { exact: true }).click();
    await expect(nia.locator('.leaflet-container')).toHaveCount(0);
    await found.click();
    await expectScreen(nia, title);
    await nia.getByRole('button', { name: 'Apply' }).click();
    const hours = nia.getByRole('dialog');
    await expect(hours).toContainText('An internship takes at least 135 hours.');
    await expectScreen(nia, title);
    await hours.getByRole('button', { name: 'Yes, I can' }).click();
    await expectScreen(nia, 'Apply');
    await nia.getByRole('button', { name: 'Send application' }).click();
    await expect(nia.getByText('You must provide a cover letter').first()).toBeVisible();
    await richText(nia, 'Cover letter').fill(
      'I built a pram dinghy with my grandfather, and want to learn more.',
    );
    await nia.getByRole('button', { name: 'Send application' }).click();
    await nia.waitForURL('**/applications/list');
    await expect(nia.getByRole('region', { name: 'Open' })).toContainText(title);
    await expectScreen(nia, 'Applications');
  });

  await test.step('the business is notified by mail, meets the applicant and offers the placement', async () => {
    await newestMail(product, emails.business, `${student} applied: ${title}`);
    await owner.goto('/opportunity/all');
    await owner.getByRole('link', { name: `Applicants for ${title}` }).click();
    await expectScreen(owner, 'Applicants');
    await owner.getByRole('region', { name: 'Open' }).getByRole('link', { name: student }).click();
    await expect(owner.getByText('I built a pram dinghy')).toBeVisible();
    await expectScreen(owner, `${student}’s application`);
    await invite(owner);
    await expect(status(owner)).toContainText('Interview Scheduled');
    await offer(owner);
    await expect(status(owner)).toContainText('Offered');
    await expectScreen(owner, `${student}’s application`);
  });

  await test.step('the student accepts with the mail’s button, and logs hours on a phone', async () => {
    const mail = await newestMail(product, emails.student, `You are offered a placement: ${title}`);
    await nia.goto(/https?:\S+\/application\/view\/[\w-]+/.exec(mail)?.[0] ?? 'no link');
    await expectScreen(nia, 'Application');
    await nia.getByRole('button', { name: 'Accept the offer' }).click();
    await expect(status(nia)).toContainText('Accepted');
    await nia.setViewportSize({ width: 360, height: 740 });
    await expectScreen(nia, 'Application');
    await nia.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: 'Jobs' }).click();
    await expect(nia.getByRole('article').filter({ hasText: title })).toContainText(business);
    await expectScreen(nia, 'Work-Based Learning');
    await nia.getByRole('link', { name: 'Log hours' }).click();
    await expectScreen(nia, 'Hours Log');
    await nia.getByRole('textbox', { name: 'Hours', exact: true }).fill('3.5');
    await nia.getByLabel('Activity log').fill('Faired the garboard plank and cut the rabbet.');
    await nia.getByRole('button', { name: 'Save hours' }).click();
    // The placement starts in four weeks.
    await nia.getByRole('dialog').getByRole('button', { name: 'Save hours' }).click();
    await expect(nia.getByText(`1 entry is waiting for ${business}’s approval.`)).toBeVisible();
    await expect(nia.getByText('Pending', { exact: true })).toBeVisible();
    await expectScreen(nia, 'Hours Log');
  });

  await test.step('the business approves the hours, and the student sees it', async () => {
    await owner.getByRole('link', { name: 'Current Interns' }).click();
    await expectScreen(owner, 'Manage Interns');
    await owner.getByRole('article', { name: student }).getByRole('link', { name: 'Review hours' }).click();
    await expect(owner.getByText('Faired the garboard plank')).toBeVisible();
    await expectScreen(owner, 'Intern Hours Log');
    await owner.getByRole('button', { name: 'Approve it' }).click();
    await expect(owner.getByText(/^\d+\.\d\d hours approved\.$/)).toBeVisible();
    await expect(owner.getByRole('checkbox', { name: /^Accept 3\.50 hours/ })).toBeChecked();
    await expectScreen(owner, 'Intern Hours Log');
    await expect(nia.getByText('Approved', { exact: true })).toBeVisible();
    await expectScreen(nia, 'Hours Log');
  });

  await test.step('the student chooses which emails to get, and still does after a reload', async () => {
    await nia.goto('/password');
    await nia.getByRole('switch', { name: 'A business takes back an offer' }).click();
    await expect(nia.getByText('Your email choices are saved.')).toBeVisible();
    await nia.reload();
    await expect(nia.getByRole('switch', { name: 'A business takes back an offer' })).not.toBeChecked();
    await expectScreen(nia, 'Change Log In Info');
  });

  await test.step('both log in again, and return to their work', async () => {
    await nia.getByRole('button', { name: 'Menu' }).click();
    await nia.getByRole('button', { name: 'Logout' }).click();
    await nia.waitForURL((url) => url.pathname === '/');
    await signIn(nia, emails.student, PASSWORD);
    await expectScreen(nia, 'Work-Based Learning');
  });
});

/** The number of opportunities that the list shows, once it has loaded. */
async function counted(page: Page): Promise<number> {
  const line = page.getByRole('status').filter({ hasText: /opportunit(y|ies)$/ });
  return Number.parseInt((await line.textContent())?.replaceAll(',', '') ?? '', 10);
}
