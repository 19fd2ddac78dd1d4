import { t } from '../../i18n.ts';
import { REQUIRED } from '../../refusal.ts';

/** The most contacts that a business can name. Two merged accounts may have more. */
export const CONTACTS_MAX = 20;

/** The contacts' roles in placements; one person may have several. `signatory`: may sign for the business. */
export const contactRoles = ['supervisor', 'signatory', 'administration'] as const;
export type ContactRole = (typeof contactRoles)[number];

/** The first contact's roles until the business changes them: a small business may have nobody else. */
export const FIRST_ROLES: readonly ContactRole[] = ['supervisor', 'signatory'];

/** The roles without duplicates, in their fixed order. */
export const inOrder = (roles: readonly string[]): ContactRole[] =>
  contactRoles.filter((role) => roles.includes(role));

/** What the first contact is missing, by field: the school must be able to reach them. */
export function whyNotFirst(contact: { email: string; phone: string }): Record<string, string[]> {
  const missing = (['email', 'phone'] as const).filter((field) => contact[field] === '');
  return Object.fromEntries(missing.map((field) => [field, [t(REQUIRED)]]));
}
