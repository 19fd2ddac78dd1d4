import type { settingsCalls } from '@waypost/contract/settings/calls';
import { PLATFORM } from '../access/actor.ts';
import type { Handlers } from '../access/handler.ts';
import { enterTenant } from '../access/tenant.ts';
import { toAdminSettings, toSettings } from './present.ts';
import { findSettings } from './queries.ts';

/** A school system's settings; visitors and SuperAdmins see the platform's (calls.csv). */
export const settingsHandlers: Handlers<typeof settingsCalls> = {
  getSettings: async ({ caller, outside }, tx) => {
    if (!caller) await enterTenant(tx, PLATFORM);
    const [found] = await findSettings(tx, { clientId: caller?.clientId ?? PLATFORM });
    if (!found) return [];
    return caller?.role === 'Admin'
      ? toAdminSettings(found, outside.shown)
      : toSettings(found, outside.shown);
  },
};
