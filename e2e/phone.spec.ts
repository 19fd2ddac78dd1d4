import { ask } from './calls.ts';
import { OnPhone, sumOf } from './counting.ts';
import { isoDayFromNow } from './forms.ts';
import { PHONE } from './from-email.ts';
import { aBusiness, anApplication, anOpportunity, aStudent, remindNow } from './people.ts';
import { expect, test } from './product.ts';
import { expectScreen } from './screens.ts';

// From an offer to the first evaluation, on phones. Five people act; the guardian and the supervisor have no account.
// Counts each person's taps and filled fields, which must not grow.

/** The maximum taps and filled fields of each person, as in bench/README.md. */
const MOST = {
  owner: { taps: 9, fields: 5 },
  student: { taps: 7, fields: 3 },
  school: { taps: 6, fields: 2 },
  guardian: { taps: 3, fields: 1 },
  supervisor: { taps: 6, fields: 3 },
};

test('a placement goes from its offer to its first evaluation on phones, in few taps', async ({
  somebody,
  staff,
  office,
}, testInfo) => {
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true };
  const aPhone = () => somebody(phone);
  const business = await aBusiness(await aPhone(), staff, 'Back Creek Sails');
  const born = `${new Date().getFullYear() - 16}-01-15`;
  const nora = await aStudent(await aPhone(), staff, 'Nora', 'Weems', { birth_date: born });
  const anne = { name: 'Anne Weems', email: `anne.${nora.id}@families.test` };
  const owen = { name: 'Owen Back', email: `owen.${business.id}@sails.test`, phone: '(410)555-0177' };
  const asStaff = { request: staff };
  await ask(asStaff, '/api/saveGuardian', { student_id: nora.id, ...anne, may_sign: true });
  const business_id = business.id;
  const [ruth] = await ask<object[]>(asStaff, `/api/getContacts?business_id=${business_id}`);
  await ask(asStaff, '/api/saveContact', { business_id, ...ruth, roles: ['administration'] });
  await ask(asStaff, '/api/saveContact', { business_id, ...owen, roles: ['supervisor', 'signatory'] });
  const schedule = {
    days: ['Monday', 'Wednesday'],
    hours_per_week: 12,
    pay_from: 16,
    employment_start: isoDayFromNow(-1),
  };
  await anApplication(nora, await anOpportunity(business, 'A year in the sail loft', schedule));
  const people = {
    owner: new OnPhone(business.page),
    student: new OnPhone(nora.page),
    school: new OnPhone(await office(phone)),
    guardian: new OnPhone(await aPhone()),
    supervisor: new OnPhone(await aPhone()),
  };
  const { owner, student, school, guardian, supervisor } = people;
  const sign = async (person: OnPhone, field: string, name: string) => {
    await person.fill(field, name);
    await person.tap(person.page.getByLabel('I have read this and I sign it online'));
    await person.press('Sign the agreement');
  };

  await test.step('the business offers the placement', async () => {
    const { page } = owner;
    await page.goto('/default');
    await expectScreen(page, 'Manage Opportunities');
    await owner.press('See applicants');
    await expectScreen(page, /Applicants/);
    await owner.press('Nora Weems');
    await expectScreen(page, 'Nora Weems’s application');
    await owner.press('Offer the placement');
    await owner.press('Offer placement');
    // Wait, because the offer can be undone for a few seconds.
    await expect(page.getByText(/^Your offer is waiting for Nora Weems/)).toBeVisible();
  });

  await test.step('the student accepts', async () => {
    const { page } = student;
    await page.goto('/default');
    await expectScreen(page, 'Browse opportunities');
    await student.press('Answer offer');
    await expectScreen(page, 'Application');
    await student.press('Accept the offer');
    await expect(page.getByRole('region', { name: 'Status', exact: true })).toContainText('Accepted');
    // The status shows before the server has replied, the placement after.
    await expect(page.getByRole('link', { name: 'Go to your placement' })).toBeVisible();
  });

  await test.step('the business fills in the agreement', async () => {
    const { page } = owner;
    await page.goto('/default');
    await owner.press('Fill in');
    await expectScreen(page, 'Training agreement');
    await owner.fill('Duties', 'Sews and mends sails.');
    await owner.fill('Learning goals', 'Learns four seams.');
    await owner.fill('Supervisor', owen.name);
    await owner.fill('How the student is supervised', 'Side by side.');
    await owner.press('Save draft');
    await expect(page.getByText('The school sends it next.')).toBeVisible();
  });

  await test.step('the school sends it, and signs', async () => {
    const { page } = school;
    await page.goto('/default');
    await expectScreen(page, /Dashboard/);
    await school.press('Find');
    await school.fill('Name, title, or page', 'Weems');
    await school.tap(page.getByRole('option', { name: /^Nora Weems\s*A year in the sail loft/ }));
    await expectScreen(page, 'Nora Weems’s placement');
    await school.press('Training agreement');
    await school.press('Send for signatures');
    await expect(page.getByText('Agreement sent')).toBeVisible();
    await expectScreen(page, 'Training agreement');
    await sign(school, 'Your full name', 'Angela Whitfield');
    await expect(page.getByText('Your signature is recorded.')).toBeVisible();
  });

  await test.step('the guardian and the supervisor sign from an email, without an account', async () => {
    for (const [person, { name, email }] of [
      [guardian, anne],
      [supervisor, owen],
    ] as const) {
      await person.openFromEmail(email, 'Please sign');
      await expectScreen(person.page, 'Sign the training agreement');
      await sign(person, 'Your name', name);
      await expect(person.page.getByText('Everything here is done.')).toBeVisible();
      await expectScreen(person.page, 'Sign the training agreement');
    }
  });

  await test.step('the student signs last, and logs an afternoon', async () => {
    const { page } = student;
    await page.goto('/default');
    await student.press('Read and sign');
    await expectScreen(page, 'Training agreement');
    await sign(student, 'Your full name', nora.name);
    await expect(page.getByText('The agreement is in force.')).toBeVisible();
    await page.goto('/default');
    await expectScreen(page, 'Work-Based Learning');
    await student.press('Log hours');
    await expectScreen(page, 'Hours Log');
    await student.fill('Hours', '3.5');
    await student.fill('Activity log', 'Cut a jib and sewed its first seam.');
    await student.press('Save hours');
    await expect(page.getByRole('row').filter({ hasText: 'Cut a jib' })).toContainText('Pending');
  });

  await test.step('the business approves the hours from an email', async () => {
    // Usually, the daily email does this the next morning.
    const found = await ask<{ _id: string; student: string }[]>(asStaff, '/api/filterFollowUps', {
      kind: 'hours',
    });
    const _ids = found.filter((one) => one.student === nora.name).map(({ _id }) => _id);
    await remindNow(asStaff, _ids);
    const { page } = owner;
    await owner.openFromEmail(business.email, 'hours');
    await expectScreen(page, 'Approve hours');
    await owner.fill('Your name', 'Ruth Calloway');
    await owner.press(/^Approve all of Nora W\./);
    await expect(page.getByText('Everything here is done.')).toBeVisible();
    await expectScreen(page, 'Approve hours');
  });

  await test.step('the supervisor evaluates from an email', async () => {
    await owner.page.goto('/interns/viewall');
    await expectScreen(owner.page, 'Manage Interns');
    await owner.press('Email the evaluation to Owen Back');
    await expect(owner.page.getByText(/^We emailed the evaluation to o•••@/)).toBeVisible();
    const { page } = supervisor;
    await supervisor.openFromEmail(owen.email, 'Please evaluate Nora W.');
    await expectScreen(page, 'Evaluate an intern');
    await expect(page.getByLabel('Supervisor')).toHaveValue(owen.name);
    await expect(page.getByLabel('Coordinator at the school')).toHaveValue('Angela Whitfield');
    await expect(page.getByLabel('Phone')).toHaveValue(owen.phone);
    await supervisor.fill('How is the intern doing?', 'Sews a straight seam, and asks when unsure.');
    await supervisor.tap(page.getByLabel('I discussed this evaluation with the intern'));
    await supervisor.fill('Your name', owen.name);
    await supervisor.press('Submit the evaluation');
    await expect(page.getByText('Everything here is done.')).toBeVisible();
    await expectScreen(page, 'Evaluate an intern');
  });

  const lines = [...Object.entries(people), ['all', sumOf(Object.values(people))] as const].map(
    ([who, { taps, fields }]) => `${who}: ${taps} taps, ${fields} fields`,
  );
  console.log(lines.join('\n'));
  await testInfo.attach('taps and fields', { body: lines.join('\n'), contentType: 'text/plain' });
  for (const who of Object.keys(MOST) as (keyof typeof MOST)[]) {
    expect(people[who].taps, `taps of the ${who}`).toBeLessThanOrEqual(MOST[who].taps);
    expect(people[who].fields, `fields of the ${who}`).toBeLessThanOrEqual(MOST[who].fields);
  }
});
