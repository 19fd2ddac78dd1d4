import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from './forms.ts';
import { newestMail } from './mails.ts';
import { aBusiness, aNewcomer, anOpportunity, aStudent } from './people.ts';
import { expect, signIn, test } from './product.ts';
import { expectScreen } from './screens.ts';

test('a page is readable before the app starts, in either scheme, with one script', async ({ somebody }) => {
  const visitor = await somebody({ colorScheme: 'dark' });
  const logged: string[] = [];
  visitor.on('console', (line) => logged.push(line.text()));
  await visitor.route('**/assets/*.js', (route) => route.abort());
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Find your way from school to work · Waypost');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // The static page shows this host's banner, and no other.
  await expect(visitor.getByText('Local copy: nothing here is public')).toBeVisible();
  await expect(visitor.getByText('Development: for testing only')).toBeHidden();
  expect(logged.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
});

test('an opportunity keeps its position and heading when the app starts, and is requested once', async ({
  somebody,
  staff,
}) => {
  const title = 'Light keeper';
  // Longer than the screen, as usual.
  const full_description = '<p>You trim the lamp, wind the clockwork and keep the log.</p>'.repeat(30);
  const business = await aBusiness(await somebody(), staff, 'Thomas Point Light');
  const id = await anOpportunity(business, title, { full_description });
  const phone = { viewport: { width: 412, height: 823 } };
  const { page: student } = await aStudent(await somebody(phone), staff, 'Ida', 'Lewis');

  const asked: string[] = [];
  student.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await student.addInitScript(() => {
    Object.assign(window, { moved: 0, headings: [] });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.moved += (shift as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver(() => {
      const heading = document.querySelector('main h1')?.textContent;
      if (heading && heading !== window.headings.at(-1)) window.headings.push(heading);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await student.goto(`/opportunity/view/${id}`);
  await expectScreen(student, title);
  // The headings before and after the reply.
  expect(await student.evaluate(() => window.headings)).toEqual(['Opportunity', title]);
  expect(await student.evaluate(() => window.moved)).toBeLessThan(0.02);
  expect(asked.filter((path) => path === '/api/loadOpportunity')).toHaveLength(1);
});

test('a forgotten password is reset with the mailed link, which works once', async ({
  somebody,
  staff,
  product,
}) => {
  const business_name = 'The Forgetful Ferry';
  const { email } = await aNewcomer(await somebody(), staff, { type: 'Business', business_name });
  const visitor = await somebody();
  await visitor.goto('/forgot');
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByRole('button', { name: 'Send the link' }).click();
  await expectScreen(visitor, 'Email Sent');
  const [link] =
    (await newestMail(product, email, 'Set a new Waypost password')).match(
      /https?:\S+\/forgotPassword\/[\w-]+/,
    ) ?? [];
  await visitor.goto(link ?? 'no link in the mail');
  await expectScreen(visitor, 'Set a new password');
  const fresh = 'four herons over the marsh';
  await visitor.getByLabel(/^New password/).fill(fresh);
  await visitor.getByLabel(/^Confirm new password/).fill(`${fresh}!`);
  await visitor.getByRole('button', { name: 'Set password' }).click();
  await expect(visitor.getByText('this field must match the other password')).toBeVisible();
  await expectScreen(visitor, 'Set a new password');
  await visitor.getByLabel(/^Confirm new password/).fill(fresh);
  await visitor.getByRole('button', { name: 'Set password' }).click();
  await visitor.waitForURL('**/login');
  await signIn(visitor, email, fresh);

  const late = await somebody();
  await late.goto(link ?? '');
  await expectScreen(late, 'This link has expired');
});

test('a guarded URL leads to the login and back, with the keyboard alone, and the focus is always visible', async ({
  somebody,
  staff,
}) => {
  const student = await aStudent(await somebody(), staff, 'Ada', 'Keys');
  const visitor = await somebody();
  await visitor.goto('/applications/list');
  await visitor.waitForURL('**/login?next=**');
  // Wait until the app has started: the static page has the heading, but no fields.
  await expect(visitor.getByLabel('Email')).toBeVisible();
  // Start at the top of the page instead of at a focused field.
  await visitor.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await visitor.keyboard.press('Tab');
  const skip = visitor.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('main')).toBeFocused();

  const email = visitor.getByLabel('Email');
  const password = visitor.getByLabel('Password', { exact: true });
  const way: Locator[] = [
    email,
    password,
    visitor.getByRole('button', { name: 'Show password' }),
    visitor.getByRole('checkbox', { name: 'This is a shared computer' }),
    visitor.getByRole('button', { name: 'Log in', exact: true }),
  ];
  for (const stop of way) {
    await visitor.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expectVisibleFocus(visitor, stop);
  }
  await email.focus();
  await visitor.keyboard.type(student.email);
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type(PASSWORD);
  await visitor.keyboard.press('Enter');
  await expectScreen(visitor, 'Applications');
  expect(new URL(visitor.url()).pathname).toBe('/applications/list');

  await test.step('a screen of another role says that you cannot open it', async () => {
    await visitor.goto('/interns/viewall');
    await expectScreen(visitor, 'Something Went Wrong');
    await visitor.getByRole('link', { name: 'Go to my home page' }).click();
    await expectScreen(visitor, 'Browse opportunities');
  });
});

/** Expects the focused element to look different from when it is not focused. */
async function expectVisibleFocus(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('what has the focus is not in the page');
  const clip = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  const focused = await page.screenshot({ clip });
  await element.blur();
  const blurred = await page.screenshot({ clip });
  await element.focus();
  expect(focused.equals(blurred), 'the focus is not to be seen').toBe(false);
}

declare global {
  interface Window {
    moved: number;
    headings: string[];
  }
}
