import { ask } from './calls.ts';
import { openFromEmail, PHONE } from './from-email.ts';
import { aBusiness, aPlacement, aStudent, fillInAgreement } from './people.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// Two of the four signers have no account, so they sign on a phone, from the email.

const HEADING = 'Sign the training agreement';

test('a guardian and a signatory sign on a phone from the email, one of them without scripts', async ({
  somebody,
  staff,
  office,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Back Creek Sails');
  const student = await aStudent(await somebody(), staff, 'Nora', 'Weems');
  const anne = `anne.${student.id}@families.test`;
  const owen = `owen.${business.id}@sails.test`;
  const school = { request: staff };
  await ask(school, '/api/saveGuardian', {
    student_id: student.id,
    name: 'Anne Weems',
    email: anne,
    may_sign: true,
  });
  await ask(school, '/api/saveContact', {
    business_id: business.id,
    name: 'Owen Back',
    email: owen,
    roles: ['signatory'],
  });
  const project_id = await aPlacement(business, student, 'Sails from loft to mast');
  await fillInAgreement(staff, project_id, 'Owen Back');

  const admin = await office();
  await test.step('the school sends it, sees who has a link, and sends one again', async () => {
    await admin.goto(`/project/${project_id}/agreement`);
    await admin.getByRole('button', { name: 'Send for signatures' }).click();
    const again = admin.getByRole('button', { name: 'Send the link again to Owen Back' });
    await expect(again).toBeVisible();
    await expect(admin.getByText(`Anne Weems, ${anne}`)).toBeVisible();
    await again.click();
    await expect(admin.getByText(`We emailed the link to ${owen}.`)).toBeVisible();
    await expectScreen(admin, 'Training agreement');
  });

  await test.step('the guardian signs without scripts', async () => {
    const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
    await openFromEmail(phone, anne);
    await expect(phone.getByRole('heading', { level: 1, name: HEADING })).toBeVisible();
    await expect(phone.getByText('Duties: Sews and mends sails.')).toBeVisible();
    const sign = phone.getByRole('button', { name: 'Sign the agreement' });
    await phone.getByLabel('Your name').fill('Anne Weems');
    await sign.click();
    await expect(phone.getByText('check this box to sign electronically').first()).toBeVisible();
    await phone.getByLabel('I have read this and I sign it online').check();
    await sign.click();
    await expect(phone.getByText('Everything here is done.')).toBeVisible();
    await expect(phone.getByText('Training agreement signed, version 1')).toBeVisible();
  });

  await test.step('the signatory signs', async () => {
    const phone = await somebody({ viewport: PHONE });
    await openFromEmail(phone, owen);
    await phone.getByLabel('Your name').fill('Owen Back');
    await phone.getByLabel('I have read this and I sign it online').check();
    await phone.getByRole('button', { name: 'Sign the agreement' }).click();
    await expect(phone.getByText('Everything here is done.')).toBeVisible();
    await phone.getByText('Read the agreement').click();
    await expect(phone.getByText('Duties: Sews and mends sails.')).toBeVisible();
  });

  await test.step('everyone sees how they signed', async () => {
    const { page } = student;
    await page.goto(`/project/${project_id}/agreement`);
    for (const name of ['Anne Weems', 'Owen Back'])
      await expect(page.getByText(new RegExp(`${name}, .*by a link sent to .•••@`))).toBeVisible();
    await expectScreen(page, 'Training agreement');
  });
});

test('a guardian consents to the release of information on a phone, from the email, without scripts', async ({
  somebody,
  staff,
  office,
}) => {
  const student = await aStudent(await somebody(), staff, 'Lena', 'Marsh');
  const email = `mother.${student.id}@families.test`;
  const guardian = { student_id: student.id, name: 'Rita Marsh', email, may_sign: true };
  const school = { request: staff };
  const guardians = await ask<{ _id: string; email: string }[]>(school, '/api/saveGuardian', guardian);
  const guardian_id = guardians.find((one) => one.email === email)?._id;
  await ask(school, '/api/askForConsent', { student_id: student.id, guardian_id });
  const heading = 'Consent to share information';
  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  await openFromEmail(phone, email);
  await expect(phone.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await phone.getByLabel('Your name').fill('Rita Marsh');
  await phone.getByLabel('I am the student’s parent or guardian, and I consent').check();
  await phone.getByRole('button', { name: 'Give consent' }).click();
  await expect(phone.getByText('Lena M.: Consent given')).toBeVisible();
  const admin = await office();
  await admin.goto(`/profile/view/${student.id}`);
  const release = admin.getByRole('region', { name: 'Release of information' });
  await expect(release.getByText(/Rita Marsh, .*by a link sent to m•••@/)).toBeVisible();
  await release.getByRole('button', { name: 'Record a decision on paper' }).click();
  await expectScreen(admin, 'Lena Marsh');
});
