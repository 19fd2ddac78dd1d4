import { PART_MAX } from '@waypost/contract/list-part';
import { projectCalls } from '@waypost/contract/placements/projects/calls';
import { callQuery, loadedAhead } from '../../client/queries.ts';

/** A student's own placements. The screen that `/default` redirects to also reuses what `/default` has loaded. */
export const ownProjectsQuery = callQuery(
  projectCalls.getProjectsByStudent,
  { limit: PART_MAX },
  loadedAhead,
);
