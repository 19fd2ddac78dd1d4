import type { FastifyBaseLogger } from 'fastify';
import { removeOldNotices } from './messages/bell/old-notices.ts';
import { mailNewMatches } from './opportunities/saved-search/weekly-mail.ts';
import { mailPendingHours } from './oversight/follow-ups/digest.ts';
import { sendQueuedReminders, sendReminders } from './oversight/follow-ups/reminder-job.ts';
import { applyRetention } from './oversight/retention/job.ts';
import { remindOrRemoveUnconfirmed } from './people/accounts/unconfirmed-accounts.ts';
import { notifyEndedMasquerades } from './people/masquerade/job.ts';
import { notifyExpired, releaseGuardians } from './placements/agreements/job.ts';
import { sealAgreement, sealForgotten } from './placements/agreements/seal-agreement.ts';
import { sendMissedOffers, sendOffer } from './placements/applications/offers.ts';
import { type BackupPlace, backUpDaily } from './platform/archive/scheduled-backup.ts';
import { findHeads } from './platform/database/audit-chain.ts';
import type { Pools } from './platform/database/connect.ts';
import { eraseDueClients, eraseStudentAndQueueFiles } from './platform/database/erasure.ts';
import { sweep, sweepFiles } from './platform/database/sweep.ts';
import type { Clock } from './platform/outside/clock.ts';
import type { DocumentSeal } from './platform/outside/document-seal.ts';
import type { FileStore } from './platform/outside/file-store.ts';
import type {
  DueOffer,
  Jobs,
  QueuedReminders,
  RunningJobs,
  SignedAgreement,
} from './platform/outside/jobs.ts';

/** What the jobs work with. */
export interface JobTools {
  pools: Pick<Pools, 'app' | 'owner'>;
  jobs: Jobs;
  files: FileStore;
  seal: DocumentSeal;
  publicUrl: string;
  /** Where the daily backup is stored, and how; null without one. */
  backups: { place: BackupPlace; key: Buffer | undefined; keep: number } | null;
  log: Pick<FastifyBaseLogger, 'info'>;
}

/** The same at the moment at which a job runs. */
type Tools = JobTools & { now: Date };

interface RepeatedJob {
  name: string;
  /** This minute of each hour, or this hour of each day, in UTC. */
  when: { minute: number } | { hour: number };
  work: (tools: Tools) => Promise<void>;
  /** Whether this server's configuration leaves it out. */
  isOff?: (tools: JobTools) => boolean;
}

/** What transactions queue, each with the work that it is queued for. */
const queuedJobs = {
  whenOfferIsDue: (tools: Tools, offer: DueOffer) => sendOffer(tools.pools.app, offer, tools),
  whenRemindersAreDue: (tools: Tools, due: QueuedReminders) =>
    sendQueuedReminders(tools.pools.app, due, tools),
  whenAgreementIsSigned: (tools: Tools, signed: SignedAgreement) =>
    sealAgreement(tools.pools.app, signed, tools),
};

/** What repeats, each time on one of the running servers. */
const repeatedJobs: readonly RepeatedJob[] = [
  {
    name: 'guardians-of-adults',
    when: { minute: 2 },
    work: (tools) => releaseGuardians(tools.pools.app, tools),
  },
  { name: 'missed-offers', when: { minute: 3 }, work: (tools) => sendMissedOffers(tools.pools.app, tools) },
  { name: 'expired-agreements', when: { minute: 5 }, work: (tools) => notifyExpired(tools.pools.app, tools) },
  { name: 'waiting-hours', when: { minute: 7 }, work: (tools) => mailPendingHours(tools.pools.app, tools) },
  { name: 'new-matches', when: { minute: 13 }, work: (tools) => mailNewMatches(tools.pools.app, tools) },
  { name: 'reminders', when: { minute: 17 }, work: (tools) => sendReminders(tools.pools.app, tools) },
  { name: 'sweep', when: { minute: 23 }, work: ({ pools, now }) => sweep(pools.owner, now) },
  {
    name: 'unsealed-agreements',
    when: { minute: 29 },
    work: (tools) => sealForgotten(tools.pools.app, tools),
  },
  {
    name: 'unconfirmed-accounts',
    when: { minute: 37 },
    work: (tools) => remindOrRemoveUnconfirmed(tools.pools.app, tools),
  },
  {
    name: 'ended-masquerades',
    when: { minute: 31 },
    work: (tools) => notifyEndedMasquerades(tools.pools.app, tools),
  },
  { name: 'backup', when: { minute: 41 }, isOff: ({ backups }) => backups === null, work: backUp },
  { name: 'audit-codes', when: { minute: 51 }, work: logAuditCodes },
  { name: 'stray-files', when: { hour: 8 }, work: removeStrayFiles },
  { name: 'old-notices', when: { hour: 9 }, work: ({ pools, now }) => removeOldNotices(pools.owner, now) },
  { name: 'retention', when: { hour: 10 }, work: eraseWhatIsDue },
  { name: 'client-erasures', when: { hour: 11 }, work: eraseClients },
];

/** Runs each job when it is due, from now on. */
export async function runAllJobs(jobs: RunningJobs, tools: JobTools, clock: Clock): Promise<void> {
  const toolsNow = () => ({ ...tools, now: clock.now() });
  await jobs.whenOfferIsDue((offer) => queuedJobs.whenOfferIsDue(toolsNow(), offer));
  await jobs.whenRemindersAreDue((due) => queuedJobs.whenRemindersAreDue(toolsNow(), due));
  await jobs.whenAgreementIsSigned((signed) => queuedJobs.whenAgreementIsSigned(toolsNow(), signed));
  for (const { name, when, work, isOff } of repeatedJobs) {
    if (isOff?.(tools)) continue;
    if ('minute' in when) await jobs.everyHour(name, when.minute, () => work(toolsNow()));
    else await jobs.everyDay(name, when.hour, () => work(toolsNow()));
  }
}

/** The mails with links that the local demo's outbox has from the start, at whatever hour that is. */
export async function mailDemoLinks(tools: JobTools, now: Date): Promise<void> {
  await mailPendingHours(tools.pools.app, { ...tools, now, atAnyHour: true });
  await sendReminders(tools.pools.app, { ...tools, now, atAnyHour: 'evaluation' });
}

async function backUp({ pools, backups, files, now, log }: Tools): Promise<void> {
  if (!backups) return;
  const { place, key, keep } = backups;
  const counted = await backUpDaily(pools.owner, place, { files, made: now, key, keep });
  if (counted) log.info(counted, 'backup made');
}

/** A log stored elsewhere proves the state of the audit trails, whatever happens to this database. */
async function logAuditCodes({ pools, log }: Tools): Promise<void> {
  for (const head of await findHeads(pools.owner)) log.info(head, 'audit code');
}

async function removeStrayFiles({ pools, files, now, log }: Tools): Promise<void> {
  const removed = await sweepFiles(pools.owner, files, now);
  if (removed > 0) log.info(`Removed ${removed} uploads that no record refers to`);
}

async function eraseWhatIsDue({ pools, jobs, publicUrl, now, log }: Tools): Promise<void> {
  const by = { id: null, name: 'Waypost', because: 'retention' } as const;
  const erased = await applyRetention(
    pools.app,
    (student, isDue) => eraseStudentAndQueueFiles(pools.owner, jobs, student, by, now, isDue),
    { jobs, publicUrl, now },
  );
  if (erased > 0) log.info(`Erased ${erased} students whose retention period ended`);
}

async function eraseClients({ pools, jobs, now, log }: Tools): Promise<void> {
  const erased = await eraseDueClients(pools.owner, jobs, now);
  if (erased > 0) log.info(`Erased ${erased} school systems as announced`);
}
