import type { APIRequestContext, Page } from '@playwright/test';
import { aBusiness, anOpportunity, aStudent, ask, place } from './people.ts';
import { expect, signIn, test } from './product.ts';
import { openSection } from './profiles.ts';

interface List {
  address: string;
  /** The call that creates an entry, and its fields besides the name. */
  create: string;
  besides: object;
  one: string;
  /** The name of the kind of entry in notices. */
  what: string;
  exists: string;
}

const lists: Record<'school' | 'program' | 'area', List> = {
  school: {
    address: '/admin/schools',
    create: '/api/createSchool',
    besides: { ...place, type: 'High' },
    one: 'school',
    what: 'School',
    exists: 'A School already exists with that name, make sure you aren’t accidentally adding a duplicate',
  },
  program: {
    address: '/admin/programs',
    create: '/api/createProgram',
    besides: {},
    one: 'program',
    what: 'Program',
    exists: 'Program Already Exists',
  },
  area: {
    address: '/admin/focusAreas',
    create: '/api/createFocusArea',
    besides: {},
    one: 'focus area',
    what: 'Focus Area',
    exists: 'Focus Area Already Exists',
  },
};
const kinds = ['school', 'program', 'area'] as const;

const before = { school: 'Old Severn High', program: 'Old Marine Trades', area: 'Old Boats' };
const after = { school: 'New Severn High', program: 'New Marine Trades', area: 'New Boats' };

test('renaming a list entry updates it everywhere, and an entry in use cannot be deleted', async ({
  somebody,
  staff,
}) => {
  for (const kind of kinds) await makeEntry(staff, lists[kind], before[kind]);
  const business = await aBusiness(await somebody(), staff, 'Chase Creek Boats', {
    focus_areas: [before.area],
    schools: [before.school],
  });
  const student = await aStudent(await somebody(), staff, 'Ursula', 'Brandt', {
    school_attending: before.school,
    affiliated_program: before.program,
    focus_areas: [before.area],
  });
  const opportunity = await anOpportunity(business, 'Boat of the old names', {
    focus_areas: [before.area],
    schools: [before.school],
    programs: [before.program],
  });
  const admin = await somebody();
  await signIn(admin, 'admin@demo.waypost.test');

  await test.step('each list accepts the new name, and no duplicate', async () => {
    for (const kind of kinds) {
      const { address, what, exists } = lists[kind];
      await admin.goto(address);
      const [first = ''] = await entries(admin);
      await rename(admin, before[kind], first.toUpperCase());
      await expect(admin.getByText(exists)).toBeVisible();
      const name = admin.getByRole('textbox', { name: /^(School name|Name)$/ });
      await expect(name).toHaveValue(first.toUpperCase());
      await name.fill(after[kind]);
      await admin.getByRole('button', { name: 'Save and Go Back' }).click();
      await expect(admin.getByText(`${what} Saved`)).toBeVisible();
      await expect(admin.getByRole('listitem').filter({ hasText: after[kind] })).toBeVisible();
    }
  });

  await test.step('the student, the business and the opportunity show the new name', async () => {
    const used = [after.school, after.program, after.area];
    for (const [page, address, names] of [
      [admin, `/profile/view/${student.id}`, used],
      [student.page, `/opportunity/view/${opportunity}`, used],
      [student.page, `/profile/view/${business.id}`, [after.area]],
    ] as const) {
      await page.goto(address);
      for (const name of names) await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
      await expect(page.getByRole('main').getByText(/Old (Severn|Marine|Boats)/)).toHaveCount(0);
    }
    await student.page.goto('/profile');
    await openSection(student.page, 'School and interests');
    await expect(student.page.getByRole('combobox', { name: 'School', exact: true })).toHaveValue(
      after.school,
    );
    await expect(student.page.getByLabel('Program')).toHaveValue(after.program);
    await student.page.goto('/opportunity/browse?panel=shown');
    const filters = student.page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Focus areas' }).click();
    await expect(filters.getByRole('checkbox', { name: after.area })).toBeVisible();
    await expect(filters.getByRole('checkbox', { name: before.area })).toHaveCount(0);
  });

  await test.step('an entry in use cannot be deleted: the dialog says who uses it, and how often', async () => {
    const uses = {
      school: '1 business, 1 opportunity and 1 student',
      program: '1 opportunity and 1 student',
      area: '1 business, 1 opportunity and 1 student',
    };
    for (const kind of kinds) {
      const { address, one } = lists[kind];
      await admin.goto(address);
      await admin.getByRole('button', { name: `Delete ${after[kind]}` }).click();
      const sure = admin.getByRole('dialog', { name: 'Are you sure?' });
      await expect(sure).toContainText(`You are going to delete this ${one}: “${after[kind]}”`);
      await sure.getByRole('button', { name: `Delete the ${one}` }).click();
      await expect(sure.getByRole('alert')).toHaveText(
        `This ${one} is in use by ${uses[kind]}, so it stays on the list.`,
      );
      await sure.getByRole('button', { name: 'Cancel' }).click();
      await expect(admin.getByRole('button', { name: `Delete ${after[kind]}` })).toBeVisible();
    }
  });

  await test.step('an unused entry can be deleted', async () => {
    await makeEntry(staff, lists.area, 'Never used');
    await admin.goto(lists.area.address);
    await admin.getByRole('button', { name: 'Delete Never used' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete the focus area' }).click();
    await expect(admin.getByText('Focus Area successfully deleted')).toBeVisible();
    await expect(admin.getByText('Never used')).toHaveCount(0);
  });
});

async function makeEntry(staff: APIRequestContext, list: List, name: string): Promise<void> {
  const request = { request: staff };
  expect(await ask(request, list.create, { ...list.besides, name })).toEqual({ message: 'success' });
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${from}`, exact: true }).click();
  await page.getByRole('textbox', { name: /^(School name|Name)$/ }).fill(to);
  await page.getByRole('button', { name: 'Save and Go Back' }).click();
}

/** The names in the list of the open screen. */
async function entries(page: Page): Promise<string[]> {
  const buttons = page.getByRole('main').getByRole('button', { name: /^Delete / });
  await expect(buttons.first()).toBeVisible();
  const labels = await buttons.evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => (label ?? '').replace(/^Delete /, ''));
}
