import { accountCalls } from './accounts/calls.ts';
import { applicationCalls } from './applications/calls.ts';
import { clientCalls } from './clients/calls.ts';
import { fileCalls } from './files/calls.ts';
import { hoursCalls } from './hours/calls.ts';
import { listCalls } from './lists/calls.ts';
import { opportunityCalls } from './opportunities/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { profileCalls } from './profiles/calls.ts';
import { projectCalls } from './projects/calls.ts';
import { settingsCalls } from './settings/calls.ts';

/** Every call there is. A call that is not here has no route; one without a row in the access table does not compile. */
export const allCalls = {
  ...accountCalls,
  ...applicationCalls,
  ...clientCalls,
  ...fileCalls,
  ...hoursCalls,
  ...listCalls,
  ...opportunityCalls,
  ...peopleCalls,
  ...profileCalls,
  ...projectCalls,
  ...settingsCalls,
};

export type CallName = keyof typeof allCalls;
