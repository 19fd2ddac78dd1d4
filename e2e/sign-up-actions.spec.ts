import { ask, said } from './calls.ts';
import { OnPhone } from './counting.ts';
import { agreement, anAddress, confirmationInOutbox, PASSWORD } from './forms.ts';
import { PHONE } from './from-email.ts';
import { newestMail } from './mails.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// Students sign up, or are imported, and fill in the first profile, on a phone whose browser does not autofill. Counts
// every tap and every filled field. The counts must not grow (bench/README.md).

const email = anAddress('imani.rhodes');

const chooseFirst = async (student: OnPhone, label: string) => {
  student.fields += 1;
  await student.page.getByLabel(label).selectOption({ index: 1 });
};

/** Fills in what no school's records have, uploads the agreement, and saves. */
async function fillInOwn(student: OnPhone): Promise<void> {
  const { page } = student;
  await chooseFirst(student, 'Gender');
  await student.tap(page.getByRole('group', { name: 'Focus areas' }).locator('label').first());
  await student.fill('Street', '7 Chesapeake Avenue');
  await student.fill('ZIP code', '21403');
  await expect(page.getByLabel('City')).toHaveValue('Annapolis');
  const choosing = page.waitForEvent('filechooser');
  await student.press('Upload agreement');
  student.taps += 1;
  await (await choosing).setFiles(agreement);
  await expect(page.getByText('Your agreement is on file.')).toBeVisible();
  await student.press('Save profile');
  await expectScreen(page, 'Browse opportunities');
}

test('a student signs up by a shared link and fills in the profile, in few actions', async ({
  somebody,
  staff,
}, testInfo) => {
  const student = new OnPhone(await somebody({ viewport: PHONE, hasTouch: true, isMobile: true }));
  const { page } = student;

  await test.step('signs up by the link that the school shares', async () => {
    const { client } = await ask<{ client: string }>({ request: staff }, '/auth/userdata');
    student.taps += 1;
    await page.goto(`/signup?client=${client}&type=Student`);
    await expectScreen(page, 'Create an account');
    await student.fill('First name', 'Imani');
    await student.fill('Last name', 'Rhodes');
    await student.fill('Email', email);
    await student.fill('Password', PASSWORD);
    await student.fill('Confirm password', PASSWORD);
    await student.press('Create account');
    await expectScreen(page, 'Complete your profile');
    const link = await confirmationInOutbox(page, email);
    student.taps += 1;
    await page.goto(link);
    await expect(page.getByText('Your email is confirmed.')).toBeVisible();
    await expectScreen(page, 'Complete your profile');
  });
  const signUp = student.actions;

  await test.step('fills in the profile', async () => {
    await student.fill('Student ID', '4471903');
    await student.fill('Birth date', '04/17/2009');
    student.fields += 1;
    await page.getByRole('combobox', { name: 'School', exact: true }).selectOption({ index: 1 });
    await chooseFirst(student, 'Program');
    await chooseFirst(student, 'Graduation year');
    await student.fill('Parent or guardian', 'Dana Rhodes');
    await fillInOwn(student);
  });
  const profile = student.actions - signUp;

  const lines = `sign up: ${signUp} actions\nprofile: ${profile} actions`;
  console.log(lines);
  await testInfo.attach('actions', { body: lines, contentType: 'text/plain' });
  expect(signUp, 'to sign up').toBeLessThanOrEqual(8);
  expect(profile, 'for the profile').toBeLessThanOrEqual(13);
});

test('a student whose school imported its records does it in half as many actions as before', async ({
  somebody,
  staff,
  product,
}, testInfo) => {
  const imported = anAddress('theo.lindqvist');
  await test.step('the school imports a file of students', async () => {
    const [program] = await ask<{ name: string }[]>({ request: staff }, '/api/getPrograms');
    const sheet = [
      'First name,Last name,Email,Student ID,School,Program,Graduation year,Birth date,Parent name',
      `Theo,Lindqvist,${imported},4471904,Severn River High School,${program?.name},2027,05/02/2009,Maja Lindqvist`,
    ].join('\r\n');
    const file = { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) };
    const multipart = { kind: 'students', fileupload: file };
    const preview = await said(await staff.post('/api/uploadImport', { multipart }));
    expect(preview).toMatchObject({ accepted: [{ name: 'Theo Lindqvist' }], rejected: [] });
    await said(await staff.post('/api/importStudents', { data: {} }));
  });

  const student = new OnPhone(await somebody({ viewport: PHONE, hasTouch: true, isMobile: true }));
  const { page } = student;
  await test.step('sets a password by the mailed link, and logs in', async () => {
    const mail = await newestMail(product, imported);
    student.taps += 1;
    await page.goto(/http\S+\/forgotPassword\/\S+/.exec(mail)?.[0] ?? '');
    await student.fill('New password', PASSWORD);
    await student.fill('Confirm new password', PASSWORD);
    await student.press('Set password');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(imported);
    await student.fill('Password', PASSWORD);
    await student.press('Log in');
    await expectScreen(page, 'Complete your profile');
  });
  const signUp = student.actions;
  await test.step('adds to the profile what the school does not know', () => fillInOwn(student));
  const profile = student.actions - signUp;

  const lines = `imported, set a password and log in: ${signUp} actions\nprofile: ${profile} actions`;
  console.log(lines);
  await testInfo.attach('actions', { body: lines, contentType: 'text/plain' });
  expect(signUp, 'to log in').toBeLessThanOrEqual(6);
  expect(profile, 'for the profile').toBeLessThanOrEqual(7);
});
