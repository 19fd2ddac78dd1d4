import { aBusiness, anApplication, anOpportunity, aStudent, offer } from './people.ts';
import { checkScreen, expect, signIn, test } from './product.ts';

// From an accepted offer to an agreement signed by all four people, one of them on paper.

test('an agreement is filled in, sent, and signed by all four people', async ({ somebody, staff }) => {
  const business = await aBusiness(await somebody(), staff, 'Weems Creek Rigging');
  const student = await aStudent(await somebody(), staff, 'Ines', 'Marsh');
  const title = 'Rigging from deck to masthead';
  const application = await anApplication(student, await anOpportunity(business, title));
  const { page: owner } = business;
  const { page: ines } = student;
  const admin = await somebody();
  await signIn(admin, 'admin@demo.waypost.test');
  await owner.goto(`/application/view/${application}`);
  await offer(owner);
  await ines.goto(`/application/view/${application}`);
  await ines.getByRole('button', { name: 'Accept the offer' }).click();
  await expect(ines.getByRole('region', { name: 'Status', exact: true })).toContainText('Accepted');
  // The status shows before the server has replied, the placement after.
  await expect(ines.getByRole('link', { name: 'Go to your placement' })).toBeVisible();

  await test.step('the business fills in its fields', async () => {
    await owner.goto('/interns/viewall');
    await owner
      .getByRole('article', { name: student.name })
      .getByRole('link', { name: 'Training agreement' })
      .click();
    await expect(owner.getByText('Fill in what is missing.')).toBeVisible();
    await owner.getByLabel('Duties').fill('Splices and inspects lines.');
    await owner.getByLabel('Learning goals').fill('Learns six splices.');
    await owner.getByRole('textbox', { name: /^Supervisor/ }).fill('Grace Weems');
    await owner.getByLabel('How the student is supervised').fill('Always two aloft.');
    await owner.getByLabel('Days and times').fill('Mon–Fri');
    await owner.getByLabel('Hours a week').fill('12');
    await checkScreen(owner, 'Training agreement', ['light', 'dark']);
    await owner.getByRole('button', { name: 'Save draft' }).click();
    await expect(owner.getByText('The school sends it next.')).toBeVisible();
  });

  const address = new URL(owner.url()).pathname;
  await test.step('the school sends it, and records the parent’s signature on paper', async () => {
    await admin.goto(address);
    await admin.getByRole('button', { name: 'Send for signatures' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Send without asking a guardian?' });
    await dialog.getByRole('button', { name: 'Send for signatures' }).click();
    await admin.getByRole('button', { name: 'Record a signature' }).click();
    await admin.getByLabel('Name of the person who signed').fill('Anne Marsh');
    await checkScreen(admin, 'Training agreement', ['light', 'dark']);
    await admin.getByRole('button', { name: 'Record signature' }).click();
    await expect(admin.getByText(/Anne Marsh, .*on paper/)).toBeVisible();
  });

  await test.step('the three people with an account sign', async () => {
    await ines.goto(address);
    await expect(ines.getByText('It’s your turn to sign.')).toBeVisible();
    await checkScreen(ines, 'Training agreement', ['light', 'dark']);
    for (const [page, name] of [
      [ines, student.name],
      [owner, 'Grace Weems'],
      [admin, 'Angela Whitfield'],
    ] as const) {
      await page.getByLabel('Your full name').fill(name);
      await page.getByLabel('I have read this and I sign it online').check();
      await page.getByRole('button', { name: 'Sign the agreement' }).click();
      await expect(page.getByText(new RegExp(`${name}, .*logged in to their account`))).toBeVisible();
    }
    await expect(ines.getByText('The agreement is in force.')).toBeVisible();
    await checkScreen(ines, 'Training agreement', ['light', 'dark']);
  });

  await test.step('the signed PDF is made, and anyone can check it', async () => {
    const link = ines.getByRole('link', { name: 'Signed PDF, version 1' });
    await expect(link).toBeVisible();
    const reply = await ines.request.get((await link.getAttribute('href')) ?? '');
    const bytes = await reply.body();
    const check = ines.getByRole('link', { name: 'Check the signatures of version 1' });
    const code = (await check.getAttribute('href')) ?? '';
    const visitor = await somebody();
    await visitor.goto(code);
    await expect(visitor.getByText('This agreement is in force.')).toBeVisible();
    const compare = async (name: string, buffer: Buffer) => {
      const choosing = visitor.waitForEvent('filechooser');
      await visitor.getByRole('button', { name: 'Choose PDF' }).click();
      await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    await compare('copy.pdf', bytes);
    await expect(visitor.getByText('copy.pdf is the signed document.')).toBeVisible();
    await compare('changed.pdf', Buffer.concat([bytes, Buffer.from(' ')]));
    await expect(visitor.getByText(/changed\.pdf is another file/)).toBeVisible();
    await checkScreen(visitor, 'Check an agreement', ['light', 'dark']);
    await visitor.goto('/verify/0000-0000-0000');
    await expect(visitor.getByText(/We couldn’t find an agreement with the code/)).toBeVisible();
    await checkScreen(visitor, 'Check an agreement', ['light', 'dark']);
  });

  await test.step('an administrator writes a template next to its preview', async () => {
    await admin.goto('/admin/agreements');
    await checkScreen(admin, 'Training agreements', ['light', 'dark']);
    await admin.getByRole('button', { name: 'Add template' }).click();
    await expect(admin.getByRole('region', { name: 'Preview' })).toContainText('With the newest placement');
    await checkScreen(admin, 'Training agreements', ['light', 'dark']);
  });
});
