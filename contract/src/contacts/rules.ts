import { t } from '../i18n.ts';
import { REQUIRED } from '../refusal.ts';

/** A business can name so many people. Two merged accounts may have more. */
export const CONTACTS_MAX = 20;

/** What a business's people do in placements; one may do several. `signatory`: may sign for the business. */
export const contactRoles = ['supervisor', 'signatory', 'administration'] as const;
export type ContactRole = (typeof contactRoles)[number];

/** What the first contact does until the business says otherwise: a small business has nobody else. */
export const FIRST_ROLES: readonly ContactRole[] = ['supervisor', 'signatory'];

/** The roles in their order, each once. */
export const inOrder = (roles: readonly string[]): ContactRole[] =>
  contactRoles.filter((role) => roles.includes(role));

/** What the first contact lacks, by field: the school has to be able to reach them. */
export function whyNotFirst(contact: { email: string; phone: string }): Record<string, string[]> {
  const missing = (['email', 'phone'] as const).filter((field) => contact[field] === '');
  return Object.fromEntries(missing.map((field) => [field, [t(REQUIRED)]]));
}
