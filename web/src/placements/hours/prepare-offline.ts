import { canAddHours } from '@waypost/contract/placements/hours/rules';
import type { ProjectRow } from '@waypost/contract/placements/projects/calls';
import { MISSING_BUSINESS } from '@waypost/contract/placements/projects/rules';
import { forgetOffline, writeOfflineData } from './forget-offline.ts';
import { readOfflineData } from './offline-store.ts';

/**
 * Prepares this phone for logging hours on these placements without a connection: stores the application, then what the
 * form needs. Removes placements that take no more hours, and everything when none is left. `rows` are all of the
 * account's placements, or some. `signal`: the person may have logged out meanwhile.
 */
export async function prepareOffline(
  account: string,
  rows: readonly ProjectRow[],
  areAll: boolean,
  signal: AbortSignal,
): Promise<void> {
  const before = readOfflineData();
  const others = (before?.account === account && !areAll ? before.placements : []).filter(
    ({ project_id }) => !rows.some(({ _id }) => _id === project_id),
  );
  const active = rows.filter(canAddHours).map((row) => ({
    project_id: row._id,
    title: row.opportunity_id_fk.opportunity_title,
    business: row.business_id_fk?.business_name ?? MISSING_BUSINESS,
    days: {
      first_day: row.opportunity_id_fk.employment_start,
      last_day: row.opportunity_id_fk.employment_stop,
    },
  }));
  const placements = [...others, ...active];
  if (placements.length === 0) return forgetOffline();
  await navigator.serviceWorker.register('/service-worker.js');
  if (!signal.aborted) writeOfflineData({ account, placements });
}
