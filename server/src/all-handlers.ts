import type { allCalls } from '@waypost/contract/all-calls';
import type { Handlers } from './access/handler.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { applicationHandlers } from './applications/handlers.ts';
import { browseHandlers } from './browse/handlers.ts';
import { clientHandlers } from './clients/handlers.ts';
import { fileHandlers } from './files/handlers.ts';
import { hoursHandlers } from './hours/handlers.ts';
import { listHandlers } from './lists/handlers.ts';
import { opportunityHandlers } from './opportunities/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import { profileHandlers } from './profiles/handlers.ts';
import { projectHandlers } from './projects/handlers.ts';
import { settingsHandlers } from './settings/handlers.ts';

/** Every call's handler. What the contract names and nobody handles does not compile. */
export const allHandlers: Handlers<typeof allCalls> = {
  ...accountHandlers,
  ...applicationHandlers,
  ...browseHandlers,
  ...clientHandlers,
  ...fileHandlers,
  ...hoursHandlers,
  ...listHandlers,
  ...opportunityHandlers,
  ...peopleHandlers,
  ...profileHandlers,
  ...projectHandlers,
  ...settingsHandlers,
};
