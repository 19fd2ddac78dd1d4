import { type Message, msg } from './i18n.ts';

/** The mailbox of an address: the same in any letter case, and with anything after a plus sign. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/(?<=.)\+[^@]*(?=@)/, '');

/** Someone at a placement who may have a mailbox of their own. */
export interface Holder {
  party: 'student' | 'guardian' | 'business';
  email: string;
  /** Whether they can sign agreements for their party. */
  signs: boolean;
}

/**
 * Why someone cannot act for their party from this mailbox: it is the student's, or it already signs for another party.
 * Null if they can, or have no email.
 */
export function whyNotMailbox(one: Holder, others: readonly Holder[]): Message | null {
  if (one.email === '') return null;
  const mailbox = mailboxOf(one.email);
  const same = others.filter(({ party, email }) => party !== one.party && mailboxOf(email) === mailbox);
  if (same.some(({ party }) => party === 'student')) return STUDENTS_OWN;
  const isTaken = one.party === 'student' ? same.length > 0 : one.signs && same.some(({ signs }) => signs);
  return isTaken ? ANOTHER_PARTYS : null;
}

const STUDENTS_OWN = msg('This is the student’s own email. Enter another one');
const ANOTHER_PARTYS = msg('Someone else in this placement has this email. Enter another one');
