/** How many notices the bell lists. */
export const NOTICES_LISTED = 30;
/** Notices are deleted so many days after they were made, read or not. */
export const NOTICE_DAYS = 90;

/** Where a browser hears that there is something new. It is told nothing but that. */
export const BELL_EVENTS = '/api/bellEvents';
