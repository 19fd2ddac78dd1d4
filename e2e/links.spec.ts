import { openFromEmail, PHONE } from './from-email.ts';
import { logHours } from './linked.ts';
import { aBusiness, aPlacement, aStudent, remindNow } from './people.ts';
import { expect, test } from './product.ts';

test('a business approves hours on a phone, from the email, without an account and without scripts', async ({
  somebody,
  staff,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Spa Creek Software');
  const student = await aStudent(await somebody(), staff, 'Tilda', 'Marsh');
  const project_id = await aPlacement(business, student, 'Charts for sailors');
  await logHours(student, project_id);
  await remindNow({ request: staff }, [`hours:${project_id}`]);
  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  await openFromEmail(phone, business.email, 'hours');
  await expect(phone.getByRole('heading', { level: 1, name: 'Approve hours' })).toBeVisible();
  const approve = phone.getByRole('button', { name: /^Approve all of Tilda M\.:/ });

  await test.step('without a name, the field shows an error and has the focus', async () => {
    // The browser validates the field. A client that does not gets the page with the error.
    await approve.click();
    const isMissing = (input: HTMLInputElement) => input.validity.valueMissing;
    expect(await phone.getByLabel('Your name').first().evaluate(isMissing)).toBe(true);
    await expect(phone.getByText(/waiting for your approval/)).toBeVisible();
  });

  await test.step('a name and one button approve all of an intern’s hours', async () => {
    await phone.getByLabel('Your name').first().fill('Grace Hopper');
    await approve.click();
    await expect(phone.getByRole('status')).toHaveText('Saved. Thank you.');
    await expect(phone.getByRole('listitem').filter({ hasText: 'Tilda M.: ' })).toContainText('approved');
  });
});

test('a link that does not work says what to do', async ({ somebody }) => {
  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  await phone.goto('/link/no-such-link');
  await expect(phone.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  await expect(phone.getByRole('link', { name: 'Log in with an account' })).toBeVisible();
});
