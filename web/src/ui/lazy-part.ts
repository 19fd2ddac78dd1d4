import { withMessages } from '@waypost/contract/i18n';
import { type ComponentType, lazy } from 'react';

/** React's `lazy`, which also loads the component's translations. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(withMessages(load));
