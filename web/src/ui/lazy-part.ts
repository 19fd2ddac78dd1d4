import { withMessages } from '@waypost/contract/i18n';
import { type ComponentType, lazy } from 'react';

/** React's `lazy`, with the translations of what it loads. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(withMessages(load));
