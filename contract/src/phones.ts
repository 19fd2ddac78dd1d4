/** The address of a link that calls a US phone number. */
export const phoneHref = (phone: string): string => `tel:+1${phone.replace(/\D/g, '')}`;

/** A phone number in the format that people read: (410) 555-0123. Unchanged if it is not a US number. */
export const shownPhone = (phone: string): string =>
  phone.replace(/^\s*(?:\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})\s*$/, '($1) $2-$3');
