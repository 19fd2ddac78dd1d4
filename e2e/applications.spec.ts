import type { Page } from '@playwright/test';
import {
  aBusiness,
  anApplication,
  anOpportunity,
  aStudent,
  confirmOffer,
  invite,
  move,
  type Person,
} from './people.ts';
import { expect, test } from './product.ts';
import { status } from './profiles.ts';

// Both sides of every move (docs/behavior/applications.md#moves), each made with its button. A person who may not make
// the move has no button, or is told why if their page is outdated.

/** The only buttons that each side has while an application has this status. */
const offered: Record<string, { business: string[]; student: string[] }> = {
  New: {
    business: ['Offer the placement', 'Schedule an interview', 'Decline'],
    student: ['Withdraw application'],
  },
  'Interview Scheduled': { business: ['Offer the placement', 'Decline'], student: ['Withdraw application'] },
  Offered: { business: [], student: ['Accept the offer', 'Decline the offer'] },
  Accepted: { business: [], student: [] },
  Declined: { business: [], student: [] },
  Rescinded: { business: [], student: [] },
};

type Step = [by: 'business' | 'student', button: string, to: string, said: RegExp];

const interview: Step = [
  'business',
  'Schedule an interview',
  'Interview Scheduled',
  /^Waiting for Tamsin Reed to confirm\./,
];
const offer: Step = [
  'business',
  'Offer the placement',
  'Offered',
  /^Your offer goes to Tamsin Reed in a few/,
];
const decline: Step = ['business', 'Decline', 'Declined', /^You declined Tamsin Reed’s application./];
const withdraw: Step = ['student', 'Withdraw application', 'Rescinded', /^Your application is withdrawn\./];

const ways: Step[][] = [
  [offer, ['student', 'Accept the offer', 'Accepted', /^Congratulations! You have a placement at Lake Og/]],
  [
    interview,
    offer,
    ['student', 'Decline the offer', 'Declined', /^You declined the offer from Lake Ogleton Yard\./],
  ],
  [decline],
  [interview, decline],
  [withdraw],
  [interview, withdraw],
];

/** Moves that ask for confirmation. */
const ASKED = ['Decline', 'Decline the offer', 'Withdraw application', 'Offer the placement'];

test('each move of an application has a button for the side that may make it, and for no one else', async ({
  somebody,
  staff,
}) => {
  const people = {
    business: await aBusiness(await somebody(), staff, 'Lake Ogleton Yard'),
    student: await aStudent(await somebody(), staff, 'Tamsin', 'Reed'),
  };
  const sides = ['business', 'student'] as const;

  for (const [index, way] of ways.entries()) {
    const title = `Place ${index + 1} at the yard`;
    const application = await anApplication(people.student, await anOpportunity(people.business, title));
    await test.step(['New', ...way.map(([, , to]) => to)].join(' → '), async () => {
      for (const side of sides) await look(people[side], application, 'New', offered.New?.[side]);
      for (const [by, button, to, said] of way) {
        const { page } = people[by];
        if (to === 'Interview Scheduled') await invite(page);
        else await page.getByRole('button', { name: button, exact: true }).click();
        if (ASKED.includes(button)) await confirmMove(page, button);
        await expect(page.getByText(said).first()).toBeVisible();
        await expectStanding(page, to, offered[to]?.[by]);
        const other = by === 'business' ? 'student' : 'business';
        await look(people[other], application, to, offered[to]?.[other]);
      }
    });
  }
});

test('a move from an outdated page is refused with the reason and the current status', async ({
  somebody,
  staff,
}) => {
  const business = await aBusiness(await somebody(), staff, 'Mill Creek Moorings');
  const student = await aStudent(await somebody(), staff, 'Owen', 'Tran');
  const rival = await aStudent(await somebody(), staff, 'Lena', 'Hart');
  const newApplication = async (title: string) =>
    anApplication(student, await anOpportunity(business, title));
  const refused = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'This isn’t possible right now' });

  await test.step('the student tries to withdraw an application that was declined meanwhile', async () => {
    const application = await newApplication('Mooring hand');
    await look(student, application, 'New', offered.New?.student);
    await delayUpdates(student.page);
    await move(business, application, 'Declined');
    await student.page.getByRole('button', { name: 'Withdraw application' }).click();
    await confirmMove(student.page, 'Withdraw application');
    await expect(refused(student.page)).toContainText(
      'This application is Declined, so it cannot be moved to Rescinded',
    );
    await expectStanding(student.page, 'Declined', []);
  });

  await test.step('the business tries to decline an application that was withdrawn meanwhile', async () => {
    const application = await newApplication('Launch driver');
    await look(business, application, 'New', offered.New?.business);
    await delayUpdates(business.page);
    await move(student, application, 'Rescinded');
    await business.page.getByRole('button', { name: 'Decline', exact: true }).click();
    await confirmMove(business.page, 'Decline');
    await expect(refused(business.page)).toContainText(
      'This application is Rescinded, so it cannot be moved to Declined',
    );
    await expectStanding(business.page, 'Rescinded', []);
  });

  await test.step('the business tries to offer a withdrawn applicant the placement', async () => {
    const { page } = business;
    const application = await newApplication('Launch captain');
    await look(business, application, 'New', offered.New?.business);
    await delayUpdates(page);
    await move(student, application, 'Rescinded');
    await page.getByRole('button', { name: 'Offer the placement' }).click();
    const asked = page.getByRole('dialog', { name: /^Offer the placement to / });
    await asked.getByRole('button', { name: 'Offer placement' }).click();
    await expect(asked.getByRole('alert')).toContainText(
      'This application is Rescinded, so it cannot be moved to Offered',
    );
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expectStanding(page, 'Rescinded', []);
  });

  await test.step('the student accepts twice, in two tabs', async () => {
    const application = await newApplication('Diver’s tender');
    await move(business, application, 'Offered');
    await look(student, application, 'Offered', offered.Offered?.student);
    await delayUpdates(student.page);
    await move(student, application, 'Accepted');
    await student.page.getByRole('button', { name: 'Accept the offer' }).click();
    await expect(refused(student.page)).toContainText('This application is already Accepted');
    await expectStanding(student.page, 'Accepted', []);
    await expect(student.page.getByRole('link', { name: 'Go to your placement' })).toBeVisible();
  });

  await test.step('the last spot goes to the first student who accepts', async () => {
    const opportunity = await anOpportunity(business, 'The one place left', { available_slots: 1 });
    const application = await anApplication(student, opportunity);
    const other = await anApplication(rival, opportunity);
    for (const one of [application, other]) await move(business, one, 'Offered');
    await look(student, application, 'Offered', offered.Offered?.student);
    await move(rival, other, 'Accepted');
    await student.page.getByRole('button', { name: 'Accept the offer' }).click();
    await expect(refused(student.page)).toContainText('This opportunity is full');
    await expectStanding(student.page, 'Offered', offered.Offered?.student);
  });
});

/** Delays updates to the page until its own move has been answered. */
async function delayUpdates(page: Page): Promise<void> {
  const answered = page
    .waitForResponse(/\/api\/(updateApplicationStatus|offerPlacement)$/)
    .catch(() => undefined);
  await page.route('**/api/getApplicationById?**', async (route) => {
    await answered;
    await route.continue().catch(() => undefined);
  });
}

async function look(who: Person, application: string, stands: string, buttons: string[] = []) {
  await who.page.goto(`/application/view/${application}`);
  await expectStanding(who.page, stands, buttons);
}

async function expectStanding(page: Page, stands: string, buttons: string[] = []) {
  // The status may appear late, because an offer is sent only once it can no longer be undone.
  await expect(status(page).getByText(stands, { exact: true })).toBeVisible();
  await expect(status(page).getByRole('button')).toHaveText(buttons);
}

async function confirmMove(page: Page, button: string) {
  if (button === 'Offer the placement') return confirmOffer(page);
  const asked = page.getByRole('dialog', { name: 'Are you sure?' });
  await asked.getByRole('button', { name: button, exact: true }).click();
  await expect(asked).toBeHidden();
}
