import { t } from '@waypost/contract/i18n';
import type { ActingWay } from '@waypost/contract/messages/links/rules';

/** Who decided or submitted something, and how they were identified. */
export const byWhom = (name: string, via: ActingWay): string =>
  via === 'link' ? t('{name}, by link', { name }) : t('{name}, with an account', { name });
