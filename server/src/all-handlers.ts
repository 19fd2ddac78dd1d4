import type { allCalls } from '@waypost/contract/all-calls';
import type { Handlers } from './access/handler.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { browseHandlers } from './browse/handlers.ts';
import { clientHandlers } from './clients/handlers.ts';
import { fileHandlers } from './files/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { opportunityHandlers } from './opportunities/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import { profileHandlers } from './profiles/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';

/** Every call's handler. What the contract names and nobody handles does not compile. */
export const allHandlers: Partial<Handlers<typeof allCalls>> = {
  ...accountHandlers,
  ...browseHandlers,
  ...clientHandlers,
  ...fileHandlers,
  ...listHandlers,
  ...settingsHandlers,
  ...opportunityHandlers,
  ...peopleHandlers,
  ...profileHandlers,
};
