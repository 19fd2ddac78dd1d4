/** What staff choose from; the documents name no list, so that other programs may send words of their own. */
export const contactTypes = [
  'Phone call',
  'Email',
  'In person',
  'Video call',
  'Text message',
  'Letter',
] as const;

/** How many years back a contact may be dated: longer than anybody attends. */
export const LOGGED_WITHIN_YEARS = 10;
