import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Geocoder } from './geocoder.ts';
import type { Jobs } from './jobs.ts';

/** Everything beyond the database that handlers may ask, each a small interface with a fake for tests. */
export interface Outside {
  clock: Clock;
  files: FileStore;
  geocoder: Geocoder;
  jobs: Jobs;
  /** Origin without a trailing slash: the base of every link in a mail. */
  publicUrl: string;
  /** What every page is told of how this server is set up. */
  shown: {
    /** Where the landing page's timeline is read from, if anywhere. */
    socialTimelineUrl?: string;
    /** Where map tiles are read from, with `{z}`, `{x}` and `{y}`. */
    mapTilesUrl: string;
    /** Whether the demo's accounts stand on the sign-in page. */
    demo: boolean;
    /** Whether `/outbox` shows this computer the mails that no mail server takes. */
    outbox: boolean;
  };
}
