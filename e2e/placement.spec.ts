import {
  aBusiness,
  anApplication,
  anOpportunity,
  aStudent,
  DAYS,
  move,
  onlyProject,
  submitAllWork,
} from './people.ts';
import { expect, test } from './product.ts';
import { status } from './profiles.ts';

// What others do shows on open pages, without a reload.

test('each person sees what the others do in a placement, on a page that is already open', async ({
  somebody,
  staff,
  office,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Spa Creek Spars');
  const student = await aStudent(await somebody(), staff, 'Ines', 'Okafor');
  const { page: owner } = business;
  const { page: ines, name: intern } = student;
  const application = await anApplication(student, await anOpportunity(business, 'Spar making'));

  await test.step('the student sees the offer, and the business its acceptance', async () => {
    for (const page of [ines, owner]) {
      await page.goto(`/application/view/${application}`);
      await expect(status(page)).toContainText('New');
    }
    await move(business, application, 'Offered');
    await expect(status(ines)).toContainText('Offered');
    await move(student, application, 'Accepted');
    await expect(status(owner)).toContainText(`${intern} accepted your offer`);
  });

  const id = await onlyProject(ines);
  const admin = await office();
  const parts = admin.getByRole('list', { name: 'Parts of the placement' });
  await test.step('the business sees the logged hours, and staff the submitted work', async () => {
    await owner.goto('/interns/viewall');
    const card = owner.getByRole('article', { name: intern });
    await expect(card).toBeVisible();
    await admin.goto(`/admin/project/${id}`);
    await expect(parts.getByRole('button', { name: 'Approve Final Summary' })).toBeDisabled();
    await submitAllWork(ines, id);
    await expect(card).toContainText(`${DAYS} entries to approve`);
    await expect(parts.getByRole('button', { name: 'Approve Final Summary' })).toBeEnabled();
  });

  await test.step('the student sees what staff approve', async () => {
    await ines.goto('/projects/viewall');
    await expect(ines.getByRole('article')).toContainText('Spar making');
    await expect(ines.getByText('Approved', { exact: true })).toHaveCount(0);
    await parts.getByRole('button', { name: 'Approve Final Summary' }).click();
    await expect(ines.getByText('Approved', { exact: true })).toHaveCount(1);
  });
});
