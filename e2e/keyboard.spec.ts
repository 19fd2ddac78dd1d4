import type { Locator } from '@playwright/test';
import { dayFromNow, expectError, richText } from './forms.ts';
import { tabTo } from './keyboard.ts';
import { aBusiness, aNewcomer, aStudent } from './people.ts';
import { expect, hold, test } from './product.ts';

// By keyboard alone: the focused element is always visible, and no step loses the focus.

test('an opportunity is posted, applied for and answered without a mouse', async ({ somebody, staff }) => {
  const { page: owner } = await aBusiness(await somebody(), staff, 'Plaindealing Creek Skiffs');
  const student = await aStudent(await somebody(), staff, 'Kofi', 'Adeyemi');
  const { page: kofi } = student;
  const title = 'Skiff builder’s hand';

  await test.step('the business fills in the whole form', async () => {
    const field = (name: string) => owner.getByRole('textbox', { name, exact: true });
    const write = async (into: Locator, text: string, atMost?: number) => {
      await tabTo(owner, into, atMost);
      await owner.keyboard.type(text);
    };
    const showEditors = await hold(owner, 'src/ui/RichTextArea.tsx');
    await owner.goto('/opportunity/all');
    await tabTo(owner, owner.getByRole('link', { name: 'Create your first opportunity' }));
    await owner.keyboard.press('Enter');
    await write(field('Title'), title);
    // The button appears a frame after the first field. Without one, Enter does nothing.
    await expect(owner.getByRole('button', { name: 'Create opportunity' })).toBeVisible();
    // Enter in a field submits the form. It is incomplete, so the first field with an error gets the focus.
    await owner.keyboard.press('Enter');
    const first = richText(owner, 'Short description');
    await expect(owner.locator(':focus')).toHaveAttribute('data-refused', 'true');
    showEditors();
    await expectError(first, 'this field is required');
    await expect(first).toBeFocused();
    await owner.keyboard.type('Help us build a skiff.');
    await write(richText(owner, 'Skills required'), 'Patience.');
    await write(richText(owner, 'Full description'), 'Plank by plank.');
    await tabTo(owner, owner.getByRole('radio', { name: 'Open', exact: true }));
    await owner.keyboard.press('ArrowDown');
    await expect(owner.getByRole('combobox', { name: 'Students' })).toBeVisible();
    await owner.keyboard.press('ArrowUp');
    await write(field('Spots available'), '2');
    await tabTo(owner, owner.getByRole('button', { name: 'Zoom out' }));
    // Scroll so that the next element to get the focus is behind the form's sticky bar.
    const map = owner.getByRole('link', { name: 'Leaflet' });
    await map.evaluate((link) => scrollBy(0, link.getBoundingClientRect().top - 855));
    await write(field('Applications close'), '');
    await owner.keyboard.press('ControlOrMeta+a');
    await owner.keyboard.type(dayFromNow(21));
    await write(field('Employment stops'), '');
    await owner.keyboard.press('ControlOrMeta+a');
    await owner.keyboard.type(dayFromNow(120));
    await tabTo(owner, owner.getByRole('button', { name: 'Pick a date for Employment stops' }));
    await owner.keyboard.press('Enter');
    await expect(owner.getByRole('button', { name: 'Next month' })).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(owner.getByRole('button', { name: 'Pick a date for Employment stops' })).toBeFocused();
    await write(owner.getByLabel('Time frame'), 'Sp');
    // One of a group, so the arrow keys lead on: from the last to the first.
    await tabTo(owner, owner.getByRole('radio', { name: 'Not specified' }));
    await owner.keyboard.press('ArrowDown');
    await expect(owner.getByRole('radio', { name: 'Paid', exact: true })).toBeChecked();
    // The focus on Cancel requests the list ahead. That reply is from before the opportunity, and arrives after it.
    const created = owner.waitForResponse('**/api/createOpportunity');
    const early = owner.waitForRequest('**/api/getOpportunities*');
    await owner.route(
      '**/api/getOpportunities*',
      async (route) => {
        const response = await route.fetch();
        await created;
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    await tabTo(owner, owner.getByRole('link', { name: 'Cancel' }));
    await early;
    await tabTo(owner, owner.getByRole('button', { name: 'Create opportunity' }));
    await owner.keyboard.press('Enter');
    await expect(owner.getByText('Opportunity successfully created.')).toBeVisible();
    await expect(owner.getByRole('link', { name: title, exact: true })).toBeVisible();
  });

  await test.step('the student applies', async () => {
    const address = await owner.getByRole('link', { name: title, exact: true }).getAttribute('href');
    await kofi.goto(address ?? 'no address');
    await tabTo(kofi, kofi.getByRole('button', { name: 'Apply' }));
    await kofi.keyboard.press('Enter');
    const asked = kofi.getByRole('dialog');
    await kofi.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(kofi.getByRole('button', { name: 'Apply' })).toBeFocused();
    await kofi.keyboard.press('Enter');
    await tabTo(kofi, asked.getByRole('button', { name: 'Yes, I can' }));
    await kofi.keyboard.press('Enter');
    await tabTo(kofi, richText(kofi, 'Cover letter'));
    await kofi.keyboard.type('I have built a kite, and want to build a boat.');
    await tabTo(kofi, kofi.getByRole('button', { name: 'Send application' }));
    await kofi.keyboard.press('Enter');
    await kofi.waitForURL('**/applications/list');
    await expect(kofi.getByRole('link', { name: title })).toBeVisible();
  });

  await test.step('the business opens the application and offers the placement', async () => {
    await owner.reload();
    await tabTo(owner, owner.getByRole('link', { name: `Applicants for ${title}` }));
    await owner.keyboard.press('Enter');
    await tabTo(owner, owner.getByRole('link', { name: student.name }));
    await owner.keyboard.press('Enter');
    await tabTo(owner, owner.getByRole('button', { name: 'Offer the placement' }));
    await owner.keyboard.press('Enter');
    const asked = owner.getByRole('dialog', { name: `Offer the placement to ${student.name}?` });
    await tabTo(owner, asked.getByRole('button', { name: 'Offer placement' }));
    await owner.keyboard.press('Enter');
    const undo = owner.getByRole('button', { name: 'Undo offer' });
    await expect(undo).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(owner.getByText(`${student.name} is waiting for your answer.`)).toBeFocused();
    await tabTo(owner, owner.getByRole('button', { name: 'Offer the placement' }));
    await owner.keyboard.press('Enter');
    await tabTo(owner, asked.getByRole('button', { name: 'Offer placement' }));
    await owner.keyboard.press('Enter');
    const says = owner.getByText(`Your offer is waiting for ${student.name}, who can reply by`);
    await expect(says).toBeFocused();
  });

  await test.step('the student declines it after a confirmation, and the focus returns', async () => {
    await tabTo(kofi, kofi.getByRole('link', { name: 'Answer offer' }));
    await kofi.keyboard.press('Enter');
    const decline = kofi.getByRole('main').getByRole('button', { name: 'Decline the offer' });
    await tabTo(kofi, decline);
    await kofi.keyboard.press('Enter');
    const sure = kofi.getByRole('dialog', { name: 'Are you sure?' });
    await tabTo(kofi, sure.getByRole('button', { name: 'Cancel' }));
    await kofi.keyboard.press('Enter');
    await expect(decline).toBeFocused();
    await kofi.keyboard.press('Enter');
    await tabTo(kofi, sure.getByRole('button', { name: 'Decline the offer' }));
    await kofi.keyboard.press('Enter');
    await expect(kofi.getByText('This application was declined.')).toBeFocused();
  });
});

test('a profile can be edited without a mouse, and its sticky bar covers nothing', async ({
  somebody,
  staff,
}) => {
  const names = { first_name: 'Tove', last_name: 'Ashdown' };
  const { page } = await aNewcomer(await somebody(), staff, { type: 'Student', ...names });
  const save = page.getByRole('button', { name: 'Save profile' });
  await page.goto('/profile');
  // All sections of a first profile are open.
  await tabTo(page, save, 90);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Student ID')).toBeFocused();
  await page.keyboard.type('5518204');
  await tabTo(page, page.getByLabel('Gender'));
  await page.keyboard.type('Non');
  await expect(page.getByLabel('Gender')).toHaveValue('Non-Binary');
  const area = page.getByRole('group', { name: 'Focus areas' }).getByRole('checkbox').nth(2);
  await tabTo(page, area, 90);
  await page.keyboard.press('Space');
  await expect(area).toBeChecked();
  await tabTo(page, page.getByLabel('ZIP code'), 90);
  await page.keyboard.type('21403');
  await tabTo(page, save, 90);
});
