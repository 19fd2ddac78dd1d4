import { ask } from './calls.ts';
import { openFromEmail, PHONE } from './from-email.ts';
import { requireCodes } from './linked.ts';
import { newestMail } from './mails.ts';
import { aBusiness, aPlacement, aStudent, fillInAgreement } from './people.ts';
import { expect, test } from './product.ts';

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
  const guardians = await ask<{ _id: string; email: string }[]>(school, '/api/saveGuardian', {
    student_id: student.id,
    name: 'Anne Ridout',
    email: home,
    may_sign: true,
  });
  const project_id = await aPlacement(business, student, 'A summer of sails');
  await fillInAgreement(staff, project_id, 'Ruth Calloway');

  const guardian = guardians.find(({ email }) => email === home);
  const codes = { account_id: student.id, _id: guardian?._id, email: work };
  await ask(school, '/api/saveCodeAddress', codes);
  await requireCodes(staff, true);
  await ask(school, '/api/agreement_send', { project_id, revision: 2 });

  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  await test.step('the guardian signs on a phone, without scripts', async () => {
    await openFromEmail(phone, home);
    await expect(phone.getByText('You also need a code.')).toBeVisible();
    await phone.getByLabel('Your name').fill('Anne Ridout');
    await phone.getByLabel('I have read this and I sign it online').check();
    await phone.getByRole('button', { name: 'Email me a code' }).click();
    await expect(
      phone.getByText('We emailed a code to a•••@work.test. It works for 10 minutes.'),
    ).toBeVisible();
    const code = /(\d{3}) (\d{3}) is your code/
      .exec(await newestMail(product, work, 'Your code'))
      ?.slice(1)
      .join('');
    const sign = phone.getByRole('button', { name: 'Sign the agreement' });
    const wrong = code === '111111' ? '222222' : '111111';
    await phone.getByLabel('Code').fill(wrong);
    await sign.click();
    await expect(phone.getByText('This is not your code. You have 4 more tries').first()).toBeVisible();
    await phone.getByLabel('Code').fill(code ?? '');
    await sign.click();
    await expect(phone.getByText('Typed a code that was emailed to a•••@work.test')).toBeVisible();
  });

  await test.step('the receipt leads to the placement’s progress', async () => {
    await openFromEmail(phone, home, 'Your receipt');
    await expect(phone.getByRole('heading', { name: 'How the placement is going' })).toBeVisible();
  });
});
