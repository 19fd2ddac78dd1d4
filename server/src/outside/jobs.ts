import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { APP_ROLE, type Tx } from '../database/connect.ts';
import { sweep } from '../database/sweep.ts';
import { withoutData } from '../database/without-data.ts';
import type { FileStore } from './file-store.ts';
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
const SWEEP = 'sweep';
const HOUR = 3600;
/** For what someone is waiting for, such as a mailed link that works only for minutes. */
const AWAITED_PRIORITY = 1;
/** Mails per statement. Up to a thousand accounts may be mailed at once. */
const MAILS_AT_ONCE = 200;

interface Log {
  error(details: object, line: string): void;
}

/** Creates the queue's tables, and allows requests only to add jobs. Servers may start together. */
export async function prepareJobs(owner: Pool, { watch } = startWatching()): Promise<PgBoss> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => watch(owner.query(text, values)) },
    // A mail's text names people, so it is deleted soon after sending, and after two days if it could not be
    // sent.
    archiveCompletedAfterSeconds: 60,
    archiveFailedAfterSeconds: 2 * 24 * HOUR,
    deleteAfterSeconds: 60,
    retentionHours: 48,
  });
  await boss.start();
  await boss.createQueue(MAIL, { name: MAIL, retryLimit: 10, retryDelay: 15, retryBackoff: true });
  await boss.createQueue(OFFERS, { name: OFFERS, retryLimit: 20, retryDelay: 5, retryBackoff: true });
  await boss.createQueue(REMINDERS, { name: REMINDERS, retryLimit: 20, retryDelay: 5, retryBackoff: true });
  await boss.createQueue(DOCUMENTS, { name: DOCUMENTS, retryLimit: 20, retryDelay: 5, retryBackoff: true });
  await boss.createQueue(FILES, { name: FILES, retryLimit: 20, retryDelay: 60, retryBackoff: true });
  await owner.query(`
    grant usage on schema ${SCHEMA} to ${APP_ROLE};
    grant select on ${SCHEMA}.queue to ${APP_ROLE};
    grant insert, select (id) on ${SCHEMA}.job to ${APP_ROLE}`);
  return boss;
}

/** Starts the queue: sends mail, removes files, and deletes expired rows every hour. Several servers share the work. */
export async function startJobs(
  owner: Pool,
  { mailer, files }: { mailer: Mailer; files: FileStore },
  log: Log,
): Promise<RunningJobs> {
  const watching = startWatching();
  const boss = await prepareJobs(owner, watching);
  boss.on('error', (error) => log.error({ name: error.name, stack: error.stack }, 'the job queue failed'));
  const workers: string[] = [];
  const stopClockWatch = whenClockIsSetBack(() => {
    for (const worker of workers) boss.notifyWorker(worker);
  });
  const startWorker = async <Data>(
    queue: string,
    options: { pollingIntervalSeconds: number; batchSize?: number },
    work: PgBoss.WorkHandler<Data>,
  ) => {
    const worker = await boss.work<Data>(queue, options, work);
    workers.push(worker);
    return worker;
  };
  const mailing = await startWorker<Mail>(
    MAIL,
    { pollingIntervalSeconds: 1, batchSize: 1 },
    async ([job]) => {
      if (!job) return;
      try {
        await watching.watch(mailer.send(job.data, job.id));
        // Start the next at once: one per second would delay the last of a large import for more than an hour.
        boss.notifyWorker(mailing);
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error;
        log.error({ job: job.id, reason: error.message }, 'a mail was not sent');
        // What the mail server rejected permanently is not retried.
        if (!error.forGood) throw error;
      }
    },
  );
  await startWorker<{ keys: string[] }>(FILES, { pollingIntervalSeconds: 2, batchSize: 1 }, async ([job]) => {
    for (const key of job?.data.keys ?? []) await watching.watch(files.remove(key));
  });
  const onSchedule = async (name: string, cron: string, work: () => Promise<void>) => {
    await boss.createQueue(name, { name, retryLimit: 0 });
    // By default every two seconds, which for all of them would be half of an idle server's queries.
    await startWorker(name, { pollingIntervalSeconds: 5 }, () =>
      work().catch((error: Error) => {
        // It is retried at the next run. Without this line, nobody would notice.
        log.error({ job: name, ...withoutData(error) }, 'a repeated job failed');
        throw error;
      }),
    );
    await boss.schedule(name, cron);
  };
  const everyHour: RunningJobs['everyHour'] = (name, minute, work) =>
    onSchedule(name, `${minute} * * * *`, work);
  await everyHour(SWEEP, 23, () => sweep(owner, new Date()));
  /** At most one a second, so that many of them do not slow down requests. */
  const oneByOne = async <Data extends object>(
    queue: string,
    work: (data: Data) => Promise<void>,
    failed: string,
  ) => {
    await startWorker<Data>(queue, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
      if (!job) return;
      await watching.watch(work(job.data)).catch((error: Error) => {
        log.error({ job: job.id, ...withoutData(error) }, failed);
        throw error;
      });
    });
  };
  const within = (tx: Tx): PgBoss.SendOptions => ({
    db: { executeSql: (text, values) => tx.client.query(text, values) },
  });
  /** Adds the school system that the transaction has entered, if any. */
  const withClient = async (tx: Tx, mails: readonly Mail[]): Promise<Mail[]> => {
    const { rows } = await tx.client.query<{ id: string | null }>({
      name: 'client of mail',
      text: `select nullif(current_setting('app.client_id', true), '') as id`,
    });
    const clientId = rows[0]?.id;
    return mails.map((mail) => (clientId ? { ...mail, clientId } : mail));
  };
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
    whenOfferIsDue: (work) => oneByOne<DueOffer>(OFFERS, work, 'an offer was not sent'),
    whenRemindersAreDue: (work) => oneByOne<QueuedReminders>(REMINDERS, work, 'reminders were not sent'),
    whenAgreementIsSigned: (work) =>
      oneByOne<SignedAgreement>(DOCUMENTS, work, 'a signed agreement was not sealed'),
    everyHour,
    everyDay: (name, hour, work) => onSchedule(name, `47 ${hour} * * *`, work),
    stop: async () => {
      stopClockWatch();
      await boss.stop({ graceful: true, wait: true, timeout: 10_000 });
      await watching.untilAllIsDone();
    },
  };
}

const CLOCK_LOOK_MS = 1000;

/**
 * Calls `wake` within a second after the system's clock is set back. Returns a function that stops watching. The queue
 * measures its pauses by this clock, so a worker that is busy then would pause for as long as the clock was set back.
 */
function whenClockIsSetBack(wake: () => void): () => void {
  const drift = () => Date.now() - performance.now();
  let before = drift();
  const timer = setInterval(() => {
    const after = drift();
    if (before - after > CLOCK_LOOK_MS) wake();
    before = after;
  }, CLOCK_LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * The queue completes jobs without waiting for the write. Ending the pool too early would send a mail again after
 * the next start.
 */
function startWatching() {
  const underWay = new Set<Promise<unknown>>();
  return {
    watch<T>(one: Promise<T>): Promise<T> {
      underWay.add(one);
      const done = () => void underWay.delete(one);
      one.then(done, done);
      return one;
    },
    async untilAllIsDone(): Promise<void> {
      do {
        await Promise.allSettled(underWay);
        // Its follow-up has started by the next turn of the event loop.
        await setImmediate();
      } while (underWay.size > 0);
    },
  };
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
