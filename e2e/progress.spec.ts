import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import { openFromEmail, PHONE } from './from-email.ts';
import { aBusiness, aPlacement, aStudent, fillInAgreement } from './people.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// The progress page, for everyone in a placement: each sees whose turn it is, and opens their own work from there.

test('the student, the business, the school and a guardian by link follow a placement step by step', async ({
  somebody,
  staff,
  office,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Spa Creek Rigging');
  const born = `${new Date().getFullYear() - 16}-01-15`;
  const student = await aStudent(await somebody(), staff, 'Ivy', 'Gott', { birth_date: born });
  const mother = `mother.${student.id}@families.test`;
  const guardians = await ask<{ _id: string; email: string }[]>({ request: staff }, '/api/saveGuardian', {
    student_id: student.id,
    name: 'June Gott',
    email: mother,
    may_sign: true,
  });
  const schedule = { days: ['Monday', 'Wednesday'], hours_per_week: 12, pay_from: 16 };
  const project_id = await aPlacement(business, student, 'Rigging for a season', schedule);
  const school = await office();
  const guardian = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  await ask({ request: staff }, '/api/sendProgressLink', {
    student_id: student.id,
    _id: guardians.find(({ email }) => email === mother)?._id,
  });
  const link = await openFromEmail(guardian, mother);

  /** Expects what each person's page says about a step; null if it is not shown. */
  const expectOf = async (
    step: string | RegExp,
    says: Record<'student' | 'business' | 'school' | 'guardian', RegExp | null>,
  ) => {
    for (const [page, text] of [
      [student.page, says.student],
      [business.page, says.business],
      [school, says.school],
      [guardian, says.guardian],
    ] as [Page, RegExp | null][]) {
      if (page === guardian) await page.goto(link);
      else await page.goto(`/project/${project_id}/progress`);
      await expect(page.getByText('Offer accepted')).toBeVisible();
      const line = page.getByRole('listitem').filter({ hasText: step });
      await expect(line).toHaveCount(text ? 1 : 0);
      if (text) await expect(line).toContainText(text);
    }
  };
  await test.step('it is the business’s turn, and only the business has a button for it', async () => {
    const next = /Waiting for the business/;
    await expectOf('Agreement filled in', {
      student: next,
      business: /Your turn/,
      school: next,
      guardian: next,
    });
    const current = (page: Page) => page.locator('[aria-current=step]');
    await expect(current(student.page).getByRole('link')).toHaveCount(0);
    await current(business.page).getByRole('link', { name: 'Fill in' }).click();
    await expectScreen(business.page, 'Training agreement');
  });

  await fillInAgreement(staff, project_id, 'Ruth Calloway');
  await test.step('the school sends it', async () => {
    const next = /Waiting for the school/;
    await expectOf('Agreement sent', { student: next, business: next, school: /Your turn/, guardian: next });
  });

  await ask({ request: staff }, '/api/agreement_send', { project_id, revision: 2 });
  await test.step('the guardian, who cannot sign on this page, is told where the link to sign is', async () => {
    const next = /Waiting for the parent or guardian/;
    await expectOf('Guardian’s signature', {
      student: next,
      business: next,
      school: next,
      guardian: /Your turn/,
    });
    await expect(guardian.getByText('The link to sign was emailed to the guardian who signs.')).toBeVisible();
  });
});
