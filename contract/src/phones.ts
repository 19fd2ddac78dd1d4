/**
 * A phone number as it is saved: (410)555-0123, or +44 20 7946 0018 in another country, either with an extension
 * ( x204).
 */
export const PHONE = /^(\(\d{3}\)\d{3}-\d{4}|\+(?!1)\d(?: ?\d){6,14})( x\d{1,6})?$/;

/** Reads a phone number in any notation, with its extension. Unchanged if it is none, and the form rejects it. */
export function normalizePhone(typed: string): string {
  const [, number = '', extension] =
    /^(.*?\d)(?:[\s,;]*(?:x|ext\.?|extension|#)[\s.:]*(\d{1,6}))?\s*$/i.exec(typed) ?? [];
  const plain = number.trim().replace(/^(?:011|00)\s*(?=[2-9])/, '+');
  const digits = plain.replace(/[\s().-]/g, '');
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  const read = area
    ? `(${area})${exchange}-${line}`
    : plain
        .replace(/[().-]/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^\+ /, '+');
  const whole = extension ? `${read} x${extension}` : read;
  return PHONE.test(whole) ? whole : typed.trim();
}

/** The address of a link that calls a phone number, with its extension (RFC 3966). */
export function phoneHref(phone: string): string {
  const [number = '', extension] = phone.split(' x');
  const digits = number.replace(/\D/g, '');
  return `tel:${number.startsWith('+') ? '+' : '+1'}${digits}${extension ? `;ext=${extension}` : ''}`;
}

/** A phone number in the format that people read: (410) 555-0123 ext. 204. Unchanged if it is not one. */
export const shownPhone = (phone: string): string =>
  normalizePhone(phone)
    .replace(/^\((\d{3})\)(?=\d)/, '($1) ')
    .replace(/ x(?=\d+$)/, ' ext. ');
