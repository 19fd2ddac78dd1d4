import { type Message, msg } from '@waypost/contract/i18n';
import type { BusinessStatus } from '@waypost/contract/statuses';

/** The notice after an internship's status has changed to this one. */
export const statusNotices: Record<BusinessStatus, Message> = {
  open: msg('Work-Based Learning Opportunity was successfully reopened.'),
  completed: msg('Work-Based Learning Opportunity was successfully completed.'),
  terminated: msg('Work-Based Learning Opportunity was successfully terminated.'),
};
