import { PART_MAX } from '@waypost/contract/list-part';
import { projectCalls } from '@waypost/contract/projects/calls';
import { callQuery } from '../client/queries.ts';

/** What `/default` has just read is not asked for again by the screen that it leads to. */
const NEW_MS = 5_000;

/** A student's own placements. */
export const ownProjectsQuery = callQuery(
  projectCalls.getProjectsByStudent,
  { limit: PART_MAX },
  { staleTime: NEW_MS },
);
