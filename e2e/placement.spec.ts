import type { Page } from '@playwright/test';
import { richText } from './forms.ts';
import {
  aBusiness,
  anApplication,
  anOpportunity,
  aStudent,
  DAYS,
  HOURS_A_DAY,
  move,
  offer,
  onlyProject,
  submitAllWork,
} from './people.ts';
import { checkScreen, expect, signIn, test } from './product.ts';

// After an offer: one placement is completed, and one ends early. Each person sees their next step on an open page
// without a reload.

test('a placement runs from its offer to completion, and is approved item by item', async ({
  somebody,
  staff,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Spa Creek Spars');
  const student = await aStudent(await somebody(), staff, 'Ines', 'Okafor');
  const { page: owner } = business;
  const { page: ines, name: intern } = student;
  const admin = await somebody();
  await signIn(admin, 'admin@demo.waypost.test');
  const title = 'Spar making from tree to mast';
  const application = await anApplication(student, await anOpportunity(business, title));

  await test.step('the business offers, and the student accepts', async () => {
    await ines.goto(`/application/view/${application}`);
    await expect(status(ines)).toContainText('New');
    await owner.goto(`/application/view/${application}`);
    await offer(owner);
    await expect(status(owner)).toContainText('Offered');
    await ines.getByRole('button', { name: 'Accept the offer' }).click();
    await expect(status(ines)).toContainText('Accepted');
    await expect(status(owner)).toContainText(`${intern} accepted your offer`);
    await checkScreen(ines, 'Application');
  });

  const id = await onlyProject(ines);
  const card = (page: Page) =>
    page.getByRole('region', { name: title, exact: true }).getByRole('article', { name: intern });
  const evaluate = async (coordinator: string) => {
    await card(owner).getByRole('link', { name: 'Evaluate' }).click();
    await checkScreen(owner, 'Business Evaluation');
    await owner.getByLabel('Coordinator').fill(coordinator);
    await owner.getByRole('group', { name: /^1\./ }).getByText('Highly Effective').click();
    await richText(owner, 'Comments').fill('Prepares before starting, and finishes what was begun.');
    await owner.getByLabel('I discussed this evaluation with the student').check();
    await owner.getByRole('button', { name: 'Submit evaluation' }).click();
    await expect(owner.getByText('Evaluation successfully submitted.').last()).toBeVisible();
    await owner.waitForURL('**/interns/viewall');
  };

  const parts = admin.getByRole('list', { name: 'Parts of the placement' });
  await test.step('the student logs hours, answers and submits, and staff see it without a reload', async () => {
    await admin.goto(`/admin/project/${id}`);
    await expect(parts.getByRole('button', { name: 'Approve Final Summary' })).toBeDisabled();
    await owner.goto('/interns/viewall');
    await expect(card(owner)).toBeVisible();
    await submitAllWork(ines, id);
    await expect(parts.getByRole('button', { name: 'Approve Final Summary' })).toBeEnabled();
  });

  await test.step('the business approves all hours at once', async () => {
    await expect(card(owner)).toContainText(`${DAYS} entries to approve`);
    await checkScreen(owner, 'Manage Interns');
    await card(owner).getByRole('link', { name: 'Review hours' }).click();
    await owner.getByRole('button', { name: `Approve all ${DAYS}` }).click();
    await expect(owner.getByText('Hours Update Successful')).toBeVisible();
    await expect(owner.getByText(`${DAYS * HOURS_A_DAY}.00`, { exact: true })).toBeVisible();
    await checkScreen(owner, 'Intern Hours Log');
  });

  await test.step('the business evaluates twice, and only then can complete it', async () => {
    await owner.getByRole('link', { name: 'All interns' }).click();
    const complete = card(owner).getByRole('button', { name: 'Complete' });
    await expect(complete).toHaveAttribute('aria-disabled', 'true');
    await expect(complete).toHaveAccessibleDescription(/once both evaluations are in/);
    await card(owner).getByRole('link', { name: 'Evaluate' }).click();
    await owner.getByRole('button', { name: 'Submit evaluation' }).click();
    await expect(owner.getByText('Check Your Form for errors')).toBeVisible();
    await checkScreen(owner, 'Business Evaluation');
    await owner.getByRole('link', { name: 'All interns' }).click();
    await evaluate('Angela Whitfield');
    await expect(complete).toHaveAccessibleDescription(/once one more evaluation is in/);
    await evaluate('Angela Whitfield');
    await complete.click();
    const sure = owner.getByRole('dialog', { name: 'Are you sure?' });
    await expect(sure).toContainText('This cannot be undone.');
    await checkScreen(owner, 'Manage Interns');
    await sure.getByRole('button', { name: 'Complete' }).click();
    await expect(
      owner.getByText('Work-Based Learning Opportunity was successfully completed.'),
    ).toBeVisible();
    await expect(card(owner).getByText('Completed', { exact: true })).toBeVisible();
    await expect(card(owner).getByRole('button')).toHaveCount(0);
  });

  await test.step('the evaluations can be read afterwards', async () => {
    await card(owner).getByRole('link', { name: 'See evaluations' }).click();
    await checkScreen(owner, 'Business Evaluation');
    await owner
      .getByRole('link', { name: /^Evaluation of/ })
      .first()
      .click();
    await expect(owner.getByRole('region', { name: 'Ratings' })).toContainText('Highly Effective');
    await checkScreen(owner, 'Intern Evaluation Form');
  });

  await test.step('the administrator approves all six parts', async () => {
    await ines.goto('/projects/viewall');
    await expect(ines.getByText('Approved', { exact: true })).toHaveCount(0);
    await checkScreen(admin, `${intern}’s placement`);
    for (let approved = 0; approved < 6; approved += 1) {
      await parts
        .getByRole('button', { name: /^Approve / })
        .first()
        .click();
      await expect(parts.getByRole('button', { name: /^Reopen / })).toHaveCount(approved + 1);
    }
    await checkScreen(admin, `${intern}’s placement`);
    await expect(ines.getByText('Approved', { exact: true })).toHaveCount(5);
  });
});

test('a placement that ended early accepts no more hours', async ({ somebody, staff }) => {
  const business = await aBusiness(await somebody(), staff, 'Back Creek Rigging');
  const student = await aStudent(await somebody(), staff, 'Jonah', 'Pike');
  const { page: owner } = business;
  const title = 'Rigger’s hand';
  const application = await anApplication(student, await anOpportunity(business, title));
  await move(business, application, 'Offered');
  await move(student, application, 'Accepted');
  const id = await onlyProject(student.page);

  await owner.goto('/interns/viewall');
  const region = owner.getByRole('region', { name: title, exact: true });
  const card = region.getByRole('article', { name: student.name });
  await card.getByRole('button', { name: 'Terminate' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click();
  await expect(owner.getByText('Work-Based Learning Opportunity was successfully terminated.')).toBeVisible();
  await expect(card.getByText('Terminated', { exact: true })).toBeVisible();
  await checkScreen(owner, 'Manage Interns');
  await expect(card.getByRole('link', { name: 'Evaluations' })).toHaveCount(0);
  await owner.goto(`/evaluation/new/${id}`);
  await expect(owner.getByText('so you can’t evaluate it now')).toBeVisible();
  await checkScreen(owner, 'Business Evaluation');

  await student.page.goto(`/project/${id}/hours`);
  await expect(student.page.getByText('This placement was terminated')).toBeVisible();
  await expect(student.page.getByRole('button', { name: 'Save hours' })).toHaveCount(0);
});

const status = (page: Page) => page.getByRole('region', { name: 'Status', exact: true });
