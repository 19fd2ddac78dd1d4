import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { collectMail, createMailer, type Mail, MailNotSent } from './mail.ts';

const mail: Mail = {
  to: 'ana@school.example.org',
  subject: 'Choose a new password – it’s quick',
  text: 'Your code is 4711.',
  html: '<p>Your code is <b>4711</b>.</p>',
};
const mailFrom = 'Waypost <no-reply@example.org>';

describe('over SMTP', () => {
  it('passes the sender, recipient, subject and both bodies to the mail server', async () => {
    const server = await aMailServer();
    await mailerTo(server.url).send(mail);
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'no-reply@example.org', to: ['ana@school.example.org'] });
    expect(received?.message).toMatch(/^From: Waypost <no-reply@example\.org>\r$/m);
    expect(received?.message).toMatch(/^Subject: =\?UTF-8\?.*\r$/m);
    expect(received?.message).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(received?.message).toContain('Your code is 4711.');
    expect(received?.message).toContain('<p>Your code is <b>4711</b>.</p>');
  });

  it('logs in with the user name and password of the URL', async () => {
    const server = await aMailServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'waypost' && password === 'p@ss'
          ? done(null, { user: username })
          : done(new Error('no')),
    });
    await mailerTo(server.url.replace('//', '//waypost:p%40ss@')).send(mail);
    expect(server.received).toHaveLength(1);
  });

  it('never lets an address add a second recipient or another header', async () => {
    const server = await aMailServer();
    const mailer = mailerTo(server.url);
    for (const to of [
      'ana@example.org, eve@evil.example',
      'ana@example.org\r\nBcc: eve@evil.example',
      'x <ana@example.org>, <eve@evil.example>',
    ]) {
      await mailer.send({ ...mail, to }).catch(() => undefined);
    }
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.example' });
    expect(server.received.at(-1)?.to).toEqual(['ana@school.example.org']);
    for (const { to, message } of server.received) {
      expect(to).not.toContain('eve@evil.example');
      expect(message).not.toMatch(/^bcc:/im);
    }
  });

  it('sends no mail to a reserved domain, and logs only how many', async () => {
    const server = await aMailServer();
    const lines: string[] = [];
    const mailer = mailerTo(server.url, lines);
    const reserved = [
      'student@demo.waypost.test',
      'ana@SCHOOL.Example',
      'ana@host.invalid',
      'ana@localhost',
      'a@b.test.',
    ];
    for (const to of reserved) await mailer.send({ ...mail, to });
    expect(server.received).toEqual([]);
    expect(lines).toHaveLength(reserved.length);
    expect(lines.at(-1)).toContain(`: ${reserved.length} since`);
    expect(lines.join()).not.toMatch(/ana|student|waypost\.test/);
    const real = ['ana@test.school.org', 'test@latest.org', 'ana@contest'];
    for (const to of real) await mailer.send({ ...mail, to });
    expect(server.received.map(({ to }) => to)).toEqual(real.map((to) => [to]));
  });

  it('reports a permanent rejection without quoting the mail', async () => {
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`unknown user ${address}`), { responseCode: 550 })),
    });
    const error = await mailerTo(server.url)
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailNotSent);
    expect(error).toMatchObject({ forGood: true });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('ana@');
  });

  it('can retry after a temporary rejection', async () => {
    const server = await aMailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('greylisted'), { responseCode: 451 })),
    });
    await expect(mailerTo(server.url).send(mail)).rejects.toMatchObject({
      name: 'MailNotSent',
      forGood: false,
    });
  });

  it('can retry when the mail server cannot be reached, and keeps its password out of the error', async () => {
    const server = await aMailServer();
    await server.close();
    const error = await mailerTo(server.url.replace('//', '//waypost:hunter2@'))
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'MailNotSent', forGood: false });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
  });
});

describe('without a mail server', () => {
  it('stores each mail in the outbox, where only the server can read it', async () => {
    const dataDir = await aFolder();
    const mailer = createMailer({ mailFrom, dataDir }, { info: () => undefined });
    await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'ben@school.example.org' })]);
    const outbox = join(dataDir, 'outbox');
    const names = await readdir(outbox);
    expect(names).toHaveLength(2);
    const kept = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    expect(kept.join('\n')).toContain('To: ana@school.example.org');
    expect(kept.join('\n')).toContain('To: ben@school.example.org');
    expect(kept[0]).toContain('Your code is 4711.');
    expect((await stat(outbox)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
  });

  it('logs where the mail is stored, without its contents or recipient', async () => {
    const dataDir = await aFolder();
    const lines: string[] = [];
    await createMailer({ mailFrom, dataDir }, { info: (line) => lines.push(line) }).send(mail);
    const [name] = await readdir(join(dataDir, 'outbox'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(join(dataDir, 'outbox', name ?? 'missing'));
    expect(lines[0]).not.toMatch(/ana|4711|password/i);
  });
});

it('collects mails in a test', async () => {
  const mailer = collectMail();
  await mailer.send(mail);
  expect(mailer.sent).toEqual([mail]);
});

function mailerTo(smtpUrl: string, lines: string[] = []) {
  return createMailer({ smtpUrl, mailFrom, dataDir: '/nowhere' }, { info: (line) => lines.push(line) });
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-mail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('a mail that can be switched off says so in its headers', async () => {
  const server = await aMailServer();
  const unsubscribe = 'https://waypost.test/unsubscribe/0190a3c4/sent%20back';
  await mailerTo(server.url).send({ ...mail, unsubscribe });
  await mailerTo(server.url).send(mail);
  const [muteable, other] = server.received.map(({ message }) => message.replace(/\r\n[ \t]+/g, ' '));
  expect(muteable).toContain(`List-Unsubscribe: <${unsubscribe}>`);
  expect(muteable).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(other).not.toContain('List-Unsubscribe');
});

/** A mail server on a free port that records the mails it receives. */
async function aMailServer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; message: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom: from, rcptTo } = session.envelope;
        received.push({
          from: from === false ? '' : from.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => server.close(closed));
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, received, close };
}
