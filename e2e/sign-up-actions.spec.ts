import { OnPhone } from './counting.ts';
import { agreement, confirmationInOutbox, PASSWORD } from './forms.ts';
import { PHONE } from './from-email.ts';
import { ask } from './people.ts';
import { checkScreen, expect, test } from './product.ts';

// A student signs up and fills in the first profile, on a phone whose browser does not autofill. Counts every tap and
// every filled field. The counts must not grow (bench/README.md).

const email = 'imani.rhodes@students.test';

test('a student signs up by a shared link and fills in the profile, in few actions', async ({
  somebody,
}, testInfo) => {
  const student = new OnPhone(await somebody({ viewport: PHONE, hasTouch: true, isMobile: true }));
  const { page } = student;
  const counted = () => student.taps + student.fields;

  await test.step('signs up by the link that the school shares', async () => {
    const clients = await ask<{ _id: string; full_name: string }[]>(page, '/api/getClients');
    const client = clients.find(({ full_name }) => full_name === 'Chesapeake Bay Public Schools')?._id;
    student.taps += 1;
    await page.goto(`/signup?client=${client}&type=Student`);
    await checkScreen(page, 'Create an account');
    await student.fill('First name', 'Imani');
    await student.fill('Last name', 'Rhodes');
    await student.fill('Email', email);
    await student.fill('Password', PASSWORD);
    await student.fill('Confirm password', PASSWORD);
    await student.press('Create account');
    await checkScreen(page, 'Complete your profile');
    const link = await confirmationInOutbox(page, email);
    student.taps += 1;
    await page.goto(link);
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await checkScreen(page, 'Complete your profile');
  });
  const signUp = counted();

  await test.step('fills in the profile', async () => {
    const choose = async (label: string) => {
      student.fields += 1;
      await page.getByLabel(label).selectOption({ index: 1 });
    };
    await student.fill('Student ID', '4471903');
    await choose('Gender');
    await student.fill('Birth date', '04/17/2009');
    student.fields += 1;
    await page.getByRole('combobox', { name: 'School', exact: true }).selectOption({ index: 1 });
    await choose('Program');
    await choose('Graduation year');
    await student.tap(page.getByRole('group', { name: 'Focus areas' }).locator('label').first());
    await student.fill('Parent or guardian', 'Dana Rhodes');
    await student.fill('Street', '7 Chesapeake Avenue');
    await student.fill('ZIP code', '21403');
    await expect(page.getByLabel('City')).toHaveValue('Annapolis');
    const choosing = page.waitForEvent('filechooser');
    await student.press('Upload agreement');
    student.taps += 1;
    await (await choosing).setFiles(agreement);
    await expect(page.getByText('Your agreement is on file.')).toBeVisible();
    await student.press('Save profile');
    await checkScreen(page, 'Browse opportunities');
  });
  const profile = counted() - signUp;

  const lines = `sign up: ${signUp} actions\nprofile: ${profile} actions`;
  console.log(lines);
  await testInfo.attach('actions', { body: lines, contentType: 'text/plain' });
  expect(signUp, 'to sign up').toBeLessThanOrEqual(8);
  expect(profile, 'for the profile').toBeLessThanOrEqual(13);
});
