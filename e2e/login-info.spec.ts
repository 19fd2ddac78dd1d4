import { expectError, PASSWORD } from './forms.ts';
import { aNewcomer } from './people.ts';
import { expect, newestMail, type Product, signIn, test } from './product.ts';

const FRESH = 'four herons over the marsh';

test('the login changes only when all fields are valid, and other sessions are logged out', async ({
  somebody,
  product,
}) => {
  const account = { type: 'Business', business_name: 'Weems Creek Sails' } as const;
  const { page, email } = await aNewcomer(await somebody(), account);
  const other = await aNewcomer(await somebody(), { type: 'Business', business_name: 'Other Sails' });
  const elsewhere = await somebody();
  await signIn(elsewhere, email, PASSWORD);
  const notice = (title: string) => page.getByRole('alert').filter({ hasText: title });
  const address = page.getByRole('textbox', { name: 'Email', exact: true });
  const current = page.getByLabel('Current password');
  const fresh = page.getByLabel(/^New password/);
  const again = page.getByLabel(/^Confirm new password/);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const another = email.replace('@', '.moved@');

  await test.step('missing values show errors at their fields, and the first one has the focus', async () => {
    await page.goto('/password');
    await address.fill('');
    await save.click();
    await expect(notice('Form Error')).toContainText('Check Your Form for errors');
    await expectError(address, 'email is required');
    await expectError(current, 'password is required');
    await expect(address).toBeFocused();
  });

  await test.step('the two new passwords must match', async () => {
    await address.fill(another);
    await current.fill('not this one');
    await fresh.fill(FRESH);
    await again.fill(`${FRESH}!`);
    await save.click();
    await expect(page.getByText("Passwords Don't Match")).toBeVisible();
    await expectError(again, 'this field must match the other password');
    await expect(again).toBeFocused();
  });

  await test.step('the current password must be correct', async () => {
    await again.fill(FRESH);
    await save.click();
    await expect(notice('Log In Info')).toContainText('Wrong password entered');
    await expectError(current, 'Wrong password entered');
    await expect(current).toBeFocused();
    await expect(address).toHaveValue(another);
    await expect(fresh).toHaveValue(FRESH);
  });

  await test.step('the email must not belong to someone else', async () => {
    const sentence = 'Another user already is using that email. Contact an administrator';
    await current.fill(PASSWORD);
    // Regardless of letter case.
    await address.fill(other.email.toUpperCase());
    await save.click();
    await expect(notice(sentence)).toBeVisible();
    await expectError(address, sentence);
    await expect(address).toBeFocused();
    await address.fill(another);
  });

  await test.step('the new password must be neither short nor common', async () => {
    for (const [password, sentence] of [
      ['too short', 'choose a password of at least 10 characters'],
      ['qwertyuiop', 'this password is too common; choose another'],
    ] as const) {
      await fresh.fill(password);
      await again.fill(password);
      await save.click();
      await expectError(fresh, sentence);
      await expect(fresh).toBeFocused();
    }
  });

  await test.step('then both change together, and both email addresses are notified', async () => {
    await fresh.fill(FRESH);
    await again.fill(FRESH);
    await save.click();
    await expect(notice('Log In Info Successfully Changed')).toContainText(
      `Open the link we sent to ${another}`,
    );
    await expect(page).toHaveURL(/\/password$/);
    await expect(address).toHaveValue(another);
    for (const field of [current, fresh, again]) await expect(field).toHaveValue('');
    await newestMail(product, another, 'Your Waypost password was changed');
    await newestMail(product, email, 'Your Waypost email was changed');
    const mail = await newestMail(product, another, 'Confirm your new Waypost email');
    const mailed = await page.context().newPage();
    await mailed.goto(/https?:\S+\/confirm\/[\w-]+/.exec(mail)?.[0] ?? 'no link in the mail');
    await mailed.getByRole('button', { name: 'Confirm email' }).click();
    await mailed.waitForURL('**/profile');
    await mailed.close();
  });

  await test.step('this browser stays logged in, and every other one has to log in again', async () => {
    await page.reload();
    await expect(address).toHaveValue(another);
    await elsewhere.goto('/profile');
    await elsewhere.waitForURL('**/login?**');
    await signIn(elsewhere, another, FRESH);
    await elsewhere.waitForURL('**/profile');
  });
});

test('a mailed link expires after half an hour on the server’s clock, and the page says so', async ({
  somebody,
  product,
}) => {
  const account = { type: 'Business', business_name: 'Slow Tide Charters' } as const;
  const { email } = await aNewcomer(await somebody(), account);
  const visitor = await somebody();
  const askForLink = async () => {
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: 'Send the link' }).click();
    await expect(visitor.getByRole('heading', { name: 'Email Sent' })).toBeVisible();
  };
  const expired = visitor.getByRole('heading', { name: 'This link has expired' });
  const choosePassword = async () => {
    await visitor.getByLabel(/^New password/).fill(FRESH);
    await visitor.getByLabel(/^Confirm new password/).fill(FRESH);
    await visitor.getByRole('button', { name: 'Set password' }).click();
  };

  try {
    await test.step('an email address without an account gets no mail', async () => {
      await visitor.goto('/forgot');
      await visitor.getByLabel('Email').fill('nobody.at.all@people.test');
      await visitor.getByRole('button', { name: 'Send the link' }).click();
      await expect(visitor.getByText('No User Found')).toBeVisible();
    });

    await test.step('the link opens after 29 minutes, and is rejected after 31', async () => {
      await askForLink();
      const link = await mailedLink(product, email);
      await product.setClockAhead(29);
      await visitor.goto(link);
      await expect(visitor.getByLabel('Account')).toHaveValue(email);
      await product.setClockAhead(31);
      await choosePassword();
      await expect(expired).toBeVisible();
      await visitor.goto(link);
      await expect(expired).toBeVisible();
    });

    await test.step('the page offers another link, which leads to the login', async () => {
      await product.setClockAhead(0);
      const late = await mailedLink(product, email);
      await visitor.getByRole('link', { name: 'Request a new link' }).click();
      await askForLink();
      await expect.poll(() => mailedLink(product, email)).not.toBe(late);
      await visitor.goto(await mailedLink(product, email));
      await choosePassword();
      await visitor.waitForURL('**/login');
      await expect(visitor.getByText('Log in with your new password.')).toBeVisible();
      await signIn(visitor, email, FRESH);
    });
  } finally {
    await product.setClockAhead(0);
  }
});

async function mailedLink(product: Product, email: string): Promise<string> {
  const mail = await newestMail(product, email, 'Set a new Waypost password');
  return /https?:\S+\/forgotPassword\/[\w-]+/.exec(mail)?.[0] ?? 'no link in the mail';
}
