import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import {
  askForCode,
  digestOfLinks,
  linkPages,
  linksOfAPlacement,
  perform,
  requireCodes,
  submissions,
} from './linked.ts';
import { expect, test } from './product.ts';

// Mail scanners open every link in a real browser, follow what is on the page, and press its buttons.

test('a browser that follows every link and presses every button without typing changes nothing, for every purpose', async ({
  somebody,
  staff,
  product,
}) => {
  const links = await linksOfAPlacement(somebody, staff);
  const { client } = await ask<{ client: string }>({ request: staff }, '/auth/userdata');
  for (const { purpose, code } of linkPages)
    await test.step(`${purpose}${code ? ', with a code' : ''}`, async () => {
      await requireCodes(staff, code);
      const scanner = await somebody();
      const link = links[purpose];
      const before = await digestOfLinks(product, client);
      await scanner.request.head(link);
      await scanner.request.get(link);
      await scanner.goto(link);
      await expect(scanner.locator('button[value="code"]')).toHaveCount(code ? 1 : 0);
      const shown = await scanner.locator('main').innerText();
      await followEverything(scanner);
      const pressed = await pressEverything(scanner, link);
      expect(pressed).toBeGreaterThan(submissions[purpose] ? 1 : 0);
      expect(await digestOfLinks(product, client)).toBe(before);
      await scanner.goto(link);
      expect(await scanner.locator('main').innerText()).toBe(shown);
      const submission = submissions[purpose];
      if (!submission) return;
      await (code ? askForCode : perform)(scanner, submission);
      expect(await digestOfLinks(product, client)).not.toBe(before);
    });
});

async function followEverything(page: Page): Promise<void> {
  const here = page.url();
  const addresses = await page
    .getByRole('link')
    .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  for (const address of addresses.filter((one) => one.startsWith('http'))) await page.goto(address);
  await page.goto(here);
}

/**
 * Presses each button on the unchanged page, then with every box checked and the first option of each select chosen.
 * Also presses Enter in each text field. Returns the number of buttons.
 */
async function pressEverything(page: Page, link: string): Promise<number> {
  const buttons = page.locator('button:visible');
  let count = 0;
  for (const isChecked of [false, true])
    for (let index = 0; index === 0 || index < count; index += 1) {
      await page.goto(link);
      for (const summary of await page.locator('details > summary').all()) await summary.click();
      if (isChecked) for (const box of await page.getByRole('checkbox').all()) await box.check();
      if (isChecked)
        for (const choice of await page.getByRole('combobox').all()) await choice.selectOption({ index: 0 });
      count = await buttons.count();
      await buttons.nth(index).click();
    }
  for (let index = 0; index < (await page.getByRole('textbox').count()); index += 1) {
    await page.goto(link);
    for (const summary of await page.locator('details > summary').all()) await summary.click();
    await page.getByRole('textbox').nth(index).press('Enter');
  }
  return count;
}
