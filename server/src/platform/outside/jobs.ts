import type { Pool, QueryResult } from 'pg';
import PgBoss from 'pg-boss';
import { APP_ROLE, type Tx } from '../database/connect.ts';
import { withoutData } from '../database/without-data.ts';
import type { FileStore } from './file-store.ts';
import { type Log, startWorker, type Work, type Worker } from './job-worker.ts';
import { type Mail, type Mailer, MailNotSent } from './mail.ts';

/** Work that must happen if, and only if, the transaction that requests it commits. */
export interface Jobs {
  sendMail(tx: Tx, mail: Mail): Promise<void>;
  /** The same for many mails, in few statements. */
  sendMails(tx: Tx, mails: readonly Mail[]): Promise<void>;
  /** Removes files from the file store by their keys. */
  removeFiles(tx: Tx, keys: readonly string[]): Promise<void>;
  /** Makes the sealed PDF of an agreement that everyone has just signed. */
  sealAgreement(tx: Tx, signed: SignedAgreement): Promise<void>;
  /** The same for many, at a lower priority. Repeating it for the same agreement is harmless. */
  sealAgreements(tx: Tx, signed: readonly SignedAgreement[]): Promise<void>;
  /** Sends an offer after this many seconds, whichever servers are running then. */
  sendOffer(tx: Tx, offer: DueOffer, seconds: number): Promise<void>;
  /** Reminds of follow-ups from this moment on, whichever servers are running then. */
  sendReminders(tx: Tx, reminders: QueuedReminders, at: Date): Promise<void>;
}

/** Reminders that staff requested during quiet hours: the ids of follow-ups. */
export interface QueuedReminders {
  clientId: string;
  ids: string[];
}

/**
 * An offer to send. `sendsAt`, ISO 8601, distinguishes it from an earlier one of the same application that was undone.
 */
export interface DueOffer {
  clientId: string;
  applicationId: string;
  sendsAt: string;
}

/** An agreement that everyone has signed. */
export interface SignedAgreement {
  clientId: string;
  agreementId: string;
}

export interface RunningJobs extends Jobs {
  /** Runs `work` for each agreement that everyone has signed, one at a time on each server, and retries if it fails. */
  whenAgreementIsSigned(work: (signed: SignedAgreement) => Promise<void>): Promise<void>;
  /** Runs `work` for each offer that is due, on one of the running servers, and retries if it fails. */
  whenOfferIsDue(work: (offer: DueOffer) => Promise<void>): Promise<void>;
  /** Runs `work` for each queued reminder that is due, on one of the running servers, and retries if it fails. */
  whenRemindersAreDue(work: (reminders: QueuedReminders) => Promise<void>): Promise<void>;
  /** Runs `work` once an hour, at this minute, on one of the running servers. */
  everyHour(name: string, minute: number, work: () => Promise<void>): Promise<void>;
  /** The same once a day, at this hour in UTC. */
  everyDay(name: string, hour: number, work: () => Promise<void>): Promise<void>;
  /** Waits for running jobs, and accepts no more. */
  stop(): Promise<void>;
}

const SCHEMA = 'jobs';
const MAIL = 'mail';
const FILES = 'files';
const OFFERS = 'offers';
const DOCUMENTS = 'documents';
const REMINDERS = 'queued-reminders';
const HOUR = 3600;
/** For what someone is waiting for, such as a mailed link that works only for minutes. */
const AWAITED_PRIORITY = 1;
/** Mails per statement. Up to a thousand accounts may be mailed at once. */
const MAILS_AT_ONCE = 200;
/** Longer than the mail server may take for one mail. A mail whose server was killed waits that long. */
const MAIL_EXPIRES = 5 * 60;
/** How long a stopping server waits for its current jobs, in milliseconds. */
const PATIENCE = 10_000;

/** pg-boss's own queue, from which it queues the repeated jobs. */
const SCHEDULER = '__pgboss__send-it';
/** It takes this for no rows, which its types do not say. */
const NO_RESULT = undefined as unknown as QueryResult;

const RETRIED = { retryLimit: 20, retryDelay: 5, retryBackoff: true };
const QUEUES: PgBoss.Queue[] = [
  { name: MAIL, retryLimit: 10, retryDelay: 15, retryBackoff: true, expireInSeconds: MAIL_EXPIRES },
  { name: OFFERS, ...RETRIED },
  { name: REMINDERS, ...RETRIED },
  { name: DOCUMENTS, ...RETRIED },
  { name: FILES, ...RETRIED, retryDelay: 60 },
];

/** Creates the queue's tables, and allows requests only to add jobs. Servers may start together. */
export async function prepareJobs(owner: Pool, log: Log = { error: () => undefined }): Promise<PgBoss> {
  const logFailure = (error: Error) => log.error(withoutData(error), 'the job queue failed');
  const boss = new PgBoss({
    schema: SCHEMA,
    db: {
      executeSql: async (text, values) => {
        try {
          return await owner.query(text, values);
        } catch (error) {
          // Its own worker leaves failed statements unhandled. It repeats what it could not complete.
          if (values?.[0] !== SCHEDULER) throw error;
          logFailure(error as Error);
          return NO_RESULT;
        }
      },
    },
    // A mail's text names people, so it is deleted soon after sending, and after two days if it could not be
    // sent.
    archiveCompletedAfterSeconds: 60,
    archiveFailedAfterSeconds: 2 * 24 * HOUR,
    deleteAfterSeconds: 60,
    retentionHours: 48,
    // How often it looks for expired jobs.
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', logFailure);
  await boss.start();
  for (const queue of QUEUES) {
    await boss.createQueue(queue.name, queue);
    // An earlier release may have created it with other options.
    await boss.updateQueue(queue.name, queue);
  }
  await owner.query(`
    grant usage on schema ${SCHEMA} to ${APP_ROLE};
    grant select on ${SCHEMA}.queue to ${APP_ROLE};
    grant insert, select (id) on ${SCHEMA}.job to ${APP_ROLE}`);
  return boss;
}

/** Starts the queue: sends mail and removes files. Several servers share the work. */
export async function startJobs(
  owner: Pool,
  { mailer, files }: { mailer: Mailer; files: FileStore },
  log: Log,
): Promise<RunningJobs> {
  const boss = await prepareJobs(owner, log);
  const workers: Worker[] = [];
  const start = <Data>(work: Work<Data>) => workers.push(startWorker(boss, work, log));
  start(mailWork(mailer, log));
  start(fileWork(files, log));
  const onSchedule = async (name: string, cron: string, work: () => Promise<void>) => {
    await boss.createQueue(name, { name, retryLimit: 0 });
    start({
      queue: name,
      // Every two seconds would be half of an idle server's queries.
      every: 5000,
      work,
      // It is retried at the next run. Without this line, nobody would notice.
      onFailure: (_, error) => log.error({ job: name, ...withoutData(error) }, 'a repeated job failed'),
    });
    await boss.schedule(name, cron);
  };
  /** At most one a second, so that many of them do not slow down requests. */
  const oneByOne = async <Data>(queue: string, work: (data: Data) => Promise<void>, failed: string) => {
    start<Data>({
      queue,
      every: 1000,
      work: ({ data }) => work(data),
      onFailure: ({ id }, error) => log.error({ job: id, ...withoutData(error) }, failed),
    });
  };
  return {
    ...queueIn(boss),
    whenOfferIsDue: (work) => oneByOne<DueOffer>(OFFERS, work, 'an offer was not sent'),
    whenRemindersAreDue: (work) => oneByOne<QueuedReminders>(REMINDERS, work, 'reminders were not sent'),
    whenAgreementIsSigned: (work) =>
      oneByOne<SignedAgreement>(DOCUMENTS, work, 'a signed agreement was not sealed'),
    everyHour: (name, minute, work) => onSchedule(name, `${minute} * * * *`, work),
    everyDay: (name, hour, work) => onSchedule(name, `47 ${hour} * * *`, work),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop(PATIENCE)));
      await boss.stop({ graceful: true, wait: true, timeout: PATIENCE });
    },
  };
}

function mailWork(mailer: Mailer, log: Log): Work<Mail> {
  const logFailure = ({ id }: { id: string }, error: Error) => {
    const reason = error instanceof MailNotSent ? { reason: error.message } : withoutData(error);
    log.error({ job: id, ...reason }, 'a mail was not sent');
  };
  return {
    queue: MAIL,
    every: 1000,
    // One per second would delay the last of a large import for more than an hour.
    withoutPause: true,
    work: async (job) => {
      try {
        await mailer.send(job.data, job.id);
      } catch (error) {
        // What the mail server rejected permanently is not retried.
        if (!(error instanceof MailNotSent && error.forGood)) throw error;
        logFailure(job, error);
      }
    },
    onFailure: logFailure,
  };
}

const fileWork = (files: FileStore, log: Log): Work<{ keys: string[] }> => ({
  queue: FILES,
  every: 2000,
  work: async ({ data }) => {
    for (const key of data.keys) await files.remove(key);
  },
  onFailure: ({ id }, error) => log.error({ job: id, ...withoutData(error) }, 'files were not removed'),
});

/** Adds jobs to the queue, in the transaction that requests them. */
function queueIn(boss: PgBoss): Jobs {
  const within = (tx: Tx): PgBoss.SendOptions => ({
    db: { executeSql: (text, values) => tx.client.query(text, values) },
  });
  return {
    sendMail: async (tx, mail) => {
      const [data = mail] = await withClient(tx, [mail]);
      await boss.send(MAIL, data, { ...within(tx), priority: AWAITED_PRIORITY });
    },
    sendMails: async (tx, given) => {
      if (given.length === 0) return;
      const mails = await withClient(tx, given);
      for (let start = 0; start < mails.length; start += MAILS_AT_ONCE)
        await boss.insert(
          mails.slice(start, start + MAILS_AT_ONCE).map((data) => ({ name: MAIL, data })),
          within(tx),
        );
    },
    removeFiles: async (tx, keys) => {
      if (keys.length > 0) await boss.send(FILES, { keys }, within(tx));
    },
    sendOffer: async (tx, offer, seconds) => {
      await boss.send(OFFERS, offer, { ...within(tx), startAfter: seconds });
    },
    sendReminders: async (tx, reminders, at) => {
      await boss.send(REMINDERS, reminders, { ...within(tx), startAfter: at });
    },
    sealAgreement: async (tx, signed) => {
      await boss.send(DOCUMENTS, signed, { ...within(tx), priority: AWAITED_PRIORITY });
    },
    sealAgreements: async (tx, signed) => {
      if (signed.length > 0)
        await boss.insert(
          signed.map((data) => ({ name: DOCUMENTS, data })),
          within(tx),
        );
    },
  };
}

/** Adds the school system that the transaction has entered, if any, and its name. The platform's mail keeps Waypost's. */
async function withClient(tx: Tx, mails: readonly Mail[]): Promise<Mail[]> {
  const { rows } = await tx.client.query<{ id: string; sender: string | null }>({
    name: 'client of mail',
    text: `
      select entered.id, case when not c.is_platform then coalesce(nullif(s.full_name, ''), c.full_name) end as sender
        from (select nullif(current_setting('app.client_id', true), '')::uuid as id) entered
        left join clients c on c.id = entered.id
        left join settings s on s.client_id = c.id
       where entered.id is not null`,
  });
  const [client] = rows;
  if (!client) return [...mails];
  const { id: clientId, sender } = client;
  return mails.map((mail) => ({ ...mail, clientId, ...(sender && { sender }) }));
}

/** The fake: what was requested, in order, whether committed or not. */
export function collectJobs(): Jobs & {
  mail: Mail[];
  removedFiles: string[];
  offers: DueOffer[];
  signed: SignedAgreement[];
  reminders: (QueuedReminders & { at: Date })[];
} {
  const mail: Mail[] = [];
  const removedFiles: string[] = [];
  const offers: DueOffer[] = [];
  const signed: SignedAgreement[] = [];
  const reminders: (QueuedReminders & { at: Date })[] = [];
  return {
    mail,
    removedFiles,
    offers,
    signed,
    reminders,
    sendMail: async (_, one) => void mail.push(one),
    sendMails: async (_, many) => void mail.push(...many),
    removeFiles: async (_, keys) => void removedFiles.push(...keys),
    sendOffer: async (_, offer) => void offers.push(offer),
    sendReminders: async (_, one, at) => void reminders.push({ ...one, at }),
    sealAgreement: async (_, one) => void signed.push(one),
    sealAgreements: async (_, many) => void signed.push(...many),
  };
}
