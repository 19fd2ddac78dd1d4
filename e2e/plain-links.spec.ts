import { PHONE } from './from-email.ts';
import {
  askForCode,
  linkPages,
  linksOfAPlacement,
  perform,
  requireCodes,
  submissions,
  typeWrongCode,
} from './linked.ts';
import { expect, test } from './product.ts';

// Every kind of link on a phone without scripts: its page, the action there, and the receipt.

const MOST_BYTES = 15_000;
/** The least gap, in pixels, between a button and the label of the field below it. */
const LEAST_GAP = 16;

for (const language of ['en', 'es'] as const)
  test(`the page of every purpose works on a phone without scripts, in language ${language}`, async ({
    somebody,
    staff,
  }) => {
    const links = await linksOfAPlacement(somebody, staff, language);
    for (const { purpose, code } of linkPages)
      await test.step(`${purpose}${code ? ', with a code' : ''}`, async () => {
        await requireCodes(staff, code);
        const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
        const reply = await phone.goto(links[purpose]);
        expect((await reply?.body())?.length).toBeLessThan(MOST_BYTES);
        await expect(phone.locator(`html[lang=${language}]`)).toHaveCount(1);
        await expect(phone.locator('details summary').last()).toBeVisible();
        await expect(phone.locator('[name="code"]')).toHaveCount(code ? 1 : 0);
        const [below, above] = [
          phone.locator('button.second + .field'),
          phone.locator('button.second:has(+ .field)'),
        ];
        for (let index = 0; index < (await below.count()); index += 1) {
          const [field, button] = [
            await below.nth(index).boundingBox(),
            await above.nth(index).boundingBox(),
          ];
          if (field && button) expect(field.y - button.y - button.height).toBeGreaterThanOrEqual(LEAST_GAP);
        }
        const submission = submissions[purpose];
        if (!submission) return;
        for (const act of code ? [askForCode, typeWrongCode] : [perform]) {
          const after = phone.waitForResponse((one) => one.request().method() === 'POST');
          await act(phone, submission);
          expect((await (await after).body()).length).toBeLessThan(MOST_BYTES);
        }
      });
  });
