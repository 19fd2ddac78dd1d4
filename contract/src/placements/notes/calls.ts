import * as z from 'zod';
import { get, post } from '../../call.ts';
import { id, moment } from '../../fields.ts';
import { NoteInput } from './forms.ts';

/** A staff note about a placement. Neither the student nor the business sees it. */
export const ProjectNote = z.object({
  _id: z.string(),
  author_name: z.string(),
  text: z.string(),
  createdAt: moment,
});
export type ProjectNote = z.infer<typeof ProjectNote>;

/** Both calls reply with the notes, the newest first. */
export const noteCalls = {
  getProjectNotes: get('/api/getProjectNotes', z.object({ project_id: id }), z.array(ProjectNote)),
  saveProjectNote: post('/api/saveProjectNote', NoteInput, z.array(ProjectNote), { creates: true }),
};
