import { PART_MAX } from '@waypost/contract/list-part';
import { projectCalls } from '@waypost/contract/projects/calls';
import { callQuery } from '../client/queries.ts';

/** The screen that `/default` redirects to reuses what `/default` has just loaded. */
const NEW_MS = 5_000;

/** A student's own placements. */
export const ownProjectsQuery = callQuery(
  projectCalls.getProjectsByStudent,
  { limit: PART_MAX },
  { staleTime: NEW_MS },
);
