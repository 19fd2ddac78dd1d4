import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { remainingProcesses } from '@waypost/embedded-database/testing/crash-rounds';
import { postmasterOf } from '@waypost/embedded-database/testing/folders';
import { freePort } from './free-port.ts';
import { inDatabase, isReady, run } from './kill-rounds.ts';
import { startMailServer } from './mail-server.ts';

export interface MailKillReport {
  rounds: number;
  /** Rounds in which the server ended, although only its database was killed. */
  exits: number;
  /** Mails whose transaction was committed. */
  queued: number;
  /** Queued mails that the mail server never received. */
  lost: string[];
  /** Mails that it received more than once. */
  repeated: string[];
  /** Lines of the server's log about errors that nothing handled. */
  unhandled: string[];
  /** The longest time from a kill until the server was ready again, in milliseconds. */
  slowestReturn: number;
  /** Processes still running after the final orderly stop, and how that ended unless with 0. */
  leftBehind: string[];
}

/** Mails of a round. The kill comes while they are sent. */
const MAILS = 40;

/** In milliseconds. */
const TIME_TO_RETURN = 30_000;
const TIME_TO_SEND = 60_000;

/** Kills only the database of the product while mail is sent: its main process, or a process of one connection. */
export async function runMailKillRounds(folder: string, rounds: number): Promise<MailKillReport> {
  const dataDir = join(folder, 'mail');
  await mkdir(dataDir);
  const port = await freePort();
  const smtp = await startMailServer();
  const unhandled: string[] = [];
  const sent: string[] = [];
  const missing = () => {
    const received = new Set(smtp.received.map(({ to }) => to[0]));
    return sent.filter((address) => !received.has(address));
  };
  let exits = 0;
  let slowestReturn = 0;
  let server = await startMailing(dataDir, port, smtp.url, unhandled);
  for (let round = 0; round < rounds; round += 1) {
    const addresses = Array.from(
      { length: MAILS },
      (_, index) => `round-${round}-${index}@school.example.org`,
    );
    await queueMails(dataDir, addresses);
    sent.push(...addresses);
    const left = MAILS - randomInt(5, MAILS / 2);
    await inTime('mail that flows', TIME_TO_SEND, async () => missing().length <= left);
    const killed = performance.now();
    const database = await postmasterOf(dataDir);
    process.kill(round % 2 === 0 ? database : await backendOf(dataDir), 'SIGKILL');
    const isBack = async () =>
      server.hasEnded() || ((await postmasterOf(dataDir)) !== database && (await isReady(port)));
    await inTime('a database that is back', TIME_TO_RETURN, isBack);
    slowestReturn = Math.max(slowestReturn, performance.now() - killed);
    for (const end = performance.now() + TIME_TO_SEND; performance.now() < end; await delay(500)) {
      if (missing().length === 0 || server.hasEnded()) break;
      await hurryRetries(dataDir);
    }
    if (!server.hasEnded()) continue;
    exits += 1;
    server = await startMailing(dataDir, port, smtp.url, unhandled);
  }
  const code = await server.stop();
  const leftBehind = await remainingProcesses(folder);
  if (code !== 0) leftBehind.push(`the orderly stop ended with ${code}`);
  await smtp.close();
  const counts = new Map<string, number>();
  for (const { to } of smtp.received) for (const one of to) counts.set(one, (counts.get(one) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1).map(([address]) => address);
  return {
    rounds,
    exits,
    queued: sent.length,
    lost: missing(),
    repeated,
    unhandled,
    slowestReturn,
    leftBehind,
  };
}

/** What the log says of an error that nothing handled. */
export const UNHANDLED = /unhandled rejection|uncaught exception/;

async function startMailing(dataDir: string, port: number, smtpUrl: string, unhandled: string[]) {
  const server = await startMailingServer(dataDir, port, smtpUrl, 'pipe');
  if (server.log)
    createInterface(server.log).on('line', (line) => {
      if (UNHANDLED.test(line)) unhandled.push(line);
    });
  return server;
}

/** Starts the product with a mail server. `log` is where its log goes. */
export async function startMailingServer(
  dataDir: string,
  port: number,
  smtpUrl: string,
  log: 'pipe' | number,
) {
  const settings = { SMTP_URL: smtpUrl, MAIL_FROM: 'Waypost <no-reply@example.org>' };
  const { child, ended } = run(['main.js'], dataDir, port, 'inherit', { settings, log });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isReady(port))) {
    if (hasEnded()) throw new Error(`the product ended with ${child.exitCode}`);
    await delay(20);
  }
  return {
    hasEnded,
    log: child.stdout,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    },
  };
}

/** As features queue them: in a transaction that commits, for a school system. */
export const queueMails = (dataDir: string, addresses: readonly string[], text = 'Hello') =>
  inDatabase(dataDir, ({ owner }) =>
    owner.query(
      `insert into jobs.job (name, retry_limit, retry_delay, retry_backoff, expire_in, data)
       select name, retry_limit, retry_delay, retry_backoff,
              coalesce(expire_seconds, 900) * interval '1 second',
              jsonb_build_object('to', address, 'subject', 'Hello', 'text', $2::text, 'html', '<p>Hello</p>',
                                 'clientId', gen_random_uuid())
         from jobs.queue, unnest($1::text[]) address where name = 'mail'`,
      [addresses, text],
    ),
  );

/** The PID of the server's connection that worked last as the owner, who sends the mail. */
const backendOf = (dataDir: string) =>
  inDatabase(dataDir, async ({ owner }) => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where application_name = 'waypost-owner' and pid <> pg_backend_pid()
        order by state_change desc limit 1`,
    );
    return rows[0]?.pid ?? Promise.reject(new Error('the server has no connection'));
  });

/**
 * A job that failed with the database is retried after up to half a minute, and one whose worker lost it after minutes.
 * Here they are not.
 */
export const hurryRetries = (dataDir: string) =>
  inDatabase(dataDir, async ({ owner }) => {
    await owner.query(`update jobs.job set start_after = now() where name = 'mail' and state = 'retry'`);
    await owner.query(
      `update jobs.job set state = 'retry', start_after = now()
        where name = 'mail' and state = 'active' and started_on < now() - interval '20 seconds'`,
    );
  });

/** Polls until the condition is true. An error counts as false, except that it is reported if time runs out. */
async function inTime(what: string, milliseconds: number, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + milliseconds;
  for (let error: unknown; ; await delay(50)) {
    try {
      if (await condition()) return;
    } catch (thrown) {
      error = thrown;
    }
    if (performance.now() > deadline) throw new Error(`timed out waiting for ${what}`, { cause: error });
  }
}
