import { linkPurposes } from '@waypost/contract/links/rules';
import { atStopWithoutScripts, PHONE } from './from-email.ts';
import { deeds, linksOfAPlacement, perform } from './linked.ts';
import { expect, test } from './product.ts';

// Every kind of link on a phone without scripts: its page, what is done there, and the receipt.

const MOST_BYTES = 15_000;

for (const language of ['en', 'es'] as const)
  test(`the page of every purpose works on a phone without scripts, in language ${language}`, async ({
    somebody,
    staff,
  }) => {
    const links = await linksOfAPlacement(somebody, staff, language);
    const scan = await somebody();
    for (const purpose of linkPurposes)
      await test.step(purpose, async () => {
        const phone = await somebody({ viewport: PHONE, javaScriptEnabled: false });
        const reply = await phone.goto(links[purpose]);
        expect((await reply?.body())?.length).toBeLessThan(MOST_BYTES);
        await expect(phone.locator(`html[lang=${language}]`)).toHaveCount(1);
        await expect(phone.locator('details summary').last()).toBeVisible();
        for (const width of [320, 390]) {
          await phone.setViewportSize({ ...PHONE, width });
          await atStopWithoutScripts(phone, scan, /./);
        }
        const deed = deeds[purpose];
        if (!deed) return;
        const after = phone.waitForResponse((one) => one.request().method() === 'POST');
        await perform(phone, deed);
        expect((await (await after).body()).length).toBeLessThan(MOST_BYTES);
        await atStopWithoutScripts(phone, scan, /./);
      });
  });
