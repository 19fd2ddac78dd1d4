import { aBusiness, anApplication, anOpportunity, aStudent, move } from './people.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// All tabs share one stream of notices.

test('an offer rings the bell in both tabs of a student’s phone, by one stream', async ({
  somebody,
  staff,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Bell Point Boats');
  const student = await aStudent(
    await somebody({ viewport: { width: 390, height: 844 }, hasTouch: true }),
    staff,
    'Ana',
    'Bell',
  );
  const { page: first } = student;
  const application = await anApplication(student, await anOpportunity(business, 'Bell ringer'));
  const second = await first.context().newPage();
  const streams: string[] = [];
  for (const page of [first, second])
    page.on('request', (request) => {
      if (request.url().endsWith('/api/bellEvents')) streams.push(request.url());
    });
  await first.goto('/applications/list');
  const bell = first.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  // The notice that the account was approved.
  await expect(first.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await expect.poll(() => streams.length).toBe(1);
  await second.goto('/applications/list');
  await expect(second.getByRole('button', { name: /^Notifications/ })).toBeVisible();

  await move(business, application, 'Offered');
  for (const page of [first, second])
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible({
      timeout: 30_000,
    });
  expect(streams).toHaveLength(1);

  await bell.tap();
  await expect(first.getByRole('link', { name: /You are offered a placement: Bell ringer/ })).toBeVisible();
  await expectScreen(first, /.+/);
  await first.getByRole('link', { name: /You are offered a placement: Bell ringer/ }).tap();
  await expect(first).toHaveURL(new RegExp(`/application/view/${application}$`));
  for (const page of [first, second])
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
