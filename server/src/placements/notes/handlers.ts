import type { noteCalls, ProjectNote } from '@waypost/contract/placements/notes/calls';
import type { Handlers } from '../../platform/access/handler.ts';
import { mayFollowProject } from '../../platform/access/ownership.ts';
import { lockProject } from '../projects/project-changes.ts';
import { type FoundNote, insertNote, listNotes } from './queries.ts';

/** Staff's notes about a placement, hidden from its student and its business. */
export const noteHandlers: Handlers<typeof noteCalls> = {
  getProjectNotes: async ({ actor, input }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayFollowProject);
    return (await listNotes(tx, { clientId: project.clientId, projectId: project.id })).map(toNote);
  },

  saveProjectNote: async ({ actor, input, now }, tx) => {
    const project = await lockProject(actor, input.project_id, tx, mayFollowProject);
    await insertNote(tx, project, { authorId: actor.id, authorName: actor.name, text: input.text, now });
    return (await listNotes(tx, { clientId: project.clientId, projectId: project.id })).map(toNote);
  },
};

const toNote = (row: FoundNote): ProjectNote => ({
  _id: row.id,
  author_name: row.authorName,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
});
