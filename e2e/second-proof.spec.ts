import { checkScreenWithoutScripts, openFromEmail, PHONE, SCHEMES } from './from-email.ts';
import { aBusiness, aPlacement, aStudent, ask, fillInAgreement } from './people.ts';
import { checkScreen, expect, newestMail, signIn, test } from './product.ts';

// Runs apart (playwright.config.ts), because here the school system requires codes.

test('a guardian signs with a code from another address, and follows the placement from the receipt', async ({
  somebody,
  staff,
  product,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Whitehall Sails');
  const student = await aStudent(await somebody(), staff, 'Tess', 'Ridout');
  const home = `anne.${student.id}@families.test`;
  const work = `anne.${student.id}@work.test`;
  const school = { request: staff };
  await ask(school, '/api/saveGuardian', {
    ...{ student_id: student.id, name: 'Anne Ridout', email: home, may_sign: true },
  });
  const project_id = await aPlacement(business, student, 'A summer of sails');
  await fillInAgreement(staff, project_id, 'Ruth Calloway');

  const admin = await somebody();
  await test.step('the school requires codes', async () => {
    await signIn(admin, 'admin@demo.waypost.test');
    await admin.goto('/admin/agreements');
    await admin.getByLabel('Signing and consenting by link also takes a code').check();
    await admin.getByRole('button', { name: 'Save signing' }).click();
    await expect(admin.getByText('Signing saved')).toBeVisible();
  });

  await test.step('it saves where the guardian’s codes go, and sends the agreement', async () => {
    await admin.goto(`/profile/view/${student.id}`);
    await admin.getByRole('button', { name: 'Add an address for Anne Ridout’s codes' }).click();
    const codes = admin.getByRole('group', { name: 'Anne Ridout’s codes' });
    await codes.getByLabel('Another address for codes').fill(home);
    await codes.getByRole('button', { name: 'Save address' }).click();
    await expect(codes.getByLabel('Another address for codes')).toHaveAttribute('aria-invalid', 'true');
    await codes.getByLabel('Another address for codes').fill(work);
    await codes.getByRole('button', { name: 'Save address' }).click();
    await expect(codes.getByText(`Codes for signing go to ${work}.`)).toBeVisible();
    await checkScreen(admin, student.name, SCHEMES);
    await ask(school, '/api/agreement_send', { project_id, revision: 2 });
  });

  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  const scan = await somebody();
  await test.step('the guardian signs on a phone, without scripts', async () => {
    const heading = 'Sign the training agreement';
    await openFromEmail(phone, home);
    await expect(phone.getByText('You also need a code.')).toBeVisible();
    await phone.getByLabel('Your name').fill('Anne Ridout');
    await phone.getByLabel('I have read this and I sign it online').check();
    await phone.getByRole('button', { name: 'Email me a code' }).click();
    await expect(
      phone.getByText('We emailed a code to a•••@work.test. It works for 10 minutes.'),
    ).toBeVisible();
    await checkScreenWithoutScripts(phone, scan, heading);
    const code = /(\d{3}) (\d{3}) is your code/
      .exec(await newestMail(product, work, 'Your code'))
      ?.slice(1)
      .join('');
    const sign = phone.getByRole('button', { name: 'Sign the agreement' });
    const wrong = code === '111111' ? '222222' : '111111';
    await phone.getByLabel('Code').fill(wrong);
    await sign.click();
    await expect(phone.getByText('This is not your code. You have 4 more tries').first()).toBeVisible();
    await checkScreenWithoutScripts(phone, scan, heading);
    await phone.getByLabel('Code').fill(code ?? '');
    await sign.click();
    await expect(phone.getByText('Typed a code that was emailed to a•••@work.test')).toBeVisible();
    await checkScreenWithoutScripts(phone, scan, heading);
  });

  await test.step('the receipt leads to the placement’s progress', async () => {
    await openFromEmail(phone, home, 'Your receipt');
    await expect(phone.getByRole('heading', { name: 'How the placement is going' })).toBeVisible();
    for (const width of [320, 390]) {
      await phone.setViewportSize({ ...PHONE, width });
      await checkScreenWithoutScripts(phone, scan, 'How the placement is going');
    }
  });

  await test.step('the student sees the same steps, and goes from their own to where it is done', async () => {
    const { page } = student;
    await page.setViewportSize(PHONE);
    await page.goto(`/project/${project_id}/progress`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Guardian’s signature' })).toContainText(
      'Done on',
    );
    const current = page.locator('[aria-current=step]');
    await checkScreen(page, 'Progress', SCHEMES);
    await current.getByRole('link', { name: 'Read and sign' }).click();
    await page.getByLabel('Your full name').fill(student.name);
    await page.getByLabel('I have read this and I sign it online').check();
    await page.getByRole('button', { name: 'Sign the agreement' }).click();
    await expect(page.getByText(new RegExp(`${student.name}, .*logged in to their account`))).toBeVisible();
    await page.goBack();
    await expect(current).not.toContainText('Read and sign');
  });

  await test.step('the business and the school see whose turn it is', async () => {
    for (const [page, by] of [
      [business.page, 'business'],
      [admin, 'school'],
    ] as const) {
      await page.goto(`/project/${project_id}/progress`);
      await expect(page.locator('[aria-current=step]'), by).toBeVisible();
      await checkScreen(page, 'Progress', SCHEMES);
    }
  });
});
