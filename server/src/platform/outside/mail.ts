import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { normalizeLine } from '@waypost/contract/normalize';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { addressIn, type CalendarEntry, toCalendar } from './calendar.ts';

/** One message to one person. `to` is a bare address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An entry for the reader's calendar. */
  calendar?: CalendarEntry;
  /** The address to which a POST alone ends mail of this kind (RFC 8058). */
  unsubscribe?: string;
  /** The id of the placement or application that it is about. Mail programs show its mails as one conversation. */
  thread?: string;
  /** The school system that sends it; the queue fills it in. */
  clientId?: string;
  /** The name that it comes from instead of the one in MAIL_FROM: that school system's. The queue fills it in. */
  sender?: string;
}

export interface Mailer {
  /**
   * Resolves once the mail server accepted the mail. Throws `MailNotSent`. A mail that is sent again has the same `id`,
   * so that a mail program shows it once.
   */
  send(mail: Mail, id: string): Promise<void>;
}

/** Contains what the operator needs and nothing of the mail, because errors are logged. */
export class MailNotSent extends Error {
  /** Whether retrying is pointless, because the mail server rejected this mail permanently. */
  readonly forGood: boolean;
  /** Whether it rejected the recipient's address, and so any other mail to it. */
  readonly badAddress: boolean;

  constructor(reason: string, { forGood, badAddress }: { forGood: boolean; badAddress: boolean }) {
    super(`The mail server did not take the mail (${reason}).`);
    this.name = 'MailNotSent';
    this.forGood = forGood;
    this.badAddress = badAddress;
  }
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
type Log = { info(line: string): void };

/**
 * Sends over SMTP if configured; otherwise stores mails in the folder `outbox` of the data folder. Mail to a
 * reserved domain is never sent. `onStored` receives each stored mail.
 */
export function createMailer(
  config: MailConfig,
  log: Log,
  onStored: (mail: Mail) => void = () => undefined,
): Mailer {
  return config.smtpUrl === undefined
    ? createOutboxMailer(join(config.dataDir, 'outbox'), config.mailFrom, log, onStored)
    : sendOverSmtp(config.smtpUrl, config.mailFrom, log);
}

/** The fake: records the sent mails in order. */
export function collectMail(): Mailer & { sent: Mail[] } {
  const sent: Mail[] = [];
  return {
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}

/** Reserved top-level domains (RFC 2606), which the demo's people use. */
const RESERVED = /[@.](test|example|invalid|localhost)\.?$/i;

function sendOverSmtp(url: string, from: string, log: Log): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...contentIsGiven,
  });
  let kept = 0;
  return {
    send: async (mail, id) => {
      if (RESERVED.test(mail.to)) {
        kept += 1;
        log.info(`Emails not sent, because their domains are reserved for tests: ${kept} since the start`);
        return;
      }
      try {
        await transport.sendMail(compose(mail, id, from));
      } catch (error) {
        throw withoutPersonalData(error);
      }
    },
  };
}

function createOutboxMailer(folder: string, from: string, log: Log, onStored: (mail: Mail) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, ...contentIsGiven });
  return {
    send: async (mail, id) => {
      const { message } = await transport.sendMail(compose(mail, id, from));
      const path = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`,
      );
      // Mails contain links that open accounts, so only the server's own account may read them.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(path, message, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        // A full disk would otherwise keep a partial mail.
        await rm(path, { force: true });
        throw error;
      }
      onStored(mail);
      log.info(`No mail server is configured (SMTP_URL): a mail is kept in ${path}`);
    },
  };
}

/** A mail's parts are given as text, so the library must not read files or URLs. */
const contentIsGiven = { disableFileAccess: true, disableUrlAccess: true } as const;

function compose(mail: Mail, id: string, from: string) {
  const calendar = mail.calendar && toCalendar(mail.calendar, { from, to: mail.to });
  const domain = domainOf(from);
  // No mail has this id. Mails that refer to it are one conversation, even if a reader does not have all of them.
  const root = mail.thread && `<about-${mail.thread}@${domain}>`;
  const sender = toSenderName(mail.sender ?? '');
  return {
    from: sender === '' ? from : { name: sender, address: addressIn(from) },
    // An object is always one address. In a string, a comma would add a second recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    messageId: `<${id}@${domain}>`,
    ...(root && { inReplyTo: root, references: root }),
    text: mail.text,
    html: mail.html,
    ...(calendar && { icalEvent: { ...calendar, filename: 'interview.ics' } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/**
 * A school system's name as the name of a sender: on one line, and without the characters that make an address, because
 * some mail programs and servers read a quoted name as one. Empty if nothing is left.
 */
const toSenderName = (name: string) => normalizeLine(name.replace(/[<>"@\\]/g, ' '));

/** The domain of the sender's address. */
const domainOf = (from: string) => /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? 'localhost';

function withoutPersonalData(error: unknown): MailNotSent {
  const { code, responseCode, command, response } = error as Record<string, unknown>;
  const reason = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500;
  const forGood = isPermanent && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const badAddress =
    forGood && (command === 'RCPT TO' || command === 'DATA') && isAddressFault(responseCode, `${response}`);
  return new MailNotSent(reason.join(' ') || 'no reason given', { forGood, badAddress });
}

/**
 * Whether a reply says that the mailbox does not exist or cannot be used. An enhanced status code (RFC 3463) says so by
 * its subject: 1 for addresses, 2 for mailboxes. Others, such as the network, the contents or a policy, do not depend
 * on the address. Nor do 5.1.7 and 5.1.8, about the sender's address, and 5.2.3, a message that is too long. Without an
 * enhanced code, the reply code decides.
 */
function isAddressFault(responseCode: number, response: string): boolean {
  const [, status] = /^5\d\d[ -]5\.(\d+\.\d+)/.exec(response) ?? [];
  if (status === undefined) return [550, 551, 553].includes(responseCode);
  return /^[12]\./.test(status) && !['1.7', '1.8', '2.3'].includes(status);
}
