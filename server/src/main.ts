import { existsSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { mailDemoLinks, runAllJobs } from './all-jobs.ts';
import { createApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { hasDemo } from './demo/remove.ts';
import { webFolder } from './folders.ts';
import { inviteFirstOwner } from './people/accounts/first-owner.ts';
import { sealForgotten } from './placements/agreements/seal-agreement.ts';
import { stateOf } from './platform/archive/scheduled-backup.ts';
import { withoutData } from './platform/database/without-data.ts';
import { systemClock } from './platform/outside/clock.ts';
import type { RunningJobs } from './platform/outside/jobs.ts';
import { whenParentEnds } from './platform/outside/parent-process.ts';
import { messageForOperator } from './serving/cannot-start.ts';
import { waitUntilIdle } from './serving/connections.ts';
import { listen } from './serving/listen.ts';
import { openLog } from './serving/log-output.ts';
import { serveMetrics } from './serving/metrics.ts';
import { type OpenDatabase, openDatabase } from './serving/open-database.ts';
import { fillOrRefuseDemo, openServices, openVault, startQueue, toOutside } from './serving/open-services.ts';
import { OUTBOX_PATH, openOutbox, serveOutbox } from './serving/outbox.ts';
import { type ExternalSources, policyOfPages } from './serving/security-headers.ts';
import { whereToGo } from './serving/terminal.ts';
import { surviveUnhandledErrors } from './serving/unhandled-errors.ts';
import { readWeb, serveWeb } from './serving/web-files.ts';
import { version } from './version.ts';

try {
  await start();
} catch (error) {
  const reason = messageForOperator(error);
  if (reason === undefined) throw error;
  console.error(reason);
  // Anything opened before the error would keep the process running.
  process.exit(1);
}

async function start() {
  const config = loadConfig();
  const log = openLog(config);
  log.info(`Waypost ${version} is starting`);

  const database = await openDatabase(config, log);
  const { pools } = database;
  const vault = await openVault(config, pools.owner, log);
  const services = await openServices(config, pools);
  await fillOrRefuseDemo(config, pools.owner, services.files, log);

  // Without a mail server, the local demo shows its mails on a page.
  const outbox = config.demo && database.isEmbedded && !config.smtpUrl ? openOutbox(config.dataDir) : null;
  const jobs = await startQueue(config, pools, { files: services.files, outbox, log });
  const tools = { ...services, pools, jobs, publicUrl: config.publicUrl, log };
  await runAllJobs(jobs, tools, systemClock);
  if (outbox) await mailDemoLinks(tools, systemClock.now());
  await sealForgotten(pools.app, { jobs, now: systemClock.now() });
  await inviteOwner(config, pools.app, jobs, log);

  const { files, backups } = services;
  const backupState = async () => (backups ? stateOf(backups.place, systemClock.now()) : null);
  // Shown on the login page: never on an operator's own database, nor without the demo.
  const showsDemo = config.demo && database.isEmbedded && (await hasDemo(pools.owner));
  const shown = { demo: showsDemo, outbox: outbox !== null };
  const outside = await toOutside(config, pools, { files, jobs, backups: backupState, vault, shown, log });
  const web = existsSync(webFolder) ? readWeb(webFolder) : null;
  const elsewhere = elsewhereOf(config, web?.script);
  let isClosing = false;
  const app = await createApp({
    isClosing: () => isClosing,
    pool: pools.app,
    listPool: pools.lists,
    outside,
    secureCookies: elsewhere.https,
    log,
    trustProxy: config.trustProxy,
    ...elsewhere,
  });
  if (outbox) serveOutbox(app, outbox);
  serveMetrics(app, backupState, systemClock);
  if (web) await serveWeb(app, web, (style) => policyOfPages(elsewhere, [style]));

  await listen(app, config);
  announce(config, outbox !== null, log);
  surviveUnhandledErrors(log);
  stopOnSignal(log, () => {
    isClosing = true;
    return stop(app, jobs, database);
  });
}

/** Invites the first SuperAdmin of an empty database. */
async function inviteOwner(config: Config, app: Pool, jobs: RunningJobs, log: Logger): Promise<void> {
  const { superAdminEmail: email, publicUrl } = config;
  if (email && (await inviteFirstOwner(app, { email, now: systemClock.now(), publicUrl, jobs })))
    log.info('Emailed the first SuperAdmin a link to set a password');
}

function elsewhereOf(config: Config, script: string | undefined): ExternalSources {
  return {
    imageOrigins: [new URL(config.mapTilesUrl.replace(/[{}]/g, '')).origin],
    frameOrigins: config.socialTimelineUrl ? [new URL(config.socialTimelineUrl).origin] : [],
    pageScripts: script ? [script] : [],
    https: config.publicUrl.startsWith('https:'),
  };
}

function announce({ publicUrl }: Config, showsOutbox: boolean, log: Logger): void {
  if (process.stdout.isTTY) process.stdout.write(whereToGo(publicUrl, showsOutbox ? OUTBOX_PATH : null));
  else log.info(`Waypost is running at ${publicUrl}`);
}

/** Stops on a signal, and with the npm script that started this process. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  const logFatal = (what: unknown) =>
    what instanceof Error
      ? log.fatal(withoutData(what), 'shutting down immediately')
      : log.fatal(String(what));
  const options = {
    delay: 30_000,
    logger: { error: logFatal },
    skip: ['unhandledRejection' as const, 'uncaughtException' as const],
  };
  const grace = closeWithGrace(options, stop);
  if (process.env.npm_lifecycle_event) whenParentEnds(grace.close);
}

/** Keep-alive connections are told to close with their next reply; closing them during a request would lose it. */
async function stop(app: FastifyInstance, jobs: RunningJobs, database: OpenDatabase): Promise<void> {
  await waitUntilIdle(app.server);
  await app.close();
  await jobs.stop();
  await database.close();
}
