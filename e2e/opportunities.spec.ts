import type { Page } from '@playwright/test';
import { dayFromNow, expectError } from './forms.ts';
import { aBusiness, anApplication, anOpportunity, aStudent } from './people.ts';
import { expect, test } from './product.ts';
import { fillOpportunity } from './profiles.ts';

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const done = (page: Page, sentence: string) => expect(page.getByText(sentence)).toBeVisible();

test('an opportunity is restricted to chosen students, edited, copied and deleted', async ({
  somebody,
  staff,
}) => {
  const { page: owner, email } = await aBusiness(await somebody(), staff, 'Selby Bay Marina');
  const zelda = await aStudent(await somebody(), staff, 'Zelda', 'Quillfeather');
  const zeno = await aStudent(await somebody(), staff, 'Zeno', 'Quillfeather');
  const students = owner.getByRole('combobox', { name: 'Students' });
  const suggestions = owner.getByRole('listbox', { name: 'Students found' });
  const chosen = owner.getByRole('list', { name: 'Chosen students' });
  const line = owner.getByRole('status').filter({ hasText: /student|User/i });
  const title = 'Dock master’s shadow';

  await test.step('students are suggested from the third character on, by name or email', async () => {
    await owner.goto('/opportunity/new');
    await fillOpportunity(owner, title);
    await owner.getByRole('radio', { name: 'Specific students' }).check();
    await expect(owner.getByLabel('Spots available')).toHaveCount(0);
    await owner.getByRole('button', { name: 'Create opportunity' }).click();
    await expectError(students, 'choose at least one student');
    await expect(students).toBeFocused();
    const asked: string[] = [];
    owner.on('request', (request) => {
      if (request.url().endsWith('/api/searchStudents')) asked.push(request.postData() ?? '');
    });
    await students.pressSequentially('qu');
    await expect(line).toHaveText('No students chosen yet.');
    await students.pressSequentially('illfea');
    await expect(suggestions.getByRole('option')).toHaveCount(2);
    expect(asked).toEqual(['{"search":"quillfea"}']);
  });

  await test.step('they are chosen by mouse, by keyboard and by email, and removed again', async () => {
    await suggestions.getByRole('option', { name: /Zelda/ }).click();
    await expect(chosen.getByRole('listitem')).toHaveText([/Zelda Quillfeather/]);
    await students.fill('quillfea');
    await expect(suggestions.getByRole('option', { name: /Zeno/ })).toBeVisible();
    await students.press('ArrowDown');
    await students.press('Enter');
    await expect(line).toHaveText('2 students chosen.');
    await chosen.getByRole('button', { name: 'Remove Zeno Quillfeather' }).click();
    await expect(chosen.getByRole('listitem')).toHaveText([/Zelda Quillfeather/]);
    for (const nobody of ['nobody.at.all@people.test', email]) {
      await students.fill(nobody);
      await students.press('Enter');
      await expect(line).toHaveText(/^Sorry No (User|Student) with that email exists$/);
    }
    await students.fill('');
  });

  await test.step('chosen students get the offer; no one else sees the opportunity', async () => {
    await owner.getByRole('button', { name: 'Create opportunity' }).click();
    await done(owner, 'Opportunity successfully created.');
    await owner.waitForURL('**/opportunity/all');
    await expect(row(owner, title)).toContainText('Chosen students');
    await expect(row(owner, title).getByRole('link', { name: `1 for ${title}` })).toBeVisible();
    await zelda.page.goto('/applications/list');
    await expect(zelda.page.getByRole('row', { name: new RegExp(title) })).toContainText('Offered');
    const address = await row(owner, title)
      .getByRole('link', { name: title, exact: true })
      .getAttribute('href');
    await zeno.page.goto(address ?? 'no address');
    await expect(zeno.page.getByText('We couldn’t find this page')).toBeVisible();
  });

  await test.step('after editing, it is still restricted, with one more student', async () => {
    await row(owner, title)
      .getByRole('link', { name: `Edit ${title}` })
      .click();
    await expect(owner.getByRole('radio', { name: 'Open', exact: true })).toBeDisabled();
    await expect(chosen.getByRole('listitem')).toHaveText([/Zelda Quillfeather/]);
    await students.fill(zeno.email);
    await students.press('Enter');
    await expect(chosen.getByRole('listitem')).toHaveCount(2);
    await owner.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title}, mornings`);
    await owner.getByRole('button', { name: 'Save changes' }).click();
    await done(owner, 'Opportunity successfully edited.');
    await expect(row(owner, `${title}, mornings`)).toContainText('Chosen students');
    await zeno.page.goto('/applications/list');
    await expect(zeno.page.getByRole('row', { name: /mornings/ })).toContainText('Offered');
  });

  const copy = `${title}, mornings [Copy]`;
  await test.step('a copy is open to all, with no selected students', async () => {
    await owner.getByRole('link', { name: `Duplicate ${title}, mornings`, exact: true }).click();
    await expect(owner.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(copy);
    await expect(owner.getByRole('radio', { name: 'Open', exact: true })).toBeChecked();
    await owner.getByRole('button', { name: 'Create copy' }).click();
    const positions = owner.getByLabel('Spots available');
    await expectError(positions, 'this field is required');
    await expect(positions).toBeFocused();
    await positions.fill('two');
    await owner.getByRole('textbox', { name: 'Applications close', exact: true }).fill(dayFromNow(-30));
    await owner.getByRole('button', { name: 'Create copy' }).click();
    await expectError(positions, 'this field can only be a number');
    await expectError(
      owner.getByRole('textbox', { name: 'Applications close', exact: true }),
      'must be after the opening date',
    );
    await positions.fill('2');
    await owner.getByRole('textbox', { name: 'Applications close', exact: true }).fill(dayFromNow(21));
    await owner.getByRole('button', { name: 'Create copy' }).click();
    await done(owner, 'Opportunity successfully duplicated.');
    await expect(row(owner, copy)).toContainText('2 of 2');
  });

  const sure = owner.getByRole('dialog', { name: 'Are you sure?' });
  await test.step('it is deleted after a confirmation, and not before', async () => {
    const remove = owner.getByRole('button', { name: `Delete ${copy}` });
    await remove.click();
    await expect(sure).toContainText(`You are going to delete ${copy}.`);
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(owner, copy)).toBeVisible();
    await remove.click();
    await sure.getByRole('button', { name: 'Delete' }).click();
    await done(owner, 'Opportunity successfully deleted.');
    await expect(row(owner, copy)).toHaveCount(0);
  });
});

test('an opportunity with applications cannot be deleted', async ({ somebody, staff }) => {
  const business = await aBusiness(await somebody(), staff, 'Fishing Creek Nets');
  const student = await aStudent(await somebody(), staff, 'Abel', 'Mensah');
  const { page } = business;
  const title = 'Net mender’s hand';
  const opportunity = await anOpportunity(business, title);
  const remove = page.getByRole('button', { name: `Delete ${title}` });
  const sure = page.getByRole('dialog', { name: 'Are you sure?' });
  await page.goto('/opportunity/all');
  await remove.click();
  await anApplication(student, opportunity);
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(sure.getByRole('alert')).toHaveText('Someone just applied, so it wasn’t deleted.');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, title).getByRole('link', { name: `1 for ${title}` })).toBeVisible();
  await expect(remove).toHaveCount(0);
});
