/** The choices on the form. The call takes any text, because other programs may send their own. */
export const contactTypes = [
  'Phone call',
  'Email',
  'In person',
  'Video call',
  'Text message',
  'Letter',
] as const;

/** How many years back a contact may be dated: longer than anyone attends school. */
export const LOGGED_WITHIN_YEARS = 10;
