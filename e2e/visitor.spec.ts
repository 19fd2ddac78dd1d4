import type { Locator, Page } from '@playwright/test';
import { aNewcomer } from './people.ts';
import { checkScreen, DEMO_PASSWORD, expect, newestMail, signIn, test } from './product.ts';

test('a visitor opens the public screens, on a desktop and on a phone', async ({ somebody }) => {
  const visitor = await somebody();
  for (const width of [1280, 360]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.goto('/');
    await checkScreen(visitor, 'Find your way from school to work');
    await visitor.goto('/contact');
    await expect(visitor.getByText('Coming Soon...')).toBeVisible();
    await checkScreen(visitor, 'Contact');
    await visitor.goto('/login');
    await checkScreen(visitor, 'Log in');
    await visitor.goto('/signup');
    await checkScreen(visitor, 'Create an account');
    await visitor.goto('/forgot');
    await checkScreen(visitor, 'Forgot your password?');
    await visitor.goto('/uhoh');
    await checkScreen(visitor, 'Something Went Wrong');
    await visitor.goto('/no/such/place');
    await checkScreen(visitor, 'We couldn’t find this page');
  }
});

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
}) => {
  const student = await somebody();
  await student.setViewportSize({ width: 412, height: 823 });
  await signIn(student, 'student@demo.waypost.test');
  await student.goto('/opportunity/browse');
  const first = student.getByRole('article').first().getByRole('link').filter({ hasText: /\S/ });
  const title = (await first.textContent())?.trim() ?? '';
  const address = (await first.getAttribute('href')) ?? 'no address';

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
  await student.goto(address);
  await checkScreen(student, title);
  // The headings before and after the reply.
  expect(await student.evaluate(() => window.headings)).toEqual(['Opportunity', title]);
  expect(await student.evaluate(() => window.moved)).toBeLessThan(0.02);
  expect(asked.filter((path) => path === '/api/loadOpportunity')).toHaveLength(1);
});

test('a wrong password shows its message and nothing else', async ({ somebody }) => {
  const visitor = await somebody();
  await visitor.goto('/login');
  await visitor.getByLabel('Email').fill('student@demo.waypost.test');
  await visitor.getByLabel('Password', { exact: true }).fill('not this one');
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(visitor.getByText('Wrong Name/PW')).toBeVisible();
  await checkScreen(visitor, 'Log in');
});

test('a guarded URL leads to the login, and from there back', async ({ somebody }) => {
  const visitor = await somebody();
  await visitor.goto('/interns/viewall?pending=true');
  await visitor.waitForURL('**/login?next=**');
  await checkScreen(visitor, 'Log in');
  await visitor.getByLabel('Email').fill('business@demo.waypost.test');
  await visitor.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await checkScreen(visitor, 'Manage Interns');
  expect(new URL(visitor.url()).pathname).toBe('/interns/viewall');
});

test('a screen of another role says that you cannot open it', async ({ somebody }) => {
  const student = await somebody();
  await signIn(student, 'student@demo.waypost.test');
  await student.goto('/interns/viewall');
  await checkScreen(student, 'Something Went Wrong');
  await student.getByRole('link', { name: 'Go to my home page' }).click();
  await checkScreen(student, 'Work-Based Learning');
});

test('a forgotten password is reset with the mailed link, which works once', async ({
  somebody,
  product,
}) => {
  const business_name = 'The Forgetful Ferry';
  const { email } = await aNewcomer(await somebody(), { type: 'Business', business_name });
  const visitor = await somebody();
  await visitor.goto('/forgot');
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByRole('button', { name: 'Send the link' }).click();
  await checkScreen(visitor, 'Email Sent');
  const [link] =
    (await newestMail(product, email, 'Set a new Waypost password')).match(
      /https?:\S+\/forgotPassword\/[\w-]+/,
    ) ?? [];
  await visitor.goto(link ?? 'no link in the mail');
  await checkScreen(visitor, 'Set a new password');
  const fresh = 'four herons over the marsh';
  await visitor.getByLabel(/^New password/).fill(fresh);
  await visitor.getByLabel(/^Confirm new password/).fill(`${fresh}!`);
  await visitor.getByRole('button', { name: 'Set password' }).click();
  await expect(visitor.getByText('this field must match the other password')).toBeVisible();
  await checkScreen(visitor, 'Set a new password');
  await visitor.getByLabel(/^Confirm new password/).fill(fresh);
  await visitor.getByRole('button', { name: 'Set password' }).click();
  await visitor.waitForURL('**/login');
  await signIn(visitor, email, fresh);

  const late = await somebody();
  await late.goto(link ?? '');
  await checkScreen(late, 'This link has expired');
});

test('the login works with the keyboard alone, and the focus is always visible', async ({ somebody }) => {
  const visitor = await somebody();
  await visitor.goto('/login');
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
    visitor.getByRole('button', { name: 'Log in', exact: true }),
  ];
  for (const stop of way) {
    await visitor.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await expectVisibleFocus(visitor, stop);
  }
  await email.focus();
  await visitor.keyboard.type('student@demo.waypost.test');
  await visitor.keyboard.press('Tab');
  await visitor.keyboard.type(DEMO_PASSWORD);
  await visitor.keyboard.press('Enter');
  await checkScreen(visitor, 'Work-Based Learning');
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
