import { withMessages } from '@waypost/contract/i18n';

const load = withMessages(() => import('./arrival.ts'));
let loaded: ReturnType<typeof load> | undefined;

/**
 * The code of `/default`. Awaiting a promise that has settled takes no time, but each `import()` waits for the next task,
 * so the header would be rendered for the new user before the next request is sent.
 */
export function loadArrival(): ReturnType<typeof load> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
