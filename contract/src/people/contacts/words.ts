import { type Message, msg } from '../../i18n.ts';
import type { ContactRole } from './rules.ts';

/** The contact roles as people read them. */
export const contactRoleNames: Record<ContactRole, Message> = {
  supervisor: msg('Supervisor'),
  signatory: msg('May sign'),
  administration: msg('Administration'),
};
