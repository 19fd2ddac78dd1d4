import { setTimeout as delay } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { withoutData } from '../database/without-data.ts';

type Job<Data> = Pick<PgBoss.Job<Data>, 'id' | 'data'>;

export interface Work<Data> {
  queue: string;
  /** Milliseconds from the start of one job to the next, and between looks at an empty queue. */
  every: number;
  /** Whether a job that succeeded is followed by the next one without a pause. */
  withoutPause?: boolean;
  work: (job: Job<Data>) => Promise<void>;
  /** Logs why a job failed. The queue retries it. */
  onFailure: (job: Job<Data>, error: Error) => void;
}

export interface Worker {
  /** Resolves when the current job is finished and saved, or handed back to the queue after `patience` milliseconds. */
  stop(patience: number): Promise<void>;
}

export interface Log {
  error(details: object, line: string): void;
}

/**
 * Runs the jobs of a queue, one at a time. pg-boss has a worker too, but does not wait for its `complete` and `fail`: if
 * the database fails, nothing handles their errors, and a mail that was sent is sent again.
 */
export function startWorker<Data>(
  boss: PgBoss,
  { queue, every, withoutPause = false, work, onFailure }: Work<Data>,
  log: Log,
): Worker {
  const stopping = new AbortController();
  const givingUp = new AbortController();
  let current: PgBoss.Job<Data> | undefined;
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const isDone = await runNext().catch((error: unknown) => {
        log.error({ queue, ...reasonOf(error) }, 'the job queue failed');
        return false;
      });
      if (!(isDone && withoutPause)) await pause(every - (performance.now() - began), stopping.signal);
    }
  }

  /** Whether there was a job, and it succeeded. */
  async function runNext(): Promise<boolean> {
    // If the database does not respond, there is no job.
    const [job] = await boss.fetch<Data>(queue);
    if (!job) return false;
    current = job;
    try {
      return await runJob(job);
    } finally {
      current = undefined;
    }
  }

  async function runJob(job: PgBoss.Job<Data>): Promise<boolean> {
    try {
      await inTime(work(job), job.expireInSeconds * 1000);
    } catch (thrown) {
      const error = toError(thrown);
      onFailure(job, error);
      await save(() => boss.fail(queue, job.id, withoutData(error)));
      return false;
    }
    await save(() => completeAnyway(boss, queue, job.id));
    return true;
  }

  const save = (write: () => Promise<unknown>) => persist(write, givingUp.signal, log);

  return {
    stop: async (patience) => {
      stopping.abort();
      await inTime(running, patience).catch(() => undefined);
      givingUp.abort();
      if (!current) return;
      // Otherwise the next server would wait until the job expires.
      await boss.fail(queue, current.id, { name: 'the server stopped' }).catch((error: unknown) => {
        log.error({ queue, ...reasonOf(error) }, 'the job queue failed');
      });
    },
  };
}

/**
 * Saves that a job is done, even if it expired while the database was down: then the queue would have it done again. A
 * job that is complete stays complete.
 */
async function completeAnyway(boss: PgBoss, queue: string, id: string): Promise<void> {
  // The declared type has no result.
  const saved = (await boss.complete(queue, id)) as unknown as { affected: number };
  if (saved.affected === 0) await boss.cancel(queue, id);
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Writes to the queue, and tries until it succeeds or `givingUp`: a database restarts, and a full disk gets space.
 */
async function persist(write: () => Promise<unknown>, givingUp: AbortSignal, log: Log): Promise<void> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      await write();
      return;
    } catch (error) {
      // Once is enough: a full disk may be the log's as well.
      if (wait === FIRST_PAUSE) log.error(reasonOf(error), 'the job queue cannot save, and tries again');
      if (givingUp.aborted) return;
      await pause(wait, givingUp);
    }
  }
}

/** Rejects if the work takes longer than this many milliseconds. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const over = new AbortController();
  const late = async () => {
    await delay(milliseconds, undefined, { signal: over.signal });
    throw new Error('it took too long');
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
}

/** Ends early with the signal. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));

const reasonOf = (thrown: unknown) => withoutData(toError(thrown));
