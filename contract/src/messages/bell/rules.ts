/** How many notices the bell lists. */
export const NOTICES_LISTED = 30;
/** Notices are deleted this many days after they were created, read or not. */
export const NOTICE_DAYS = 90;

/** The event stream that tells a browser that there are new notices, and nothing else. */
export const BELL_EVENTS = '/api/bellEvents';
