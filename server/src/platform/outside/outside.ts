import type { ErasedKind } from '@waypost/contract/oversight/records/rules';
import type { ErasedBy } from '../database/erasure.ts';
import type { StudentKey } from '../database/student-rows.ts';
import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Geocoder } from './geocoder.ts';
import type { Jobs } from './jobs.ts';
import type { Vault } from './vault.ts';

/** The state of the backups: when the newest was made, and how many are kept. */
export interface BackupState {
  newest: Date | null;
  kept: number;
}

/** Everything outside the database that handlers use, each a small interface with a fake for tests. */
export interface Outside {
  clock: Clock;
  files: FileStore;
  geocoder: Geocoder;
  jobs: Jobs;
  /** The state of the daily backups; null if they are off. */
  backups(): Promise<BackupState | null>;
  /** A student's data as a compressed archive, read as it is sent. */
  exportStudent(student: StudentKey, made: Date): AsyncIterable<Uint8Array>;
  /** How much of each kind an erasure of this student would delete. */
  countOfStudent(student: StudentKey): Promise<{ kind: ErasedKind; count: number }[]>;
  /** Erases a student with all their data; false if there is none. */
  eraseStudent(student: StudentKey, by: ErasedBy, now: Date): Promise<boolean>;
  /** Encrypts the secrets in the database. */
  vault: Vault;
  /** Whether SuperAdmins must use two-step login. */
  ownersNeedSecondFactor: boolean;
  /** Origin without a trailing slash: the base of every link in a mail. */
  publicUrl: string;
  /** The parts of this server's configuration that every page receives. */
  shown: {
    /** The URL of the landing page's timeline, if there is one. */
    socialTimelineUrl?: string;
    /** The URL of map tiles, with `{z}`, `{x}` and `{y}`. */
    mapTilesUrl: string;
    /** Whether the login page shows the demo's accounts. */
    demo: boolean;
    /** Whether `/outbox` shows mails, because no mail server is configured. */
    outbox: boolean;
  };
}

/** What queuing an email needs: the job queue, and the address that its links start with. */
export type MailContext = Pick<Outside, 'jobs' | 'publicUrl'>;
