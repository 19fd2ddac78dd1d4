import { afterAll, beforeAll, beforeEach } from 'vitest';
import { withReturnedMail } from '../src/messages/mail/returned-mail.ts';
import { type RunningJobs, startJobs } from '../src/platform/outside/jobs.ts';
import { createMailer, type Mail, type Mailer } from '../src/platform/outside/mail.ts';
import { startMailServer } from './mail-server.ts';
import type { TestServer } from './server.ts';

/** A mail server that refuses addresses, and the product's mailer and queue in front of it, while a test file runs. */
export function startRefusingMail(server: TestServer) {
  /** What the mail server says to an address: after RCPT TO, or after the contents. */
  const refusals = new Map<string, { code: number; text: string; after?: 'DATA' }>();
  const logged: string[] = [];
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  let mailer: Mailer;
  let jobs: RunningJobs;

  const refusalOf = (address: string, after?: 'DATA') => {
    const refusal = [...refusals].find(([email]) => email.toLowerCase() === address.toLowerCase())?.[1];
    if (!refusal || refusal.after !== after) return null;
    return Object.assign(new Error(refusal.text), { responseCode: refusal.code });
  };

  beforeAll(async () => {
    smtp = await startMailServer({
      hideENHANCEDSTATUSCODES: true,
      onRcptTo: ({ address }, _session, done) => done(refusalOf(address)),
      onData: (stream, session, done) => {
        const [to = ''] = session.envelope.rcptTo.map(({ address }) => address);
        stream.resume();
        stream.on('end', () => {
          const refused = refusalOf(to, 'DATA');
          if (!refused) smtp.received.push({ from: '', to: [to], message: '' });
          done(refused);
        });
      },
    });
    const log = { info: (line: string) => void logged.push(line) };
    const config = { smtpUrl: smtp.url, mailFrom: 'Waypost <no-reply@example.org>', dataDir: '/nowhere' };
    mailer = withReturnedMail(createMailer(config, log), {
      app: server.database.app,
      owner: server.database.owner,
      clock: server.clock,
      post: () => ({ jobs: server.jobs, publicUrl: 'https://waypost.test' }),
    });
    jobs = await startJobs(
      server.database.owner,
      { mailer, files: server.files },
      { error: (details, line) => void logged.push(JSON.stringify({ ...details, line })) },
    );
  });
  afterAll(async () => {
    await jobs.stop();
    await smtp.close();
  });
  beforeEach(() => {
    refusals.clear();
    smtp.received.length = 0;
  });

  /** Sends a mail as the queue does. Returns whether it arrived. */
  async function deliver(mail: Mail): Promise<boolean> {
    const before = smtp.received.length;
    await mailer.send(mail, 'id').catch(() => undefined);
    return smtp.received.length > before;
  }
  const send = (to: string, clientId: string) =>
    deliver({ to, clientId, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  return { refusals, logged, deliver, send, jobs: () => jobs };
}
