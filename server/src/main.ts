import { existsSync } from 'node:fs';
import type { FollowUpKind } from '@waypost/contract/oversight/follow-ups/rules';
import { DEMO_PASSWORD } from '@waypost/contract/people/accounts/demo';
import { startEmbedded } from '@waypost/embedded-database';
import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { fillDemo } from './demo/fill.ts';
import { hasDemo, refuseDemo } from './demo/remove.ts';
import { migrationsFolder, webFolder } from './folders.ts';
import { removeOldNotices } from './messages/bell/old.ts';
import { withReturnedMail } from './messages/mail/returned.ts';
import { mailNewMatches } from './opportunities/saved-search/weekly.ts';
import { sendQueuedReminders, sendReminders } from './oversight/follow-ups/reminder-job.ts';
import { applyRetention } from './oversight/retention/job.ts';
import { inviteFirstOwner } from './people/accounts/first-owner.ts';
import { hashPassword } from './people/accounts/passwords.ts';
import { removeLateUnconfirmed } from './people/accounts/unconfirmed.ts';
import { countSealedOtherwise, reencryptSecrets } from './people/second-factor/by-operator.ts';
import { notifyExpired, releaseGuardians } from './placements/agreements/job.ts';
import { sealAgreement, sealForgotten } from './placements/agreements/sealing.ts';
import { endLapsedOffers, sendOffer } from './placements/applications/offers.ts';
import { mailPendingHours } from './placements/hours/digest.ts';
import { streamStudent } from './platform/archive/client-archive.ts';
import { backUpDaily, openBackupPlace, stateOf } from './platform/archive/scheduled-backup.ts';
import { createAppLogin, requireRestrictedRole } from './platform/database/app-login.ts';
import { findHeads } from './platform/database/audit-chain.ts';
import { openPools } from './platform/database/connect.ts';
import { countOfStudent, eraseDueClients, eraseStudentAndQueueFiles } from './platform/database/erasing.ts';
import { migrate } from './platform/database/migrate.ts';
import { sealingKeyIn } from './platform/database/sealing-key.ts';
import { sweepFiles } from './platform/database/sweep.ts';
import { withoutData } from './platform/database/without-data.ts';
import { systemClock } from './platform/outside/clock.ts';
import { openDocumentSeal } from './platform/outside/document-seal.ts';
import { createFileStore } from './platform/outside/file-store.ts';
import { cacheGeocodeAnswers } from './platform/outside/geocode-answers.ts';
import { createGeocoder } from './platform/outside/geocoder.ts';
import { startJobs } from './platform/outside/jobs.ts';
import { createMailer } from './platform/outside/mail.ts';
import { whenParentEnds } from './platform/outside/parent.ts';
import { makeVault, readSecretKey } from './platform/outside/vault.ts';
import { openZipTable } from './platform/outside/zip-table.ts';
import { messageForOperator } from './serving/cannot-start.ts';
import { waitUntilIdle } from './serving/connections.ts';
import { surviveUnhandledErrors } from './serving/last-resort.ts';
import { listen } from './serving/listen.ts';
import { openLogOutput } from './serving/log-output.ts';
import { serveMetrics } from './serving/metrics.ts';
import { OUTBOX_PATH, openOutbox, serveOutbox } from './serving/outbox.ts';
import { policyOfPages } from './serving/security-headers.ts';
import { toTerminal, whereToGo } from './serving/terminal.ts';
import { readWeb, serveWeb } from './serving/web.ts';

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
  const { stdout } = process;
  // A terminal that was closed loses lines, and nothing else.
  if (stdout.isTTY) stdout.on('error', () => undefined);
  const log = pino(
    { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization', 'password'] },
    stdout.isTTY ? toTerminal(stdout) : openLogOutput(),
  );

  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: config.dataDir,
        log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
      });
  const reach = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' };
  const appReach = config.databaseAppUrl ? { connectionString: config.databaseAppUrl } : undefined;
  const pools = openPools(reach, {}, undefined, appReach);
  await migrate(pools.owner, migrationsFolder);
  if (!appReach) await createAppLogin(pools);
  await requireRestrictedRole(pools.app);

  const vault = makeVault(await readSecretKey(config));
  if (config.oldSecretKey) {
    const count = await reencryptSecrets(pools.owner, { from: makeVault(config.oldSecretKey), to: vault });
    log.info(`Encrypted ${count} secrets of two-step login again: OLD_SECRET_KEY is no longer needed`);
  }
  const lost = await countSealedOtherwise(pools.owner, vault.mark);
  if (lost > 0)
    log.error(
      `${lost} accounts set up two-step login with another SECRET_KEY: restore that key, or they need recovery codes to log in`,
    );

  const showsOutbox = config.demo && embedded !== null && config.smtpUrl === undefined;
  const outbox = showsOutbox ? openOutbox(config.dataDir) : null;
  // A page shows these mails, so a line for each is of little interest.
  const logMail = (line: string) => (outbox ? log.debug(line) : log.info(line));
  const mailer = withReturnedMail(createMailer(config, { info: logMail }, outbox?.add), {
    ...{ app: pools.app, owner: pools.owner, clock: systemClock },
    post: () => ({ jobs, publicUrl: config.publicUrl }),
  });
  const files = await createFileStore(config.files);
  const seal = await openDocumentSeal(config, sealingKeyIn(pools.owner), systemClock.now());
  if (config.demo) {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    const filled = await fillDemo(pools.owner, { now: systemClock.now(), files, passwordHash });
    if (filled) log.info('The demo is loaded: the login page lists five accounts to try');
  } else {
    await refuseDemo(pools.owner);
  }
  const jobs = await startJobs(pools.owner, { mailer, files }, log);
  const mailBusinesses = (atAnyHour: boolean) =>
    mailPendingHours(pools.app, { jobs, publicUrl: config.publicUrl, now: systemClock.now(), atAnyHour });
  await jobs.everyHour('waiting-hours', 7, () => mailBusinesses(false));
  const remind = (atAnyHour?: FollowUpKind) =>
    sendReminders(pools.app, {
      ...{ jobs, publicUrl: config.publicUrl, now: systemClock.now() },
      ...(atAnyHour && { atAnyHour }),
    });
  await jobs.whenRemindersAreDue((queued) =>
    sendQueuedReminders(pools.app, queued, { jobs, publicUrl: config.publicUrl, now: systemClock.now() }),
  );
  // The local demo's outbox has today's links from the start, for businesses and for supervisors without an account.
  if (showsOutbox) {
    await mailBusinesses(true);
    await remind('evaluation');
  }
  const offers = () => ({ jobs, publicUrl: config.publicUrl, now: systemClock.now() });
  await jobs.whenOfferIsDue((offer) => sendOffer(pools.app, offer, offers()));
  await jobs.everyHour('lapsed-offers', 3, () => endLapsedOffers(pools.app, offers()));
  await jobs.whenAgreementIsSigned((signed) =>
    sealAgreement(pools.app, signed, { files, seal, publicUrl: config.publicUrl, now: systemClock.now() }),
  );
  const sealAll = () => sealForgotten(pools.app, { jobs, now: systemClock.now() });
  await jobs.everyHour('unsealed-agreements', 29, sealAll);
  await sealAll();
  const agreementPost = () => ({ jobs, publicUrl: config.publicUrl, now: systemClock.now() });
  await jobs.everyHour('guardians-of-adults', 2, () => releaseGuardians(pools.app, agreementPost()));
  await jobs.everyHour('expired-agreements', 5, () => notifyExpired(pools.app, agreementPost()));
  await jobs.everyHour('new-matches', 13, () =>
    mailNewMatches(pools.app, { jobs, publicUrl: config.publicUrl, now: systemClock.now() }),
  );
  await jobs.everyHour('unconfirmed-accounts', 37, () =>
    removeLateUnconfirmed(pools.app, { jobs, now: systemClock.now() }),
  );
  await jobs.everyHour('reminders', 17, () => remind());
  await jobs.everyDay('retention', 10, async () => {
    const now = systemClock.now();
    const by = { id: null, name: 'Waypost', because: 'retention' } as const;
    const erased = await applyRetention(
      pools.app,
      (student, isDue) => eraseStudentAndQueueFiles(pools.owner, jobs, student, by, now, isDue),
      { jobs, publicUrl: config.publicUrl, now },
    );
    if (erased > 0) log.info(`Erased ${erased} students whose retention period ended`);
  });
  await jobs.everyDay('client-erasures', 11, async () => {
    const erased = await eraseDueClients(pools.owner, jobs, systemClock.now());
    if (erased > 0) log.info(`Erased ${erased} school systems as announced`);
  });
  await jobs.everyDay('old-notices', 9, () => removeOldNotices(pools.owner, systemClock.now()));
  // A log stored elsewhere proves the state of the audit trails, whatever happens to this database.
  await jobs.everyHour('audit-codes', 51, async () => {
    for (const head of await findHeads(pools.owner)) log.info(head, 'audit code');
  });
  const backupPlace = config.backups && openBackupPlace(config.backups);
  if (backupPlace)
    await jobs.everyHour('backup', 41, async () => {
      const options = { files, made: systemClock.now(), key: config.backupKey, keep: config.backupsKept };
      const counted = await backUpDaily(pools.owner, backupPlace, options);
      if (counted) log.info(counted, 'backup made');
    });
  const backups = async () => (backupPlace ? stateOf(backupPlace, systemClock.now()) : null);
  await jobs.everyDay('stray-files', 8, async () => {
    const removed = await sweepFiles(pools.owner, files, systemClock.now());
    if (removed > 0) log.info(`Removed ${removed} uploads that no record refers to`);
  });
  if (config.superAdminEmail) {
    const invitation = {
      email: config.superAdminEmail,
      now: systemClock.now(),
      publicUrl: config.publicUrl,
      jobs,
    };
    if (await inviteFirstOwner(pools.app, invitation))
      log.info('Emailed the first SuperAdmin a link to set a password');
  }
  const web = existsSync(webFolder) ? readWeb(webFolder) : null;
  const elsewhere = {
    imageOrigins: [new URL(config.mapTilesUrl.replace(/[{}]/g, '')).origin],
    frameOrigins: config.socialTimelineUrl ? [new URL(config.socialTimelineUrl).origin] : [],
    pageScripts: web ? [web.script] : [],
  };
  let closing = false;
  const app = await createApp({
    isClosing: () => closing,
    pool: pools.app,
    listPool: pools.lists,
    outside: {
      clock: systemClock,
      files,
      geocoder: createGeocoder({
        config,
        zips: await openZipTable(config.dataDir),
        cache: cacheGeocodeAnswers(pools.app),
        clock: systemClock,
        log: { warn: (line) => log.warn(line) },
      }),
      jobs,
      backups,
      vault,
      exportStudent: (student, made) => streamStudent(pools.owner, student, { files, made }),
      countOfStudent: (student) => countOfStudent(pools.owner, student),
      eraseStudent: (student, by, now) => eraseStudentAndQueueFiles(pools.owner, jobs, student, by, now),
      ownersNeedSecondFactor: config.ownersNeedSecondFactor,
      publicUrl: config.publicUrl,
      shown: {
        ...(config.socialTimelineUrl && { socialTimelineUrl: config.socialTimelineUrl }),
        mapTilesUrl: config.mapTilesUrl,
        // Shown on the login page: never on an operator's own database, nor without the demo.
        demo: config.demo && embedded !== null && (await hasDemo(pools.owner)),
        outbox: showsOutbox,
      },
    },
    secureCookies: config.publicUrl.startsWith('https:'),
    log,
    trustProxy: config.trustProxy,
    ...elsewhere,
  });
  if (outbox) serveOutbox(app, outbox);
  serveMetrics(app, backups, systemClock);
  if (web) await serveWeb(app, web, (style) => policyOfPages(elsewhere, [style]));
  await listen(app, config);
  if (stdout.isTTY) stdout.write(whereToGo(config.publicUrl, outbox && OUTBOX_PATH));
  else log.info(`Waypost is running at ${config.publicUrl}`);

  const logFatal = (what: unknown) =>
    what instanceof Error
      ? log.fatal(withoutData(what), 'shutting down immediately')
      : log.fatal(String(what));
  surviveUnhandledErrors(log);
  const options = {
    delay: 30_000,
    logger: { error: logFatal },
    skip: ['unhandledRejection' as const, 'uncaughtException' as const],
  };
  const grace = closeWithGrace(options, async () => {
    // Keep-alive connections are told to close with their next reply; closing them during a request would lose it.
    closing = true;
    await waitUntilIdle(app.server);
    await app.close();
    await jobs.stop();
    await Promise.all([pools.app.end(), pools.lists.end(), pools.owner.end()]);
    await embedded?.stop();
  });
  if (process.env.npm_lifecycle_event) whenParentEnds(grace.close);
}
