import type { Page } from '@playwright/test';
import { checkScreenWithoutScripts, openFromEmail, PHONE } from './from-email.ts';
import { expect, test } from './product.ts';

// Runs apart (playwright.config.ts), because other files count the hours approved here.

const waiting = (page: Page) => page.getByText(/waiting for your approval/);

test('a business approves hours on a phone, from the email, without an account and without scripts', async ({
  somebody,
}) => {
  const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
  const scan = await somebody();
  await openFromEmail(phone, 'hello.spa-creek-software@demo.waypost.test');
  for (const width of [320, 390]) {
    await phone.setViewportSize({ ...PHONE, width });
    await checkScreenWithoutScripts(phone, scan, 'Approve hours');
  }
  const approve = phone.getByRole('button', { name: /^Approve all of / }).first();
  const [, name] = /^Approve all of (.+?):/.exec((await approve.textContent()) ?? '') ?? [];

  await test.step('without a name, the field shows an error and has the focus', async () => {
    // The browser validates the field. A client that does not gets the page with the error.
    await approve.click();
    expect(
      await phone
        .getByLabel('Your name')
        .first()
        .evaluate((input: HTMLInputElement) => input.validity.valueMissing),
    ).toBe(true);
    await expect(waiting(phone)).toBeVisible();
  });

  await test.step('a name and one button approve all of an intern’s hours', async () => {
    await phone.getByLabel('Your name').first().fill('Grace Hopper');
    await approve.click();
    await expect(phone.getByRole('status')).toHaveText('Saved. Thank you.');
    await expect(phone.getByRole('listitem').filter({ hasText: `${name}: ` })).toContainText('approved');
    await checkScreenWithoutScripts(phone, scan, 'Approve hours');
  });
});

test('a link that does not work says what to do', async ({ somebody }) => {
  const phone = await somebody({ viewport: { width: 320, height: 600 }, javaScriptEnabled: false });
  await phone.goto('/link/no-such-link');
  await checkScreenWithoutScripts(phone, await somebody(), 'This link doesn’t work');
  await expect(phone.getByRole('link', { name: 'Log in with an account' })).toBeVisible();
});
