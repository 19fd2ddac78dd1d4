import * as z from 'zod';
import { id, requiredLine } from '../../fields.ts';
import { msg } from '../../i18n.ts';

export const NoteInput = z.object({
  project_id: id,
  text: requiredLine(5000, msg('You must provide a note')),
});
