import type { projectCalls } from '@waypost/contract/projects/calls';
import { authorize } from '../access/enforce.ts';
import type { Handlers } from '../access/handler.ts';
import { maySeeBetweenTwo, maySeeStudentLists } from '../access/ownership.ts';
import { findRole } from '../people/queries.ts';
import { toProject, toProjectRow } from './present.ts';
import { listInternsOf, listProjectsOf, loadProject } from './queries.ts';

/** A student's placements, as the student, the business and staff see them (document 2, section 7). */
export const projectHandlers: Handlers<typeof projectCalls> = {
  loadStudentProject: async ({ actor, input }, tx) => {
    const found = await loadProject(tx, { clientId: actor.clientId, projectId: input.project_id });
    return toProject(authorize(actor, found, maySeeBetweenTwo), actor);
  },

  /** The start of every page asks this, whoever opens it: everybody but a student has none. */
  getProjectsByStudent: async ({ actor }, tx) => {
    if (actor.role !== 'Student') return [];
    return (await listProjectsOf(tx, { clientId: actor.clientId, studentId: actor.id })).map(toProjectRow);
  },

  getProjectsByStudentId: async ({ actor, input }, tx) => {
    const [found] = await findRole(tx, { clientId: actor.clientId, userId: input.student_id });
    const student = authorize(actor, found, maySeeStudentLists);
    return (await listProjectsOf(tx, { clientId: actor.clientId, studentId: student.id })).map(toProjectRow);
  },

  getInterns: async ({ actor }, tx) =>
    (await listInternsOf(tx, { clientId: actor.clientId, businessId: actor.id })).map(toProjectRow),
};
