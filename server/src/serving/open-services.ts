import { DEMO_PASSWORD } from '@waypost/contract/people/accounts/demo';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { JobTools } from '../all-jobs.ts';
import type { Config } from '../config.ts';
import { refuseDemo } from '../demo/remove.ts';
import { withReturnedMail } from '../messages/mail/returned-mail.ts';
import { countSealedOtherwise, reencryptSecrets } from '../people/second-factor/by-operator.ts';
import { hashPassword } from '../platform/access/passwords.ts';
import { openBackupPlace } from '../platform/archive/scheduled-backup.ts';
import { streamStudent } from '../platform/archive/student-archive.ts';
import type { Pools } from '../platform/database/connect.ts';
import { countOfStudent, eraseStudentAndQueueFiles } from '../platform/database/erasure.ts';
import { sealingKeyIn } from '../platform/database/sealing-key.ts';
import { systemClock } from '../platform/outside/clock.ts';
import { openDocumentSeal } from '../platform/outside/document-seal.ts';
import { createFileStore, type FileStore } from '../platform/outside/file-store.ts';
import { cacheGeocodeAnswers } from '../platform/outside/geocode-answers.ts';
import { createGeocoder } from '../platform/outside/geocoder.ts';
import { type RunningJobs, startJobs } from '../platform/outside/jobs.ts';
import { createMailer } from '../platform/outside/mail.ts';
import type { Outside } from '../platform/outside/outside.ts';
import { makeVault, readSecretKey, type Vault } from '../platform/outside/vault.ts';
import { openZipTable } from '../platform/outside/zip-table.ts';
import type { Outbox } from './outbox.ts';

/** Opens the encryption of the database's secrets, after encrypting again those of `OLD_SECRET_KEY`. */
export async function openVault(config: Config, owner: Pool, log: Logger): Promise<Vault> {
  const vault = makeVault(await readSecretKey(config));
  if (config.oldSecretKey) {
    const count = await reencryptSecrets(owner, { from: makeVault(config.oldSecretKey), to: vault });
    log.info(`Encrypted ${count} secrets of two-step login again: OLD_SECRET_KEY is no longer needed`);
  }
  const lost = await countSealedOtherwise(owner, vault.mark);
  if (lost > 0)
    log.error(
      `${lost} accounts set up two-step login with another SECRET_KEY: restore that key, or they need recovery codes to log in`,
    );
  return vault;
}

/** What requests and jobs both use. */
export async function openServices(
  config: Config,
  { owner }: Pools,
): Promise<Pick<JobTools, 'files' | 'seal' | 'backups'>> {
  const files = await createFileStore(config.files);
  const seal = await openDocumentSeal(config, sealingKeyIn(owner), systemClock.now());
  const backups = config.backups
    ? { place: openBackupPlace(config.backups), key: config.backupKey, keep: config.backupsKept }
    : null;
  return { files, seal, backups };
}

/** Loads the demo into an empty database. Without the demo, refuses a database that has it. */
export async function fillOrRefuseDemo(
  config: Config,
  owner: Pool,
  files: FileStore,
  log: Logger,
): Promise<void> {
  if (!config.demo) return refuseDemo(owner);
  // Loaded only here, because most servers never need it.
  const { fillDemo } = await import('../demo/fill-demo.ts');
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const filled = await fillDemo(owner, { now: systemClock.now(), files, passwordHash });
  if (filled) log.info('The demo is loaded: the login page lists five accounts to try');
}

/** Starts the queue, with the mailer that it sends by. */
export async function startQueue(
  config: Config,
  { app, owner }: Pools,
  { files, outbox, log }: { files: FileStore; outbox: Outbox | null; log: Logger },
): Promise<RunningJobs> {
  // A page shows these mails, so a line for each is of little interest.
  const logMail = (line: string) => (outbox ? log.debug(line) : log.info(line));
  const mailer = withReturnedMail(createMailer(config, { info: logMail }, outbox?.add), {
    app,
    owner,
    clock: systemClock,
    post: () => ({ jobs, publicUrl: config.publicUrl }),
  });
  const jobs = await startJobs(owner, { mailer, files }, log);
  return jobs;
}

/** Everything outside the database that handlers use. */
export async function toOutside(
  config: Config,
  { app, owner }: Pools,
  {
    shown,
    log,
    ...services
  }: Pick<Outside, 'files' | 'jobs' | 'backups' | 'vault'> & {
    shown: Pick<Outside['shown'], 'demo' | 'outbox'>;
    log: Logger;
  },
): Promise<Outside> {
  const { files, jobs } = services;
  return {
    ...services,
    clock: systemClock,
    geocoder: createGeocoder({
      config,
      zips: await openZipTable(config.dataDir),
      cache: cacheGeocodeAnswers(app),
      clock: systemClock,
      log: { warn: (line) => log.warn(line) },
    }),
    exportStudent: (student, made) => streamStudent(owner, student, { files, made }),
    countOfStudent: (student) => countOfStudent(owner, student),
    eraseStudent: (student, by, now) => eraseStudentAndQueueFiles(owner, jobs, student, by, now),
    ownersNeedSecondFactor: config.ownersNeedSecondFactor,
    publicUrl: config.publicUrl,
    shown: {
      ...(config.socialTimelineUrl && { socialTimelineUrl: config.socialTimelineUrl }),
      mapTilesUrl: config.mapTilesUrl,
      ...shown,
    },
  };
}
