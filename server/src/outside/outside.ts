import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Jobs } from './jobs.ts';

/** Everything beyond the database that handlers may ask, each a small interface with a fake for tests. */
export interface Outside {
  clock: Clock;
  files: FileStore;
  jobs: Jobs;
  /** Origin without a trailing slash: the base of every link in a mail. */
  publicUrl: string;
}
