import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aMailServer } from '../../../testing/mail-server.ts';
import { collectMail, createMailer, type Mail, MailNotSent } from './mail.ts';

const mail: Mail = {
  to: 'ana@school.example.org',
  subject: 'Choose a new password – it’s quick',
  text: 'Your code is 4711.',
  html: '<p>Your code is <b>4711</b>.</p>',
};
const mailFrom = 'Waypost <no-reply@example.org>';
const ID = '0190a3c4-0000-4000-8000-000000000001';

describe('over SMTP', () => {
  it('passes the sender, recipient, subject and both bodies to the mail server', async () => {
    const server = await aMailServer();
    await mailerTo(server.url).send(mail, ID);
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
    await mailerTo(server.url.replace('//', '//waypost:p%40ss@')).send(mail, ID);
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
      await mailer.send({ ...mail, to }, ID).catch(() => undefined);
    }
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.example' }, ID);
    expect(server.received.at(-1)?.to).toEqual(['ana@school.example.org']);
    for (const { to, message } of server.received) {
      expect(to).not.toContain('eve@evil.example');
      expect(message).not.toMatch(/^bcc:/im);
    }
  });

  it('comes from the school system’s name, at the same address', async () => {
    const server = await aMailServer();
    const mailer = mailerTo(server.url);
    await mailer.send({ ...mail, sender: 'Bay Public Schools' }, ID);
    await mailer.send({ ...mail, sender: 'Distrito de Peñas, Inc.' }, ID);
    const [english, spanish] = server.received.map(({ message }) => fromOf(message));
    expect(english).toBe('Bay Public Schools <no-reply@example.org>');
    expect(spanish).toBe('=?UTF-8?Q?Distrito_de_Pe=C3=B1as=2C_Inc=2E?= <no-reply@example.org>');
    expect(server.received.map(({ from }) => from)).toEqual(Array(2).fill('no-reply@example.org'));
  });

  it.each([
    'Bay\r\nBcc: eve@evil.example',
    'Bay" <eve@evil.example>, "Schools',
    'eve@evil.example, Bay',
    'Bay\u202e\u0000\u2028Schools\\"',
    '"<@>"',
  ])('never lets a school system’s name %j add an address or a header', async (sender) => {
    const server = await aMailServer();
    await mailerTo(server.url).send({ ...mail, sender }, ID);
    const [{ from, to, message } = { from: '', to: [''], message: '' }] = server.received;
    expect({ from, to }).toEqual({ from: 'no-reply@example.org', to: [mail.to] });
    expect(message).not.toMatch(/^bcc:/im);
    expect(fromOf(message)).toMatch(/^[^@<>\\]+ <no-reply@example\.org>$/);
    expect(fromOf(message)).not.toMatch(/=\?/);
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
    for (const to of reserved) await mailer.send({ ...mail, to }, ID);
    expect(server.received).toEqual([]);
    expect(lines).toHaveLength(reserved.length);
    expect(lines.at(-1)).toContain(`: ${reserved.length} since`);
    expect(lines.join()).not.toMatch(/ana|student|waypost\.test/);
    const real = ['ana@test.school.org', 'test@latest.org', 'ana@contest'];
    for (const to of real) await mailer.send({ ...mail, to }, ID);
    expect(server.received.map(({ to }) => to)).toEqual(real.map((to) => [to]));
  });

  it('reports a permanent rejection without quoting the mail', async () => {
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`unknown user ${address}`), { responseCode: 550 })),
    });
    const error = await mailerTo(server.url)
      .send(mail, ID)
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
    await expect(mailerTo(server.url).send(mail, ID)).rejects.toMatchObject({
      name: 'MailNotSent',
      forGood: false,
    });
  });

  it('can retry when the mail server cannot be reached, and keeps its password out of the error', async () => {
    const server = await aMailServer();
    await server.close();
    const error = await mailerTo(server.url.replace('//', '//waypost:hunter2@'))
      .send(mail, ID)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'MailNotSent', forGood: false });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
  });
});

describe('without a mail server', () => {
  it('stores each mail in the outbox, where only the server can read it', async () => {
    const dataDir = await aFolder();
    const mailer = createMailer({ mailFrom, dataDir }, { info: () => undefined });
    await Promise.all([mailer.send(mail, ID), mailer.send({ ...mail, to: 'ben@school.example.org' }, ID)]);
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
    await createMailer({ mailFrom, dataDir }, { info: (line) => lines.push(line) }).send(mail, ID);
    const [name] = await readdir(join(dataDir, 'outbox'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(join(dataDir, 'outbox', name ?? 'missing'));
    expect(lines[0]).not.toMatch(/ana|4711|password/i);
  });
});

it('collects mails in a test', async () => {
  const mailer = collectMail();
  await mailer.send(mail, ID);
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

it('mail that can be turned off has unsubscribe headers', async () => {
  const server = await aMailServer();
  const unsubscribe = 'https://waypost.test/unsubscribe/0190a3c4/sent%20back';
  await mailerTo(server.url).send({ ...mail, unsubscribe }, ID);
  await mailerTo(server.url).send(mail, ID);
  const [muteable, other] = server.received.map(({ message }) => message.replace(/\r\n[ \t]+/g, ' '));
  expect(muteable).toContain(`List-Unsubscribe: <${unsubscribe}>`);
  expect(muteable).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(other).not.toContain('List-Unsubscribe');
});

const unfolded = (message: string) => message.replace(/\r\n[ \t]+/g, ' ');
const headerOf = (message: string, name: string) =>
  new RegExp(`^${name}: (.*)\r$`, 'im').exec(unfolded(message))?.[1] ?? null;

it('a mail that is sent again has the same Message-ID, in the sender’s domain', async () => {
  const server = await aMailServer();
  const mailer = mailerTo(server.url);
  await mailer.send(mail, ID);
  await mailer.send(mail, ID);
  await mailer.send(mail, 'another');
  const ids = server.received.map(({ message }) => headerOf(message, 'Message-ID'));
  expect(ids).toEqual([`<${ID}@example.org>`, `<${ID}@example.org>`, '<another@example.org>']);
});

it('mail about one placement references the same root, and other mail references none', async () => {
  const server = await aMailServer();
  const mailer = mailerTo(server.url);
  for (const thread of ['p1', 'p1', 'p2']) await mailer.send({ ...mail, thread }, ID);
  await mailer.send(mail, ID);
  const root = (id: string) => `<about-${id}@example.org>`;
  for (const name of ['References', 'In-Reply-To'])
    expect(server.received.map(({ message }) => headerOf(message, name))).toEqual([
      root('p1'),
      root('p1'),
      root('p2'),
      null,
    ]);
});

/** A mail's sender as it was transmitted, on one line. */
const fromOf = (message: string) => /^From: (.*)\r$/m.exec(message.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
