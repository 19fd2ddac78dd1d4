import { tabTo } from './keyboard.ts';
import { linksOfAPlacement } from './linked.ts';
import { expect, test } from './product.ts';

// The pages of links by keyboard alone, with what a screen reader says about their fields and errors.

test('signing, an evaluation and hours by link need no mouse, and an error takes the focus', async ({
  somebody,
  staff,
}) => {
  const links = await linksOfAPlacement(somebody, staff);
  const page = await somebody();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const press = async (name: string) => {
    await tabTo(page, button(name));
    await page.keyboard.press('Enter');
  };
  const done = page.getByText('Everything here is done.');

  await test.step('the agreement is signed', async () => {
    await page.goto(links.sign);
    await tabTo(page, field('Your name'));
    await expect(field('Your name')).toHaveAccessibleDescription(/^Type your name\./);
    await page.keyboard.type('Anne Weems');
    await press('Sign the agreement');
    const agreed = box('I have read this and I sign it online');
    await expect(agreed).toBeFocused();
    await expect(agreed).toHaveAccessibleDescription(/check this box to sign electronically$/);
    await expect(page).toHaveTitle('Error: Sign the training agreement');
    await page.keyboard.press('Space');
    await press('Sign the agreement');
    await expect(done).toBeVisible();
    await expect(page).toHaveTitle('Sign the training agreement');
  });

  await test.step('the evaluation is submitted', async () => {
    await page.goto(links.evaluation);
    await tabTo(page, field('Coordinator at the school'));
    await page.keyboard.type('Angela Whitfield');
    await tabTo(page, field('Phone'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('555');
    await tabTo(page, page.getByRole('combobox').nth(1));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, field('How is the intern doing?'));
    await page.keyboard.type('Sews a straight seam.');
    await tabTo(page, box('I discussed this evaluation with the intern'));
    await page.keyboard.press('Space');
    await tabTo(page, field('Your name'));
    await page.keyboard.type('Owen Back');
    await press('Submit the evaluation');
    await expect(field('Phone')).toBeFocused();
    await expect(field('Phone')).toHaveAccessibleDescription('must look like (000)000-0000');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('410 555 0177');
    await press('Submit the evaluation');
    await expect(done).toBeVisible();
  });

  await test.step('the hours are approved', async () => {
    await page.goto(links.hours);
    await tabTo(page, field('Your name'));
    await page.keyboard.type('Ruth Calloway');
    await press('Approve the checked entries');
    await expect(page.locator('p:focus')).toHaveText('Check the entries to approve or disapprove');
    await tabTo(page, box(/Cut a jib/));
    await page.keyboard.press('Space');
    await press('Approve the checked entries');
    await expect(done).toBeVisible();
  });
});
