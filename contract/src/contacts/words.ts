import { type Message, msg } from '../i18n.ts';
import type { ContactRole } from './rules.ts';

/** What a business's people do, as people read it. */
export const contactRoleNames: Record<ContactRole, Message> = {
  supervisor: msg('Supervisor'),
  signatory: msg('May sign'),
  administration: msg('Administration'),
};
