import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import { PASSWORD } from './forms.ts';
import { aStudent, type Person } from './people.ts';
import { expect, signIn, test } from './product.ts';
import { expectScreen } from './screens.ts';

// Two tabs of a browser share one session. When someone else logs in, no tab may save as the person before.

const profileMenu = (page: Page, { name }: Person) => page.getByRole('banner').getByRole('button', { name });

async function logOut(page: Page, person: Person): Promise<void> {
  await profileMenu(page, person).click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expectScreen(page, /./);
  await expect(page).toHaveURL('/');
}

const middleName = (page: Page) => page.getByLabel('Middle name');

/** What the server has stored of this person, asked in a browser of their own. */
const recordOf = ({ page }: Person) => ask<object>(page, '/auth/userdata');

for (const hasChannel of [true, false])
  test(`a tab never saves as the next person, ${hasChannel ? 'told by the other tab' : 'refused by the server'}`, async ({
    somebody,
    staff,
  }) => {
    const tab = await somebody();
    // Some phones still in use have none.
    if (!hasChannel) await tab.context().addInitScript('delete window.BroadcastChannel');
    const ana = await aStudent(tab, staff, 'Ana', 'Before', { birth_date: '2009-06-01' });
    const ben = await aStudent(await somebody(), staff, 'Ben', 'After');
    const before = await recordOf(ben);
    const questions: string[] = [];
    tab.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });

    await test.step('Ana types, and someone else logs in in another tab', async () => {
      await tab.goto('/profile');
      await middleName(tab).click();
      await middleName(tab).pressSequentially('Unsaved');
      const other = await tab.context().newPage();
      await other.goto('/contact');
      await logOut(other, ana);
      if (hasChannel) await tab.waitForURL('/login?next=%2Fprofile');
      await signIn(other, ben.email, PASSWORD);
      await expect(profileMenu(other, ben)).toBeVisible();
      await other.close();
    });

    await test.step('her tab shows him, and nothing was saved', async () => {
      if (!hasChannel) await tab.getByRole('button', { name: 'Save profile' }).click();
      await expect(profileMenu(tab, ben)).toBeVisible();
      const refused = tab.getByRole('alert').filter({ hasText: 'Someone else is logged in here now' });
      await expect(refused).toHaveCount(hasChannel ? 0 : 1);
      if (!hasChannel) await expectScreen(tab, /./);
      expect(questions, 'nobody can save the unsaved changes').toEqual([]);
      await tab.goto('/profile');
      await expect(middleName(tab)).toHaveValue('');
      expect(await recordOf(ben)).toEqual(before);
    });

    await test.step('she gets her text back when she logs in', async () => {
      await logOut(tab, ben);
      await signIn(tab, ana.email, PASSWORD);
      await tab.goto('/profile');
      await expect(tab.getByText('We restored what you typed')).toBeVisible();
      await expect(middleName(tab)).toHaveValue('Unsaved');
    });
  });
