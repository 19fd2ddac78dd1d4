import type { accountCalls } from '@waypost/contract/accounts/calls';
import type { InputOf, ReplyOf } from '@waypost/contract/call';
import { firstPaths } from '@waypost/contract/first-paths';
import type { settingsCalls } from '@waypost/contract/settings/calls';
import type { Wire } from './call.ts';

type WireOf<C> = Wire<InputOf<C>, ReplyOf<C>>;

/** The calls of every first screen, without their schemas: those would bring the validator along. */
export const firstCalls: {
  login: WireOf<typeof accountCalls.login>;
  logout: WireOf<typeof accountCalls.logout>;
  getCurrentUser: WireOf<typeof accountCalls.getCurrentUser>;
  getSettings: WireOf<typeof settingsCalls.getSettings>;
} = {
  login: { method: 'POST', path: firstPaths.login },
  logout: { method: 'GET', path: firstPaths.logout },
  getCurrentUser: { method: 'GET', path: firstPaths.getCurrentUser },
  getSettings: { method: 'GET', path: firstPaths.getSettings },
};
