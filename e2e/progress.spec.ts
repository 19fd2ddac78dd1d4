import type { Page } from '@playwright/test';
import { checkScreenWithoutScripts, openFromEmail, PHONE, SCHEMES } from './from-email.ts';
import { aBusiness, aPlacement, aStudent, ask } from './people.ts';
import { checkScreen, expect, signIn, test } from './product.ts';

// The progress page, for everyone in a placement: each sees whose turn it is, and opens their own work from there.

const HEADING = 'How the placement is going';

test('the student, the business, the school and a guardian by link follow a placement step by step', async ({
  somebody,
  staff,
}) => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const business = await aBusiness(await somebody(phone), staff, 'Spa Creek Rigging');
  const born = `${new Date().getFullYear() - 16}-01-15`;
  const student = await aStudent(await somebody(phone), staff, 'Ivy', 'Gott', { birth_date: born });
  const mother = `mother.${student.id}@families.test`;
  await ask({ request: staff }, '/api/saveGuardian', {
    ...{ student_id: student.id, name: 'June Gott', email: mother, may_sign: true },
  });
  const schedule = { days: ['Monday', 'Wednesday'], hours_per_week: 12, pay_from: 16 };
  const project_id = await aPlacement(business, student, 'Rigging for a season', schedule);
  const school = await somebody();
  await signIn(school, 'admin@demo.waypost.test');
  const guardian = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  const scan = await somebody();

  await test.step('the school emails the guardian the link', async () => {
    await school.goto(`/profile/view/${student.id}`);
    await school.getByRole('button', { name: 'Send June Gott the progress link' }).click();
    await expect(school.getByText(`We emailed the link to ${mother}.`)).toBeVisible();
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
  const current = (page: Page) => page.locator('[aria-current=step]');

  await test.step('it is the business’s turn, and only the business has a button for it', async () => {
    const next = /Waiting for the business/;
    await expectOf('Agreement filled in', {
      student: next,
      business: /Your turn/,
      school: next,
      guardian: next,
    });
    await expectOf('Guardian’s consent', {
      student: /the school/,
      business: null,
      school: /Your turn/,
      guardian: /the school/,
    });
    await expectOf('Reflections', { student: /Later/, business: null, school: /Later/, guardian: /Later/ });
    for (const page of [student.page, business.page, school]) await checkScreen(page, 'Progress', SCHEMES);
    await checkScreenWithoutScripts(guardian, scan, HEADING);
    await expect(current(student.page).getByRole('link')).toHaveCount(0);
    const { page } = business;
    await current(page).getByRole('link', { name: 'Fill in' }).tap();
    await page.getByLabel('Duties').fill('Splices and whips rope.');
    await page.getByLabel('Learning goals').fill('Learns six splices.');
    await page.getByRole('textbox', { name: 'Supervisor', exact: true }).fill('Ruth Calloway');
    await page.getByLabel('How the student is supervised').fill('Side by side.');
    await page.getByRole('button', { name: 'Save draft' }).tap();
    await expect(page.getByText('The school sends it next.')).toBeVisible();
  });

  await test.step('the school sends it, from its page', async () => {
    const next = /Waiting for the school/;
    await expectOf('Agreement sent', { student: next, business: next, school: /Your turn/, guardian: next });
    await school.getByRole('listitem').filter({ hasText: 'Guardian’s consent' }).getByRole('link').click();
    await school.getByRole('button', { name: 'Ask June Gott for consent' }).click();
    await expect(school.getByText(`We emailed the link to ${mother}.`)).toBeVisible();
    await school.goto(`/project/${project_id}/progress`);
    await current(school).getByRole('link', { name: 'See the agreement' }).click();
    await school.getByRole('button', { name: 'Send for signatures' }).click();
    await expect(school.getByText('Agreement sent')).toBeVisible();
  });

  await test.step('the guardian, who cannot sign on this page, is told where the link to sign is', async () => {
    const next = /Waiting for the parent or guardian/;
    await expectOf('Guardian’s signature', {
      student: next,
      business: next,
      school: next,
      guardian: /Your turn/,
    });
    await expect(guardian.getByText('The link to sign was emailed to the guardian who signs.')).toBeVisible();
    await expectOf('Guardian’s consent', {
      student: next,
      business: null,
      school: next,
      guardian: /Your turn/,
    });
    await checkScreenWithoutScripts(guardian, scan, HEADING);
    await openFromEmail(guardian, mother, 'Please sign');
    await guardian.getByLabel('Your name').fill('June Gott');
    await guardian.getByLabel('I have read this and I sign it online').check();
    await guardian.getByRole('button', { name: 'Sign the agreement' }).click();
    await expect(guardian.getByText('Everything here is done.')).toBeVisible();
    const done = /Done on/;
    await expectOf('Guardian’s signature', { student: done, business: done, school: done, guardian: done });
  });

  await test.step('the student goes from it to their signature', async () => {
    const { page } = student;
    const own = /(Student’s|Your) signature/;
    await expectOf(own, {
      ...{
        student: /Your turn/,
        business: /Waiting for the student/,
        school: /Waiting for the student/,
        guardian: /Waiting for the student/,
      },
    });
    await current(page).getByRole('link', { name: 'Read and sign' }).tap();
    await page.getByLabel('Your full name').fill(student.name);
    await page.getByLabel('I have read this and I sign it online').check();
    await page.getByRole('button', { name: 'Sign the agreement' }).tap();
    await expect(page.getByText(new RegExp(`${student.name}, .*logged in to their account`))).toBeVisible();
    const done = /Done on/;
    await expectOf(own, { student: done, business: done, school: done, guardian: done });
    for (const one of [page, business.page, school]) await checkScreen(one, 'Progress', SCHEMES);
    await checkScreenWithoutScripts(guardian, scan, HEADING);
  });
});
