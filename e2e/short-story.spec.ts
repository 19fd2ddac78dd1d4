import { checkScreen, expect, signIn, test } from './product.ts';

test('the demo’s student accepts a pending offer and logs hours', async ({ somebody }) => {
  const maya = await somebody();
  await signIn(maya, 'student@demo.waypost.test');
  await checkScreen(maya, 'Work-Based Learning');
  const placements = maya.getByRole('article');
  const before = await placements.count();

  await maya.getByRole('link', { name: 'Applications' }).click();
  // The page before it has a link of this name too.
  await checkScreen(maya, 'Applications');
  await maya.getByRole('link', { name: 'Answer offer' }).click();
  await checkScreen(maya, 'Application');
  await maya.getByRole('button', { name: 'Accept the offer' }).click();
  await expect(maya.getByRole('region', { name: 'Status', exact: true })).toContainText('Accepted');

  await maya.getByRole('link', { name: 'My Jobs' }).click();
  await expect(placements).toHaveCount(before + 1);
  await maya.getByRole('link', { name: 'Applications' }).click();
  // The list is first shown as it was, so the new placement's row would move the others during a press.
  const open = maya.getByRole('link', { name: 'Open placement' });
  await expect(open).toHaveCount(before + 1);
  await open.first().click();
  await checkScreen(maya, 'Hours Log');
  await maya.getByRole('textbox', { name: 'Hours', exact: true }).fill('2.25');
  await maya.getByLabel('Activity log').fill('Counted the stock of the whole shed.');
  await maya.getByRole('button', { name: 'Save hours' }).click();
  await expect(maya.getByRole('row').filter({ hasText: 'Counted the stock' })).toContainText('Pending');
});

test('the demo’s business approves pending hours, and the student sees it', async ({ somebody }) => {
  const owner = await somebody();
  const maya = await somebody();
  await signIn(maya, 'student@demo.waypost.test');
  const own = maya.getByRole('article').filter({ hasText: 'Bayside Marine' });
  await own.getByRole('link', { name: 'Log hours' }).click();
  await maya.getByLabel('Activity log').fill('Rinsed and stowed every sail.');
  await maya.getByRole('button', { name: 'Save hours' }).click();
  const entry = maya.getByRole('row').filter({ hasText: 'Rinsed and stowed every sail.' });
  await expect(entry).toContainText('Pending');

  await signIn(owner, 'business@demo.waypost.test');
  await checkScreen(owner, 'Manage Opportunities');
  await owner.getByRole('link', { name: 'Current Interns' }).click();
  const intern = owner.getByRole('article', { name: /Maya/ });
  await intern.getByRole('link', { name: 'Review hours' }).click();
  await checkScreen(owner, 'Intern Hours Log');
  await owner.getByRole('button', { name: /^Approve (it|all)/ }).click();
  await expect(owner.getByText(/^\d+\.\d\d hours approved\.$/)).toBeVisible();
  await expect(owner.getByText('Pending', { exact: true })).toHaveCount(0);

  await expect(entry).toContainText('Approved');
  await checkScreen(maya, 'Hours Log');
});

test('on a phone, logging an afternoon’s hours takes three taps and two fields', async ({ somebody }) => {
  const maya = await somebody({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signIn(maya, 'student@demo.waypost.test');
  await checkScreen(maya, 'Work-Based Learning');
  await maya.getByRole('article').filter({ hasText: 'Bayside Marine' }).getByText('Log hours').tap();

  const hours = maya.getByRole('textbox', { name: 'Hours', exact: true });
  await hours.tap();
  await hours.fill('3.5');
  const activity = maya.getByLabel('Activity log');
  await activity.tap();
  await activity.fill('Painted the hull below the waterline.');
  await maya.getByRole('button', { name: 'Save hours' }).tap();

  const entry = maya.getByRole('row').filter({ hasText: 'Painted the hull' });
  await expect(entry).toContainText('3.50');
  await expect(entry).toContainText('Pending');
});
