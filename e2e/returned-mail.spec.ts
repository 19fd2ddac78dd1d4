import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { SCHEMES } from './from-email.ts';
import { test as base, checkScreen, expect, signIn } from './product.ts';

// The product sends mail to an SMTP server that rejects mailboxes called “gone”, which stand for mistyped addresses.

interface MailServer {
  url: string;
  /** The recipients of accepted mail, in order. */
  received: string[];
}

const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures it needs.
    async ({}, use) => {
      const received: string[] = [];
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onRcptTo: ({ address }, _session, done) => {
          if (address.startsWith('gone@'))
            return done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
          received.push(address);
          done();
        },
        onData: (stream, _session, done) => {
          stream.resume();
          stream.on('end', done);
        },
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      await use({ url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received });
      await new Promise<void>((closed) => server.close(closed));
    },
    { scope: 'worker' },
  ],
  settings: [async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }), { scope: 'worker' }],
});

test('mail to a mistyped address comes back, and goes to the corrected one', async ({
  somebody,
  mailServer,
}) => {
  const page = await somebody();
  await signIn(page, 'admin@demo.waypost.test');
  await page.goto('/admin/user_search?search=Torres&year=All');
  await page.getByRole('link', { name: 'Maya Torres', exact: true }).click();
  const guardians = page.getByRole('region', { name: 'Parents and guardians' });
  const name = 'Rosa Torres';
  const fillIn = async (email: string) => {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
    await page.getByRole('button', { name: 'Save person' }).click();
    await expect(guardians.getByRole('article', { name }).getByText(email)).toBeVisible();
  };
  const returned = page.getByRole('region', { name: 'Returned email' });
  const isReturned = async (email: string) =>
    expect(async () => {
      await page.reload();
      await expect(returned.getByText(`The mail server refused ${email}`)).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });

  await test.step('the school adds a guardian with a typing error, and asks them for consent', async () => {
    await guardians.getByRole('button', { name: /^Add (a|another) person$/ }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByLabel('May sign and consent for the student').check();
    await fillIn('gone@families.example.org');
    await page.getByRole('button', { name: `Ask ${name} for consent` }).click();
    await expect(page.getByText('We emailed the link to gone@families.example.org.')).toBeVisible();
    await isReturned('gone@families.example.org');
    await checkScreen(page, 'Maya Torres', SCHEMES);
  });

  await test.step('the staff’s task links to the address', async () => {
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await page.getByRole('link', { name: `See the address: Email to ${name} was returned` }).click();
    await expect(returned).toBeVisible();
  });

  await test.step('trying again hides the note until mail is returned again', async () => {
    await returned.getByRole('button', { name: 'Try again: gone@families.example.org' }).click();
    await expect(returned).toBeHidden();
    await page.getByRole('button', { name: `Ask ${name} again` }).click();
    await isReturned('gone@families.example.org');
  });

  await test.step('the corrected address gets the link', async () => {
    await guardians.getByRole('button', { name: `Edit ${name}` }).click();
    await fillIn('rosa@families.example.org');
    await expect.poll(() => mailServer.received).toContain('rosa@families.example.org');
    await page.reload();
    await expect(guardians.getByRole('article', { name })).toBeVisible();
    await expect(returned).toBeHidden();
  });
});
