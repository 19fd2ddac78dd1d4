import type { BackupState } from '../database/scheduled-backup.ts';
import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Geocoder } from './geocoder.ts';
import type { Jobs } from './jobs.ts';

/** Everything outside the database that handlers use, each a small interface with a fake for tests. */
export interface Outside {
  clock: Clock;
  files: FileStore;
  geocoder: Geocoder;
  jobs: Jobs;
  /** What is known of the daily backups; null where none are made. */
  backups(): Promise<BackupState | null>;
  /** Origin without a trailing slash: the base of every link in a mail. */
  publicUrl: string;
  /** What every page is told about this server's configuration. */
  shown: {
    /** The address of the landing page's timeline, if there is one. */
    socialTimelineUrl?: string;
    /** The address of map tiles, with `{z}`, `{x}` and `{y}`. */
    mapTilesUrl: string;
    /** Whether the login page shows the demo's accounts. */
    demo: boolean;
    /** Whether `/outbox` shows mail that no mail server takes. */
    outbox: boolean;
  };
}
