import type { Page } from '@playwright/test';
import { ask } from './calls.ts';
import { isoDayFromNow } from './forms.ts';
import { PHONE } from './from-email.ts';
import {
  aBusiness,
  aNewcomer,
  anApplication,
  anOpportunity,
  aPlacement,
  aStudent,
  fillInAgreement,
} from './people.ts';
import { expect, test } from './product.ts';
import { scan } from './scan.ts';
import { expectScreen, settle } from './screens.ts';

// States of screens that have a layout of their own, scanned like the screens themselves (screens.spec.ts).

test.describe.configure({ mode: 'parallel' });

/** Scans a page once it has settled. */
async function scanState(page: Page): Promise<void> {
  await settle(page);
  await scan(page);
}

test('the states of an agreement', async ({ somebody, staff, office }) => {
  const business = await aBusiness(await somebody(), staff, 'Weems Creek Rigging');
  const student = await aStudent(await somebody(), staff, 'Ines', 'Marsh');
  const project_id = await aPlacement(business, student, 'Rigging from deck to masthead');
  const address = `/project/${project_id}/agreement`;
  const open = async (page: Page) => {
    await page.goto(address);
    await expectScreen(page, 'Training agreement');
  };

  await test.step('a draft', async () => {
    await open(business.page);
    await expect(business.page.getByLabel('Duties')).toBeVisible();
    await scanState(business.page);
  });

  await fillInAgreement(staff, project_id, 'Grace Weems');
  const school = { request: staff };
  await ask(school, '/api/agreement_send', { project_id, revision: 2 });
  const admin = await office();
  await test.step('sent, for the student who signs and the school that records a signature', async () => {
    await open(student.page);
    await expect(student.page.getByText('It’s your turn to sign.')).toBeVisible();
    await scanState(student.page);
    await open(admin);
    await admin.getByRole('button', { name: 'Record a signature' }).click();
    await scanState(admin);
  });

  type Sent = { agreement: { text_hash: string } };
  const { agreement } = await ask<Sent>(school, `/api/getAgreement?project_id=${project_id}`);
  const { text_hash } = agreement;
  const paper = { party: 'guardian', name: 'Anne Marsh', signed_on: isoDayFromNow(-1) };
  await ask(school, '/api/agreement_recordPaper', { project_id, text_hash, ...paper });
  for (const [by, name] of [
    [student.page, student.name],
    [business.page, 'Grace Weems'],
    [school, 'Angela Whitfield'],
  ] as const)
    await ask(by, '/api/agreement_sign', { project_id, text_hash, name, agreed: true });
  await test.step('in force, for the student and for anyone who checks its document', async () => {
    const { page } = student;
    await expect(page.getByText('The agreement is in force.')).toBeVisible();
    const check = page.getByRole('link', { name: 'Check the signatures of version 1' });
    await expect(check).toBeVisible();
    await scanState(page);
    await check.click();
    await expectScreen(page, 'Check an agreement');
    await expect(page.getByText('This agreement is in force.')).toBeVisible();
    await scanState(page);
  });
});

test('forms with errors, dialogs, and what a person may not do yet', async ({ somebody, staff, office }) => {
  const business = await aBusiness(await somebody(), staff, 'Mill Creek Moorings');
  const student = await aStudent(await somebody({ viewport: PHONE }), staff, 'Owen', 'Tran');
  const opportunity = await anOpportunity(business, 'Mooring hand');

  await test.step('the dialog before an application, and notifications on a phone', async () => {
    const { page } = student;
    await page.goto(`/opportunity/view/${opportunity}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await scanState(page);
    await page.goto('/applications/list');
    await page.getByRole('button', { name: /^Notifications, \d/ }).click();
    await scanState(page);
  });

  await test.step('the dialog before an offer, and the form of an interview', async () => {
    const { page } = business;
    await page.goto(`/application/view/${await anApplication(student, opportunity)}`);
    await page.getByRole('button', { name: 'Schedule an interview' }).click();
    await page.getByRole('button', { name: 'Add date, time and place' }).click();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await scanState(page);
    await page.getByRole('button', { name: 'Offer the placement' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await scanState(page);
  });

  await test.step('an empty first profile, and a screen before the approval', async () => {
    const newcomer = await aNewcomer(await somebody(), staff, {
      type: 'Business',
      business_name: 'New Nets',
    });
    const { page } = newcomer;
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Check your form for errors').first()).toBeVisible();
    await scanState(page);
    await page.goto('/opportunity/new');
    await expectScreen(page, 'Your profile is not complete yet');
    await scanState(page);
  });

  await test.step('the reminders and a template while they are changed', async () => {
    const page = await office();
    await page.goto('/admin/siteSettings');
    await page.getByRole('button', { name: 'Change: Approve hours' }).click();
    const hours = page.getByRole('article', { name: 'Approve hours' });
    await hours.getByLabel('Then every (days)').fill('');
    await hours.getByRole('button', { name: 'Save reminders' }).click();
    await scanState(page);
    await page.goto('/admin/agreements');
    await page.getByRole('button', { name: 'Add template' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
    await scanState(page);
  });
});
