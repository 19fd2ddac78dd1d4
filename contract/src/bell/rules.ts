/** How many notices the bell lists. */
export const NOTICES_LISTED = 30;
/** Notices are deleted so many days after they were made, read or not. */
export const NOTICE_DAYS = 90;

/** The stream that tells a browser that there is something new, and nothing else. */
export const BELL_EVENTS = '/api/bellEvents';
